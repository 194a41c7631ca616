import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { BulkInput } from '../../../shared/ipc/bulk.ts'
import { useReadOnlyReason } from '../../components/forms/use-editing.ts'
import { Page } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { EmptyState, ErrorState } from '../../components/States.tsx'
import { Quiet } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useConnection } from '../../lib/connection.ts'
import { BulkFields } from './BulkFields.tsx'
import { BulkPreview } from './BulkPreview.tsx'
import { BulkResult } from './BulkResult.tsx'
import classes from './bulk.module.css'
import { changesOf, type Wanted } from './bulk-changes.ts'
import { type BulkTarget, useBulkTarget } from './bulk-target.ts'
import { useBulkApply } from './use-bulk-apply.ts'

const typingMs = 250

function BulkForm({ target: { connectionId, resource, which } }: { target: BulkTarget }) {
  const api = useApi()
  const { history } = useRouter()
  const readOnly = useReadOnlyReason()
  const [wanted, setWanted] = useState<Wanted>({})
  const [asked] = useDebouncedValue(wanted, typingMs)
  const { problems } = changesOf(resource, wanted)
  const { changes } = changesOf(resource, asked)
  // The cast is safe: the main process validates the changes against the fields of this resource.
  const input = { connectionId, resource, which, changes: changes ?? {} } as BulkInput
  const query = useQuery({
    ...api.bulk.preview.queryOptions({ input }),
    enabled: changes !== null,
    // An earlier preview may be outdated: its changes may have been saved since.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const applying = useBulkApply()
  const preview = changes === null ? undefined : query.data
  const waiting = asked !== wanted || query.isFetching
  const willChange = preview?.counts.will_change ?? 0
  const ready = preview !== undefined && !query.isError && !waiting && willChange > 0 && readOnly === null
  const apply = () => preview && applying.apply({ ...input, fingerprint: preview.fingerprint })
  useCommand('record.save', ready && applying.state.step === 'idle' ? apply : null)
  const want = (field: string, value: Wanted[string] | undefined) =>
    setWanted(({ [field]: _, ...others }) =>
      value === undefined || value === '' ? others : { ...others, [field]: value },
    )

  if (applying.state.step === 'ended') {
    return <BulkResult resource={resource} ended={applying.state} onBack={applying.reset} />
  }
  const saving = applying.state.step === 'saving' ? applying.state : null
  return (
    <>
      <Section title="Change">
        <BulkFields resource={resource} wanted={wanted} problems={problems} disabled={saving !== null} onWant={want} />
      </Section>
      {query.isError && changes !== null ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      <div className={classes.bar}>
        {saving ? (
          <>
            <progress
              className={classes.progress}
              aria-label="Saving"
              max={Math.max(1, saving.total)}
              value={saving.done}
            />
            <span role="status">
              Saving {formatCount(saving.done)} of {formatCount(saving.total)}…
            </span>
            <Button variant="default" onClick={applying.stop}>
              Stop
            </Button>
          </>
        ) : (
          <>
            <Button disabled={!ready} onClick={apply}>
              {willChange === 1 ? 'Save 1 change' : `Save ${formatCount(willChange)} changes`}
            </Button>
            <Button variant="default" onClick={() => history.back()}>
              Cancel
            </Button>
            <Quiet>
              {readOnly ??
                (changes === null
                  ? 'Choose what to change. Nothing is saved until you have seen the preview.'
                  : 'Saved on this computer first, then sent one by one.')}
            </Quiet>
          </>
        )}
      </div>
      {preview ? (
        <div data-waiting={waiting || undefined} className={classes.preview}>
          <BulkPreview resource={resource} preview={preview} />
        </div>
      ) : null}
    </>
  )
}

/** Bulk edit: choose the changes, preview them, save them. */
export function BulkPage() {
  const connectionId = useConnection().id
  const { resource } = useParams({ strict: false })
  const target = useBulkTarget((state) => state.target)
  if (target?.connectionId !== connectionId || target.resource !== resource) {
    return (
      <Page title="Bulk edit">
        <EmptyState
          title="No rows selected"
          hint="Select rows in a list of households, people or documents, then choose “Edit” above it."
        >
          <Link to="/c/$connectionId/households" params={{ connectionId }}>
            Go to households
          </Link>
        </EmptyState>
      </Page>
    )
  }
  const { one, many } = resourceNames[target.resource]
  return (
    <Page
      title={`Edit ${formatCount(target.count)} ${(target.count === 1 ? one : many).toLowerCase()}`}
      crumbs={[{ label: many, to: `/c/$connectionId/${target.resource}`, params: { connectionId } }]}
    >
      <BulkForm target={target} />
    </Page>
  )
}
