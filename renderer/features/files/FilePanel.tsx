import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useMemo } from 'react'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import { kindOfFile, noPreviewText, refusalText } from '../../../shared/domain/file-kinds.ts'
import type { FileRef, HeldFile } from '../../../shared/ipc/files.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { ShowInFolder } from '../../components/ShowInFolder.tsx'
import { EmptyState, ErrorState } from '../../components/States.tsx'
import { useSyncStatus } from '../../components/sync-state.tsx'
import { Ago, RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import type { DocumentPlace } from '../../lib/document-place.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useForbidden } from '../../lib/policy.ts'
import { explanationOf, partFailed } from '../../lib/present-error.ts'
import classes from './files.module.css'
import { lineOf, PageText, usePageText } from './PageText.tsx'
import { PlaceProvider } from './preview/use-word-marks.ts'
import { Waiting } from './preview/Waiting.tsx'
import { type FetchState, type FileActions, useFetch, useFileActions, useHeld, useHeldSource } from './use-file.ts'

type FileBarProps = {
  file: FileRef
  held: HeldFile
  actions: FileActions
  /** Downloads the file again; null if it is a local one. */
  onAgain: (() => void) | null
}

function OpenButton({ held, actions }: Pick<FileBarProps, 'held' | 'actions'>) {
  const forbidden = useForbidden('files.open')
  return (
    <ReasonedButton
      size="compact-sm"
      reason={forbidden ?? (held.not_openable && refusalText(held.not_openable))}
      onClick={() => {
        if (!actions.busy) actions.open()
      }}
    >
      Open
    </ReasonedButton>
  )
}

function More({ actions, onAgain }: { actions: FileActions; onAgain: () => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} aria-label="More file actions">
          <IconDots size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onAgain}>Download again</Menu.Item>
        <Menu.Item onClick={actions.remove}>Remove from this computer</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** On the desktop a file that may be opened can be dragged to another program. With the keyboard, save a copy instead. */
function useDragOut({ openable }: HeldFile, { dragOut }: FileActions) {
  const shell = useQuery(useApi().app.info.queryOptions({ input: {} })).data?.shell
  const forbidden = useForbidden('files.dragOut')
  if (shell !== 'desktop' || !openable || forbidden !== null) return {}
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      // Cancels the page's own drag; the main process starts the system's drag with the file.
      event.preventDefault()
      dragOut()
    },
  }
}

/** The name of a downloaded or staged file, with the actions on it. */
function FileBar({ file, held, actions, onAgain }: FileBarProps) {
  const staged = file.kind === 'staged'
  const forbidden = useForbidden('files.saveAs')
  useCommand('file.open', held.openable ? actions.open : null)
  useCommand('file.save-as', actions.save)
  useCommand('file.remove', staged ? null : actions.remove)
  return (
    <div className={`line ${classes.bar}`}>
      <div className={classes.what} {...useDragOut(held, actions)}>
        <span className={`cut ${classes.name}`} title={held.name}>
          <RecordText>{held.name}</RecordText>
        </span>
        <span className={`note cut ${classes.facts}`}>
          {kindOfFile(held.media_type, held.not_openable)} · {formatBytes(held.size)} ·{' '}
          {staged ? 'waiting to be uploaded' : 'on this computer'}
          {staged ? null : (
            <>
              {' '}
              since <Ago at={held.held_at} />
            </>
          )}
        </span>
      </div>
      <OpenButton held={held} actions={actions} />
      <ReasonedButton size="compact-sm" reason={forbidden} disabled={actions.busy} onClick={actions.save}>
        Save as…
      </ReasonedButton>
      {staged || !onAgain ? null : <More actions={actions} onAgain={onAgain} />}
    </div>
  )
}

const Preview = lazyPart(async () => (await import('./preview/Preview.tsx')).Preview, {
  before: () => <Waiting />,
  failed: (retry, isLoaded) =>
    retry === null ? <Waiting /> : <ErrorState error={partFailed('The preview', isLoaded)} onRetry={retry} />,
})

type Fetching = ReturnType<typeof useFetch>

type Props = {
  file: FileRef
  /** When the record was last changed, as far as known (ISO 8601); null if the service has no record of it. */
  recordUpdatedAt: string | null
  /** The page to show, and the words to mark; null for the beginning. */
  place?: DocumentPlace | null
}

/** Shown if the file is not on this computer. */
function NotHeld({ file, start }: { file: FileRef; start: () => void }) {
  const offline = useSyncStatus()?.reachable === 'offline'
  if (file.kind === 'staged')
    return (
      <EmptyState title="The file is no longer on this computer" hint="It was uploaded, or the upload was discarded." />
    )
  return (
    <EmptyState
      title="The file is not on this computer"
      hint={
        offline
          ? 'The service cannot be reached. Download the file when it is back. Pinned households keep their files here.'
          : 'It is downloaded once and kept here, encrypted.'
      }
    >
      <div className={classes.actions}>
        <Button variant="default" onClick={start}>
          {file.kind === 'summary' ? 'Download the PDF' : 'Download'}
        </Button>
      </div>
    </EmptyState>
  )
}

function Progress({ state, stop }: { state: FetchState & { step: 'fetching' }; stop: () => void }) {
  const { received, total } = state
  return (
    <div className={`line ${classes.progress}`} role="status">
      <progress aria-label="Download" {...(total === null ? {} : { value: received, max: Math.max(1, total) })} />
      <span className={`note cut ${classes.facts}`}>
        {total === null ? `${formatBytes(received)} so far` : `${formatBytes(received)} of ${formatBytes(total)}`}
      </span>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={stop}>
        Cancel
      </Button>
    </div>
  )
}

