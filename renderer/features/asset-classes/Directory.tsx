import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { KnownAssetClass } from '../../../shared/ipc/asset-classes.ts'
import { Ago } from '../../components/Dates.tsx'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { ShowInFolder } from '../../components/ShowInFolder.tsx'
import { EmptyState, ErrorState } from '../../components/States.tsx'
import { Quiet, RecordId, RecordText, Tag } from '../../components/Values.tsx'
import { useConnection } from '../../lib/connection.ts'
import { useForbidden } from '../../lib/policy.ts'
import { presentError } from '../../lib/present-error.ts'
import { AddClassDialog } from './AddClassDialog.tsx'
import classes from './asset-classes.module.css'
import { ImportClassesDialog } from './ImportClassesDialog.tsx'
import { matchingClasses, useAssetClasses, useClassChanges } from './use-asset-classes.ts'

/** Maximum number of rows shown; a search finds the others. */
const mostShown = 500

const seenOf = ({ uses }: KnownAssetClass) => (uses === 0 ? <Quiet>Not seen yet</Quiet> : uses.toLocaleString('en-US'))

function columnsOf(onForget: (id: string) => void, withOwn: boolean): GridColumn<KnownAssetClass>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 220,
      cell: (each) => (
        <span className={classes.name}>
          <RecordText>{each.name}</RecordText>
          {withOwn && each.own ? <Tag accent>Of this entity</Tag> : null}
        </span>
      ),
    },
    { id: 'id', header: 'ID', width: 260, cell: (each) => <RecordId id={each.id} of={`${each.name}’s`} /> },
    { id: 'uses', header: 'Valuations with it', width: 160, align: 'end', cell: seenOf },
    {
      id: 'seen',
      header: 'Last seen',
      width: 140,
      cell: ({ last_seen }) => (last_seen === null ? <Quiet>—</Quiet> : <Ago at={last_seen} />),
    },
    {
      id: 'added',
      header: 'Source',
      width: 200,
      cell: (each) =>
        each.added ? (
          <span className={classes.name}>
            Added manually
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={`Remove ${each.name}`}
              onClick={() => onForget(each.id)}
            >
              Remove
            </Button>
          </span>
        ) : (
          'Valuations'
        ),
    },
  ]
}

function Shown({
  all,
  text,
  entityId,
}: {
  all: readonly KnownAssetClass[]
  text: string
  entityId: string | undefined
}) {
  const connectionId = useConnection().id
  const { forget } = useClassChanges()
  const found = matchingClasses(all, text)
  if (all.length === 0) {
    return (
      <EmptyState
        title="No asset classes yet"
        hint="They are collected from synced valuations. Add one by ID, or import a colleague’s directory."
      />
    )
  }
  if (found.length === 0)
    return <EmptyState title="No matching asset class" hint="Try a shorter search, or add it by ID." />
  return (
    <>
      <ErrorState error={forget.error} />
      <RecordTable
        label="Asset classes"
        columns={columnsOf((id) => forget.mutate({ connectionId, id }), entityId !== undefined)}
        rows={found.slice(0, mostShown)}
        keyOf={({ id }) => id}
      />
      {found.length > mostShown ? (
        <p className={classes.hint}>{(found.length - mostShown).toLocaleString('en-US')} more: search to see them.</p>
      ) : null}
    </>
  )
}

function ExportButton() {
  const connectionId = useConnection().id
  const { exportFile } = useClassChanges()
  const file = exportFile.data?.file
  const problem = exportFile.error ? presentError(exportFile.error) : null
  const forbidden = useForbidden('assetClasses.exportFile')
  return (
    <>
      <ReasonedButton
        reason={forbidden}
        loading={exportFile.isPending}
        onClick={() => exportFile.mutate({ connectionId })}
      >
        Export…
      </ReasonedButton>
      <span role={problem ? 'alert' : 'status'} className={classes.said}>
        {problem ? `${problem.cause} ${problem.nextStep}` : null}
        {file && !problem ? (
          <>
            Exported to <bdi>{file.name}</bdi>.
            <ShowInFolder handle={file.handle} variant="subtle" size="compact-xs" />
          </>
        ) : null}
      </span>
    </>
  )
}

/** Every asset class known on this computer, with actions to search, add, import and export. */
export function Directory({ entityId }: { entityId?: string }) {
  const query = useAssetClasses(entityId)
  const [text, setText] = useState('')
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <div className={classes.bar}>
        <TextInput
          aria-label="Search asset classes"
          placeholder="Name or ID"
          value={text}
          leftSection={<IconSearch size={14} stroke={1.75} aria-hidden="true" />}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => setDialog('add')}>
          Add by ID…
        </Button>
        <Button variant="default" onClick={() => setDialog('import')}>
          Import…
        </Button>
        <ExportButton />
      </div>
      <QueryView query={query} label="asset classes">
        {(all) => <Shown all={all} text={text} entityId={entityId} />}
      </QueryView>
      {dialog === 'add' ? (
        <AddClassDialog id={/^asset_class_\S+$/.test(text.trim()) ? text.trim() : ''} onClose={close} />
      ) : null}
      {dialog === 'import' ? <ImportClassesDialog onClose={close} /> : null}
    </>
  )
}
