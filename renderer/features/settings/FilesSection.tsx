import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import { Section } from '../../components/Section.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { FilesBudget } from '../travel/public.ts'
import { SettingRow } from './SettingRow.tsx'
import classes from './settings.module.css'

/** The disk space that one connection's files may take. */
function Room({ connection: { id, name, cache } }: { connection: ConnectionSummary }) {
  const standing = useQuery({
    ...useApi().travel.list.queryOptions({ input: { connectionId: id } }),
    enabled: cache === 'open',
  }).data
  if (!standing)
    return (
      <p className={classes.line}>
        <Link to="/c/$connectionId/travel" params={{ connectionId: id }}>
          <RecordText>{name}</RecordText>
        </Link>
        : {cache === 'open' ? 'loading…' : 'open it to set its file limit.'}
      </p>
    )
  return (
    <SettingRow
      title={`File limit for ${name}`}
      hint={
        <>
          In use: {formatBytes(standing.used)}.{' '}
          <Link to="/c/$connectionId/travel" params={{ connectionId: id }}>
            What of <RecordText>{name}</RecordText> is kept, and why
          </Link>
        </>
      }
    >
      <FilesBudget connectionId={id} budget={standing.budget} label={`File limit for ${name}`} labelHidden />
    </SettingRow>
  )
}

/** The unencrypted copies that were opened in other programs. */
function OpenedCopies() {
  const api = useApi()
  const queries = useQueryClient()
  const { data } = useQuery(api.files.opened.queryOptions({ input: {} }))
  const remove = useMutation(
    api.files.removeOpened.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: api.files.opened.key() }),
    }),
  )
  const count = data?.count ?? 0
  return (
    <SettingRow
      title="Copies opened in other programs"
      hint={
        remove.data && remove.data.left > 0
          ? `${remove.data.left} are still in use and are removed when those programs close them.`
          : 'The only files kept here unencrypted. They are removed when Steward locks or closes, and when no program uses them.'
      }
    >
      <Button variant="default" disabled={count === 0} loading={remove.isPending} onClick={() => remove.mutate({})}>
        {count === 0 ? 'None' : `Remove ${count} now`}
      </Button>
    </SettingRow>
  )
}

/** The disk space for downloaded files, and the unencrypted copies on this computer. */
export function FilesSection({ connections }: { connections: readonly ConnectionSummary[] }) {
  return (
    <Section title="Files on this computer">
      {connections.map((connection) => (
        <Room key={connection.id} connection={connection} />
      ))}
      <OpenedCopies />
    </Section>
  )
}