/** The result of the last action on the file, in one line. */
function ResultLine({ actions }: { actions: FileActions }) {
  const { result } = actions
  if (result.step === 'nothing') return null
  return (
    <div
      className={`line ${classes.said}`}
      role={result.step === 'failed' ? 'alert' : 'status'}
      data-step={result.step}
    >
      {result.step === 'opened' ? (
        <span>Opened as a private copy, which is removed afterwards. Changes to it are not kept.</span>
      ) : null}
      {result.step === 'saved' ? (
        <>
          <span>
            Saved as <bdi>{result.name}</bdi>.
          </span>
          <ShowInFolder handle={result.handle} size="compact-sm" />
        </>
      ) : null}
      {result.step === 'failed' ? (
        <span>
          {result.error.title}. {explanationOf(result.error)}
        </span>
      ) : null}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={actions.dismiss}>
        Dismiss
      </Button>
    </div>
  )
}

/** Shown for a file without a preview. */
function NoPreview({ held }: { held: HeldFile }) {
  return (
    <div className={classes.state}>
      <EmptyState {...noPreviewText(held)} />
    </div>
  )
}

const isNewer = (recordUpdatedAt: string | null, held: HeldFile): boolean =>
  recordUpdatedAt !== null &&
  held.record_updated_at !== null &&
  Date.parse(recordUpdatedAt) > Date.parse(held.record_updated_at)

type HeldProps = Omit<Props, 'place'> & {
  place: DocumentPlace | null
  held: HeldFile
  fetching: Fetching
  page: ReturnType<typeof usePageText>
}

/** The file at the place that was asked for. */
function PlacedPreview({ file, held, place, page }: Pick<HeldProps, 'file' | 'held' | 'place' | 'page'>) {
  const source = useHeldSource(file, held)
  const line = page.data ? lineOf(page.data) : null
  const sought = useMemo(() => (place === null ? null : { ...place, line }), [place, line])
  if (page.isLoading) return <Waiting />
  const text =
    place !== null && page.data ? (
      <PageText
        {...{ id: file.id, place, page: page.data }}
        note="Only the text of this file is shown. Open it in another program to see it."
      />
    ) : null
  return (
    <PlaceProvider value={sought}>
      <Preview source={source} otherwise={text ?? <NoPreview held={held} />} />
    </PlaceProvider>
  )
}

function Held({ file, held, recordUpdatedAt, place, page, fetching }: HeldProps) {
  const actions = useFileActions(file)
  const staged = file.kind === 'staged'
  const again = () => fetching.start(true)
  const { state } = fetching
  return (
    <>
      <FileBar file={file} held={held} actions={actions} onAgain={staged ? null : again} />
      <ResultLine actions={actions} />
      {state.step === 'fetching' ? <Progress state={state} stop={fetching.stop} /> : null}
      {state.step === 'failed' ? (
        <div className={`line ${classes.said}`} role="alert">
          <span>
            {state.error.title}. {explanationOf(state.error)}
          </span>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={fetching.stop}>
            Dismiss
          </Button>
        </div>
      ) : null}
      {state.step === 'idle' && isNewer(recordUpdatedAt, held) ? (
        <div className={`line ${classes.said}`} role="status">
          <span>The record has changed in the service since the download. Its file may have changed too.</span>
          <Button size="compact-sm" variant="default" onClick={again}>
            Download again
          </Button>
        </div>
      ) : null}
      <div className={classes.content}>
        <PlacedPreview {...{ file, held, place, page }} />
      </div>
    </>
  )
}

/** A document's file: a preview if it is on this computer, otherwise a way to download it. */
export function FilePanel({ file, recordUpdatedAt, place = null }: Props) {
  const page = usePageText(file, place)
  const query = useHeld(file)
  const fetching = useFetch(file)
  const held = query.data?.file ?? null
  const { state } = fetching
  const canFetch = query.data !== undefined && held === null && file.kind !== 'staged' && state.step !== 'fetching'
  useCommand('file.download', canFetch ? () => fetching.start(false) : null)
  useCommand('file.cancel', state.step === 'fetching' ? fetching.stop : null)
  return (
    <section
      className={classes.panel}
      aria-label="File"
      data-pending={query.isPending || undefined}
      data-empty={(query.data && !held && !page.data) || undefined}
    >
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Waiting /> : null}
      {held ? <Held {...{ file, held, recordUpdatedAt, place, page, fetching }} /> : null}
      {query.data && !held && place !== null && page.data ? (
        <PageText
          {...{ id: file.id, place, page: page.data }}
          note="The file is not on this computer. This is its text, which was kept."
        />
      ) : null}
      {query.data && !held ? (
        <div className={classes.state}>
          {state.step === 'idle' && !page.data ? <NotHeld file={file} start={() => fetching.start(false)} /> : null}
          {state.step === 'fetching' ? (
            <>
              <p>Downloading the file…</p>
              <Progress state={state} stop={fetching.stop} />
            </>
          ) : null}
          {state.step === 'failed' ? (
            <ErrorState error={state.error} onRetry={() => fetching.start(false)}>
              <Button variant="subtle" color="gray" onClick={fetching.stop}>
                Dismiss
              </Button>
            </ErrorState>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}
