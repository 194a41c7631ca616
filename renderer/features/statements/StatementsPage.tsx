import { ActionIcon, Menu } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import { countOf } from '../../../shared/domain/counts.ts'
import type { StatementFile, StatementReview } from '../../../shared/ipc/statements.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { OfflineMark } from '../../components/Freshness.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { OverflowMenu } from '../../components/OverflowMenu.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { Section } from '../../components/Section.tsx'
import { EmptyState, ErrorState } from '../../components/States.tsx'
import { Absent, CalendarDate, Moment, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { runCommand } from '../../lib/commands/run-command.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useConnection } from '../../lib/connection.ts'
import { useForbidden, useReadOnlyReason } from '../../lib/policy.ts'
import { useStatementReason } from '../intake/public.ts'
import { ExportAccountsDialog, ImportAccountsDialog } from './AccountsDialog.tsx'
import { ReviewAccounts, Sentences } from './ReviewAccounts.tsx'
import { ReviewEntities } from './ReviewEntities.tsx'
import { ReviewSecurities } from './ReviewSecurities.tsx'
import classes from './statements.module.css'
import { type StatementActions, useReview, useStatementActions, useStatementFiles } from './use-statements.tsx'

/** The state of a file, in a few words. */
function FileState({ file }: { file: StatementFile }) {
  const { state, questions, tied, logged, accounts, logged_at, removed_on, received, size } = file
  if (state === 'receiving') return <Quiet>{size === 0 ? 'Waiting' : `${formatBytes(received)} received`}</Quiet>
  if (state === 'reading') return <Quiet>Being read</Quiet>
  if (state === 'asks')
    return <span className="warn">{questions === 0 ? 'Date asked' : countOf(questions, 'question', 'questions')}</span>
  if (state === 'logged' && logged_at !== null)
    return (
      <>
        Logged <Moment at={logged_at} />
        {removed_on === null ? null : (
          <Quiet>
            , kept until <CalendarDate date={removed_on.slice(0, 10)} />
          </Quiet>
        )}
      </>
    )
  if (logged > 0) return <>{`${logged} of ${accounts} logged`}</>
  return tied === accounts ? <>Ties to the cent</> : <span className="warn">{`${tied} of ${accounts} tie`}</span>
}

function SameAs({ file: { same_as: same } }: { file: StatementFile }) {
  if (same === null) return null
  return (
    <span className="warn">
      {' '}
      The same file as <RecordText>{same.file_name}</RecordText>
      {same.logged_at === null ? '' : ', which was logged'}.
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
      <>
        <FileLink id={file.id} name={file.file_name} />
        {file.folder === '' ? null : (
          <Quiet>
            {' '}
            <RecordText>{file.folder}</RecordText>
          </Quiet>
        )}
        <SameAs file={file} />
      </>
    ),
  },
  {
    id: 'layout',
    header: 'Taken for',
    width: 160,
    cell: ({ layout }) => (layout === null ? <Absent /> : <RecordText>{layout}</RecordText>),
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

/** Files that are no statements, or could not be read: what each is, and what to do about it. */
function OtherFiles({ files, actions }: { files: readonly StatementFile[]; actions: StatementActions }) {
  if (files.length === 0) return null
  return (
    <Section title="Not read" count={files.length}>
      <ul className={`plain-list ${classes.items}`} aria-label="Not read">
        {files.map(({ id, file_name: name, issue }) => (
          <li key={id} className={classes.item}>
            <div className={`row ${classes.itemHead}`}>
              <strong className="anywhere">
                <RecordText>{name}</RecordText>
              </strong>
              <span className="anywhere">
                {issue?.message} <Quiet>{issue?.next_step}</Quiet>
              </span>
              <span className={classes.itemEnd}>
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
function Waiting({ waiting }: Pick<StatementReview, 'waiting'>) {
  const connectionId = useConnection().id
  const asked = waiting.filter(({ why }) => why !== 'It is being read.' && why !== 'It is being copied.')
  if (asked.length === 0) return null
  return (
    <Section title="Asked about a whole file" count={asked.length}>
      <ul className={`plain-list ${classes.items}`} aria-label="Asked about a whole file">
        {asked.map(({ file_id: id, file_name: name, why }) => (
          <li key={id} className={classes.item}>
            <Link
              to="/c/$connectionId/statements/$id"
              params={{ connectionId, id }}
              data-line
              aria-label={`Answer for ${name}`}
            >
              <RecordText>{name}</RecordText>
            </Link>{' '}
            <Quiet>{why}</Quiet>
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
    const at = lines.findLastIndex((line) => line === document.activeElement || line.contains(document.activeElement))
    const to = at < 0 ? (by === 1 ? 0 : lines.length - 1) : Math.max(0, Math.min(lines.length - 1, at + by))
    lines[to]?.focus()
    lines[to]?.scrollIntoView({ block: 'nearest' })
  }
  const entityInFocus = () => document.activeElement?.closest<HTMLElement>('[data-entity]')?.dataset.entity ?? null
  return { root, move, entityInFocus }
}

/** Everything that the files become, on one screen. */
function Review({
  review,
  files,
  actions,
}: {
  review: StatementReview
  files: readonly StatementFile[]
  actions: StatementActions
}) {
  const { accounts, securities, entities, answers, problems, waiting } = review
  const readOnly = useReadOnlyReason()
  const forbidden = useForbidden('statements.approve')
  const reason = forbidden ?? readOnly
  const fileNames = new Map(files.map(({ id, file_name }) => [id, file_name]))
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
      <Waiting waiting={waiting} />
      <ReviewAccounts
        title="Accounts to decide"
        {...of(({ state, entity }) => state === 'ask' || (state === 'blocked' && entity === null))}
      />
      <ReviewSecurities securities={securities} actions={actions} />
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

const isOther = ({ state }: StatementFile) => state === 'other' || state === 'failed'

/** Custodians' files: what came in, what each becomes, and what was logged. */
export function StatementsPage() {
  const actions = useStatementActions()
  const review = useReview()
  return (
    <Page
      title="Statements"
      aside={
        <>
          <OfflineMark />
          <SampleButton />
          <ReadButton />
          <AccountsMenu />
        </>
      }
    >
      <QueryView query={useStatementFiles()} label="statements">
        {({ files }) =>
          files.length === 0 ? (
            <EmptyState
              title="No statements yet"
              hint="Drop a custodian’s file of holdings anywhere in the window: CSV, Excel (.xlsx), OFX or QFX. Steward reads it on this computer, shows every row with what it was taken for, and makes one valuation for each entity. Nothing is logged before you approve it."
            />
          ) : (
            <>
              {review.isError && review.data === undefined ? (
                <ErrorState error={review.error} onRetry={() => void review.refetch()} />
              ) : null}
              {review.data === undefined ? null : <Review review={review.data} files={files} actions={actions} />}
              <OtherFiles files={files.filter(isOther)} actions={actions} />
              <Section title="Files" count={files.filter((file) => !isOther(file)).length}>
                <RecordTable
                  label="Files"
                  columns={columnsOf(actions)}
                  rows={files.filter((file) => !isOther(file))}
                  keyOf={({ id }) => id}
                />
                <p className={classes.about}>
                  Files are encrypted on this computer. One of which everything is logged is removed after 30 days; what
                  its valuations were read from stays.
                </p>
              </Section>
            </>
          )
        }
      </QueryView>
    </Page>
  )
}
