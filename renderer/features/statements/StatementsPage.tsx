import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconFile, IconFileTypeCsv, IconFileTypePdf, IconFileTypeXls, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { createElement, useDeferredValue, useRef, useState } from 'react'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import { countOf } from '../../../shared/domain/counts.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import type { StatementFile } from '../../../shared/ipc/statement-files.ts'
import type { StatementReview } from '../../../shared/ipc/statements.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { OverflowMenu } from '../../components/OverflowMenu.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { Section } from '../../components/Section.tsx'
import { EmptyState, ErrorState } from '../../components/States.tsx'
import { OfflineMark } from '../../components/sync-state.tsx'
import { Absent, CalendarDate, Moment, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { runCommand } from '../../lib/commands/run-command.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useForbidden, useReadOnlyReason } from '../../lib/policy.ts'
import { useStatementReason } from '../intake/public.ts'
import { ExportAccountsDialog, ImportAccountsDialog } from './AccountsDialog.tsx'
import { ReviewAccounts, Sentences } from './ReviewAccounts.tsx'
import { ReviewEntities } from './ReviewEntities.tsx'
import { ReviewSecurities } from './ReviewSecurities.tsx'
import classes from './statements.module.css'
import {
  type StatementActions,
  scanProgress,
  useFileNames,
  useReview,
  useStatementActions,
  useStatementFiles,
} from './use-statements.tsx'

/** The state of a file, in a few words. Whether its valuations were sent is in the outbox. */
function FileState({ file }: { file: StatementFile }) {
  const { state, questions, tied, logged, left_out: leftOut, logged_at, removed_on, received, size, scan } = file
  const counted = file.accounts - leftOut
  const apart = leftOut === 0 ? null : <Quiet>, {leftOut} left out</Quiet>
  const until =
    removed_on === null ? null : (
      <span className={`note ${classes.until}`}>
        Kept until <CalendarDate date={removed_on.slice(0, 10)} />
      </span>
    )
  if (state === 'receiving') return <Quiet>{size === 0 ? 'Waiting' : `${formatBytes(received)} received`}</Quiet>
  if (scan?.is === 'reading') return <Quiet>{scanProgress(scan)}</Quiet>
  if (state === 'reading') return <Quiet>Being read</Quiet>
  if (scan?.is === 'read' && scan.confirmed < scan.count)
    return (
      <span className="warn">
        {scan.confirmed} of {countOf(scan.count, 'figure and name', 'figures and names')} confirmed
      </span>
    )
  // The same file is here already, and counts in its place.
  if (file.same_as?.id && (state === 'asks' || state === 'ready'))
    return (
      <>
        <Quiet>Counts once</Quiet>
        {until}
      </>
    )
  if (state === 'asks')
    return (
      <span className="warn nowrap">
        {questions === 0 ? 'Date asked' : countOf(questions, 'question', 'questions')}
      </span>
    )
  if (state === 'logged' && logged_at !== null)
    return (
      <>
        Approved <Moment at={logged_at} />
        {apart}
        {until}
      </>
    )
  if (counted === 0) return <Quiet>{leftOut === 0 ? 'No accounts' : 'Left out'}</Quiet>
  const words = logged > 0 ? `${logged} of ${counted} approved` : `${tied} of ${counted} tie`
  return (
    <>
      {logged === 0 && tied === counted ? 'Ties to the cent' : <span className="warn">{words}</span>}
      {apart}
      {until}
    </>
  )
}

function SameAs({ file: { same_as: same } }: { file: StatementFile }) {
  if (same === null) return null
  return (
    <span className="warn">
      {' '}
      The same file as <RecordText>{same.file_name}</RecordText>
      {same.logged_at === null ? '' : ', which was approved'}.
    </span>
  )
}

function FileLink({ id, name }: { id: string; name: string }) {
  const connectionId = useConnection().id
  return (
    <Link to="/c/$connectionId/statements/$id" params={{ connectionId, id }}>
      <RecordText>{name}</RecordText>
    </Link>
  )
}

const columnsOf = (actions: StatementActions): readonly GridColumn<StatementFile>[] => [
  {
    id: 'file',
    header: 'File',
    width: 200,
    cell: (file) => (
      <span className={classes.fileName}>
        <FileLink id={file.id} name={file.file_name} />
        {file.folder === '' ? null : (
          <Quiet>
            {' '}
            <RecordText>{file.folder}</RecordText>
          </Quiet>
        )}
        <SameAs file={file} />
      </span>
    ),
  },
  {
    id: 'layout',
    header: 'Taken for',
    width: 160,
    cell: ({ layout }) =>
      layout === null ? (
        <Absent />
      ) : (
        <span className={classes.layout}>
          <RecordText>{layout}</RecordText>
        </span>
      ),
  },
  {
    id: 'as_of',
    header: 'As of',
    width: 96,
    cell: ({ as_of }) => (as_of === null ? <Absent /> : <CalendarDate date={as_of} />),
  },
  { id: 'accounts', header: 'Accounts', width: 72, align: 'end', cell: ({ accounts }) => accounts },
  { id: 'rows', header: 'Rows', width: 72, align: 'end', cell: ({ rows }) => rows.toLocaleString('en-US') },
  { id: 'state', header: 'State', width: 160, cell: (file) => <FileState file={file} /> },
  {
    id: 'remove',
    header: '',
    width: 32,
    cell: ({ id, file_name: name }) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Remove ${name}`}
        onClick={() => actions.remove([id])}
      >
        <IconX size={14} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    ),
  },
]

const faces: readonly (readonly [RegExp, typeof IconFile])[] = [
  [/\.(?:csv|tsv|txt)$/i, IconFileTypeCsv],
  [/\.xlsx?$/i, IconFileTypeXls],
  [/\.pdf$/i, IconFileTypePdf],
]

/** The icon of a kind of file, by its name. Decorative. */
const FileIcon = ({ name }: { name: string }) =>
  createElement(faces.find(([pattern]) => pattern.test(name))?.[1] ?? IconFile, {
    ...{ size: 18, stroke: 1.5, 'aria-hidden': true, className: classes.face },
  })

/** Files that are no statements, or could not be read: what each is, and what to do about it. */
function OtherFiles({ files, actions }: FilesProps) {
  if (files.length === 0) return null
  return (
    <Section title="Not read" count={files.length}>
      <ul className={`plain-list ${classes.items}`} aria-label="Not read">
        {files.map(({ id, file_name: name, issue, scan }) => (
          <li key={id} className={classes.item}>
            <div className={`row ${classes.itemHead}`}>
              <FileIcon name={name} />
              <strong className="anywhere">
                <RecordText>{name}</RecordText>
              </strong>
              <span className="anywhere">
                {issue?.message} <Quiet>{issue?.next_step}</Quiet>
              </span>
              <span className={`row ${classes.itemEnd}`}>
                {scan?.is === 'unread' && scan.why === null ? (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Read the scan ${name}`}
                    onClick={() => actions.readScan(id)}
                  >
                    Read this scan
                  </Button>
                ) : null}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Remove ${name}`}
                  onClick={() => actions.remove([id])}
                >
                  <IconX size={14} stroke={1.75} aria-hidden="true" />
                </ActionIcon>
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Files of which the review shows nothing yet, and why. */
function Waiting({ waiting, actions }: Pick<StatementReview, 'waiting'> & { actions: StatementActions }) {
  const connectionId = useConnection().id
  const asked = waiting.filter(({ why }) => why !== 'It is being read.' && why !== 'It is being copied.')
  if (asked.length === 0) return null
  return (
    <Section title="Questions about files" count={asked.length}>
      <ul className={`plain-list ${classes.items}`} aria-label="Questions about files">
        {asked.map(({ file_id: id, file_name: name, why, proposed }) => (
          <li key={id} className={classes.item}>
            <Link
              to="/c/$connectionId/statements/$id"
              params={{ connectionId, id }}
              data-line
              aria-label={`Answer for ${name}`}
            >
              <RecordText>{name}</RecordText>
            </Link>{' '}
            <Quiet>{why}</Quiet>{' '}
            {proposed === null ? null : (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Use ${formatCalendarDate(proposed)} for ${name}`}
                onClick={() => actions.answer(id, { what: 'as-of', date: proposed })}
              >
                Use {formatCalendarDate(proposed)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Moves the focus to the next or previous line of the review. */
function useLines() {
  const root = useRef<HTMLDivElement>(null)
  const move = (by: 1 | -1) => {
    const lines = [...(root.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
    const { activeElement } = document
    const at = lines.findLastIndex((line) => line === activeElement || line.contains(activeElement))
    // From a heading or a control between the lines, the next one is the first behind it.
    const behind = (line: HTMLElement) =>
      (activeElement?.compareDocumentPosition(line) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING
    const next = at < 0 ? lines.findIndex(behind) : at + 1
    const to = by === 1 ? (next < 0 ? 0 : next) : (at < 0 ? (next < 0 ? lines.length : next) : at) - 1
    lines[Math.max(0, Math.min(lines.length - 1, to))]?.focus()
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }
  const entityInFocus = () => document.activeElement?.closest<HTMLElement>('[data-entity]')?.dataset.entity ?? null
  return { root, move, entityInFocus }
}

/** Everything that the files become, on one screen. */
function Review({ review: latest, actions }: { review: StatementReview; actions: StatementActions }) {
  // Many files make many lines, and each file that was read changes the review: the page stays responsive while they are read.
  const review = useDeferredValue(latest)
  const { accounts, securities, entities, answers, problems, waiting } = review
  const readOnly = useReadOnlyReason()
  const forbidden = useForbidden('statements.approve')
  const reason = forbidden ?? readOnly
  const fileNames = useFileNames()
  const { root, move, entityInFocus } = useLines()
  const atOnce = entities.filter(({ state }) => state === 'at-once')
  const approveFocused = () => {
    const id = entityInFocus()
    const entity = entities.find((one) => one.entity.id === id)
    if (entity && entity.state !== 'blocked') actions.approve([entity])
  }
  const hasLines = accounts.length + securities.length + entities.length + waiting.length > 0
  useCommand('statements.next', hasLines ? () => move(1) : null)
  useCommand('statements.previous', hasLines ? () => move(-1) : null)
  useCommand('statements.approve', reason === null && entities.length > 0 ? approveFocused : null)
  useCommand('statements.approve-all', reason === null && atOnce.length > 0 ? () => actions.approve(atOnce) : null)
  const of = (wanted: (account: StatementReview['accounts'][number]) => boolean) => ({
    accounts: accounts.filter(wanted),
    fileNames,
    actions,
  })
  return (
    <div ref={root}>
      <Sentences problems={problems} warnings={[]} />
      <Waiting waiting={waiting} actions={actions} />
      <ReviewAccounts
        title="Accounts to decide"
        {...of(({ state, entity }) => state === 'ask' || (state === 'blocked' && entity === null))}
      />
      <ReviewSecurities {...{ securities, fileNames, actions }} />
      <ReviewEntities {...{ entities, accounts, answers, fileNames, actions, reason }} />
      <ReviewAccounts title="Left out" {...of(({ state }) => state === 'left-out')} />
    </div>
  )
}

/** In the demo firm: statements of its own accounts, to be tried. */
function SampleButton() {
  const api = useApi()
  const queries = useQueryClient()
  const { id: connectionId, kind } = useConnection()
  const { isOffered, reason } = useStatementReason()
  const add = useMutation(
    api.statements.addSamples.mutationOptions({
      onSettled: () => queries.invalidateQueries({ queryKey: api.statements.key() }),
    }),
  )
  if (kind !== 'demo' || !isOffered) return null
  return (
    <ReasonedButton reason={reason} loading={add.isPending} onClick={() => add.mutate({ connectionId })}>
      Try a sample statement
    </ReasonedButton>
  )
}

/** The ways in: files, a folder. */
function ReadButton() {
  const { isOffered, reason } = useStatementReason()
  if (!isOffered) return null
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <ReasonedButton reason={reason} variant="default">
          Read a statement…
        </ReasonedButton>
      </Menu.Target>
      <Menu.Dropdown aria-label="Read a statement">
        <Menu.Item onClick={() => runCommand('statements.read')}>Files…</Menu.Item>
        <Menu.Item onClick={() => runCommand('statements.read-folder')}>A folder…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Exchanges with colleagues which account belongs to which entity. */
function AccountsMenu() {
  const [shown, setShown] = useState<'export' | 'import' | null>(null)
  const cannotExport = useForbidden('statements.exportAccounts')
  const cannotImport = useForbidden('statements.importAccounts')
  const close = () => setShown(null)
  return (
    <>
      <OverflowMenu
        actions={[
          { label: 'Export accounts…', reason: cannotExport, onRun: () => setShown('export') },
          { label: 'Import accounts…', reason: cannotImport, onRun: () => setShown('import') },
        ]}
      />
      {shown === 'export' ? <ExportAccountsDialog onClose={close} /> : null}
      {shown === 'import' ? <ImportAccountsDialog onClose={close} /> : null}
    </>
  )
}

type FilesProps = { files: readonly StatementFile[]; actions: StatementActions }

/** Files that are statements, or will be once they are read. */
function Files({ files, actions }: FilesProps) {
  const shown = useDeferredValue(files)
  if (files.length === 0) return null
  return (
    <Section title="Files" count={files.length}>
      <RecordTable label="Files" columns={columnsOf(actions)} rows={shown} keyOf={({ id }) => id} />
      <p className={classes.about}>
        Files are encrypted on this computer. A file is removed 30 days after all of it was approved and sent; its
        valuations, and what they were read from, stay.
      </p>
    </Section>
  )
}

const isOther = ({ state }: StatementFile) => state === 'other' || state === 'failed'

/** The review of what the files become, then the files. */
function Contents() {
  const actions = useStatementActions()
  const review = useReview()
  return (
    <QueryView query={useStatementFiles()} label="statements">
      {({ files }) =>
        files.length === 0 ? (
          <EmptyState
            title="No statements yet"
            hint="Drop a custodian’s file of holdings anywhere in the window: CSV, text with tabs, Excel (.xlsx), OFX, QFX, or PDF. Steward reads it on this computer, shows every row with what it was taken for, and makes one valuation for each entity. Nothing is logged before you approve it."
          />
        ) : (
          <>
            {review.isError && review.data === undefined ? (
              <ErrorState error={review.error} onRetry={() => void review.refetch()} />
            ) : null}
            {review.data === undefined ? null : <Review review={review.data} actions={actions} />}
            <OtherFiles files={files.filter(isOther)} actions={actions} />
            <Files files={files.filter((file) => !isOther(file))} actions={actions} />
          </>
        )
      }
    </QueryView>
  )
}

/** Custodians’ files: what came in, what each becomes, and what was logged. Nothing of it stays on screen once the firm’s policy forbids it. */
export function StatementsPage() {
  const forbidden = useForbidden('statements.list')
  return (
    <Page
      title="Statements"
      aside={
        forbidden === null ? (
          <>
            <OfflineMark />
            <SampleButton />
            <ReadButton />
            <AccountsMenu />
          </>
        ) : null
      }
    >
      {forbidden === null ? <Contents /> : <EmptyState title="Statements are switched off" hint={forbidden} />}
    </Page>
  )
}
