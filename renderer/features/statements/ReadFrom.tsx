import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countOf } from '../../../shared/domain/counts.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { Section } from '../../components/Section.tsx'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { useTellSaved } from '../../components/undo/use-undo.tsx'
import { CalendarDate, Moment, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden, useReadOnlyReason } from '../../lib/policy.ts'
import { accountName } from './ReviewAccounts.tsx'
import classes from './statements.module.css'

type Source = ContractOutputs['statements']['readFrom']['valuations'][number]

/** Files a statement with the entity: the original where everything in it belongs to the household, else an extract. */
function Filing({ fileId, entityId }: { fileId: string; entityId: string }) {
  const api = useApi()
  const of = { connectionId: useConnection().id, id: fileId, entity_id: entityId }
  const readOnly = useReadOnlyReason()
  const cannotFile = useForbidden('statements.file') ?? readOnly
  const cannotSave = useForbidden('statements.saveExtract')
  const tellSaved = useTellSaved()
  const { data } = useQuery(api.statements.filing.queryOptions({ input: of }))
  const file = useMutation(api.statements.file.mutationOptions())
  const save = useMutation(
    api.statements.saveExtract.mutationOptions({
      onSuccess: (saved) => saved.file !== null && toastFile('Saved as', saved.file),
    }),
  )
  if (data === undefined) return null
  const what = data.original ? 'original' : 'extract'
  const fileIt = () =>
    void file.mutateAsync({ ...of, what }).then(
      ({ undo, operation_id }) => tellSaved('Account statement saved to the outbox', undo, operation_id),
      () => {},
    )
  return (
    <span className={`column ${classes.filing}`}>
      <span className="row">
        <ReasonedButton reason={cannotFile} size="compact-sm" loading={file.isPending} onClick={fileIt}>
          {data.original ? 'File the original as a document' : 'File an extract as a document'}
        </ReasonedButton>
        <ReasonedButton reason={cannotSave} size="compact-sm" loading={save.isPending} onClick={() => save.mutate(of)}>
          Save the extract…
        </ReasonedButton>
      </span>
      {data.why === null ? null : <Quiet>The original is not filed: {data.why}</Quiet>}
    </span>
  )
}

function ReadFile({ file, entityId }: { file: Source['files'][number]; entityId: string }) {
  const connectionId = useConnection().id
  // While presenting, files are not named: that one has no id says nothing.
  const cannotFile = useForbidden('statements.filing') !== null
  const { id, file_name: name, layout, sha256 } = file
  return (
    <li className={classes.item}>
      <div className={`row ${classes.itemHead}`}>
        {id === null ? (
          <strong className="anywhere">
            <RecordText>{name}</RecordText>
          </strong>
        ) : (
          <Link to="/c/$connectionId/statements/$id" params={{ connectionId, id }}>
            <RecordText>{name}</RecordText>
          </Link>
        )}
        <Quiet>
          <RecordText>{layout}</RecordText>
          {id === null && !cannotFile ? ', no longer in Statements' : null}
        </Quiet>
      </div>
      <p className={`code anywhere ${classes.why}`}>SHA-256 {sha256}</p>
      {id === null || cannotFile ? null : <Filing fileId={id} entityId={entityId} />}
    </li>
  )
}

/** Which accounts of which files a valuation was read from; nothing for one that did not come from a statement. */
export function ReadFrom({ entityId, valuationId }: { entityId: string; valuationId: string }) {
  const forbidden = useForbidden('statements.readFrom') !== null
  const input = { connectionId: useConnection().id, entity_id: entityId }
  const { data } = useQuery({ ...useApi().statements.readFrom.queryOptions({ input }), enabled: !forbidden })
  const source = data?.valuations.find((one) => one.valuation_id === valuationId)
  if (source === undefined) return null
  return (
    <Section title="Read from">
      <p className={classes.about}>
        {source.accounts
          .map((account) => `${accountName(account)} (${countOf(account.rows, 'row', 'rows')})`)
          .join(', ')}
        , as of <CalendarDate date={source.effective_date} />, approved <Moment at={source.saved_at} />.
      </p>
      <ul className={`plain-list ${classes.items}`} aria-label="Read from">
        {source.files.map((file) => (
          <ReadFile key={file.sha256 + file.file_name} file={file} entityId={entityId} />
        ))}
      </ul>
    </Section>
  )
}
