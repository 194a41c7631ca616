import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import type { StatementFile, StatementFileReading } from '../../../shared/ipc/statement-files.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { OverflowMenu } from '../../components/OverflowMenu.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { Section } from '../../components/Section.tsx'
import { EmptyState } from '../../components/States.tsx'
import { TableQuestions } from '../../components/tables/TableQuestions.tsx'
import { Absent, CalendarDate, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { Amount } from './Amount.tsx'
import { accountName, RowLink } from './ReviewAccounts.tsx'
import { ScanFigures } from './ScanFigures.tsx'
import { StatementColumns, StatementRows } from './StatementRows.tsx'
import classes from './statements.module.css'
import { type StatementActions, scanProgress, useStatementActions } from './use-statements.tsx'

type FileProps = { file: StatementFile; reading: StatementFileReading; actions: StatementActions }

/** The date of the values: the file’s own, or the one that the advisor chose. */
function AsOf({ file, reading: { as_of: asOf }, actions }: FileProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const choose = (date: string | null) => {
    setTyped(null)
    if (date !== asOf.date || asOf.is_chosen) actions.answer(file.id, { what: 'as-of', date })
  }
  return (
    <div className={classes.asOf}>
      <TextInput
        size="xs"
        type="date"
        label="Values as of"
        error={asOf.date === null ? 'The file names no date.' : undefined}
        value={typed ?? asOf.date ?? ''}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => typed !== null && /^\d{4}-\d{2}-\d{2}$/.test(typed) && choose(typed)}
        onKeyDown={({ key }) => key === 'Enter' && typed !== null && typed !== '' && choose(typed)}
      />
      {asOf.date === null && asOf.proposed !== null ? (
        <Button variant="default" size="xs" onClick={() => choose(asOf.proposed)}>
          Use {formatCalendarDate(asOf.proposed)}
        </Button>
      ) : null}
      {asOf.is_chosen ? (
        <Button variant="default" size="xs" onClick={() => choose(null)}>
          Take my date back
        </Button>
      ) : null}
      <span className="anywhere">
        {asOf.is_chosen ? <Quiet>Chosen by you. </Quiet> : null}
        {asOf.from === null ? null : (
          <Quiet>
            The file says: <RecordText>{asOf.from}</RecordText>.{' '}
          </Quiet>
        )}
        {asOf.price_dates.length > 1 ? (
          <Quiet>Dates of prices: {asOf.price_dates.map(formatCalendarDate).join(', ')}. </Quiet>
        ) : null}
        {asOf.problem === null ? null : <span className="negative">{asOf.problem}</span>}
      </span>
    </div>
  )
}

/** The advisor’s name of the file’s custodian. That of another file with these headers is proposed: two custodians may have equal headers. */
function Custodian({ file, reading: { layout }, actions }: FileProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const { custodian, proposed } = layout
  const choose = (name: string | null) => {
    setTyped(null)
    if (name !== custodian) actions.answer(file.id, { what: 'custodian', name })
  }
  const keep = () => typed !== null && choose(typed.trim() === '' ? null : typed.trim().slice(0, 60))
  return (
    <div className={classes.asOf}>
      <TextInput
        size="xs"
        label="Custodian"
        description="Valuations from this file name it in their description, and an account with only the end of its number is known again by it. It is proposed for other files with these headers."
        inputWrapperOrder={['label', 'input', 'description']}
        placeholder={layout.words}
        maxLength={60}
        autoComplete="off"
        value={typed ?? custodian ?? ''}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={keep}
        onKeyDown={({ key }) => {
          if (key === 'Enter') keep()
          if (key === 'Escape') setTyped(null)
        }}
      />
      {custodian === null && proposed !== null ? (
        <Button variant="default" size="xs" onClick={() => choose(proposed)}>
          <span>
            Use <RecordText>{proposed}</RecordText>
          </span>
        </Button>
      ) : null}
    </div>
  )
}

type Account = StatementFileReading['accounts'][number]

const accountColumns = (file: StatementFile): readonly GridColumn<Account>[] => [
  {
    id: 'name',
    header: 'Account',
    width: 200,
    cell: (account) => (
      <>
        <RecordText>{accountName(account)}</RecordText>
        {account.is_masked && account.number !== '' ? <Quiet> (end of the number)</Quiet> : null}
      </>
    ),
  },
  { id: 'rows', header: 'Rows', width: 72, align: 'end', cell: ({ rows }) => rows },
  { id: 'sum', header: 'Sum', width: 120, align: 'end', cell: ({ sum }) => <Amount value={sum} /> },
  {
    id: 'stated',
    header: 'Stated total',
    width: 160,
    align: 'end',
    cell: ({ stated_total: stated, typed_total: typed }) =>
      stated !== null ? (
        <>
          <Amount value={stated.value} /> <RowLink from={{ file_id: file.id, row: stated.row }} />
        </>
      ) : typed !== null ? (
        <>
          <Amount value={typed} /> <Quiet>typed</Quiet>
        </>
      ) : (
        <Absent />
      ),
  },
  {
    id: 'open',
    header: 'Open',
    width: 160,
    cell: ({ questions, refused_count: refused, lines, stated_total: stated, typed_total: typed }) => {
      const uncounted = lines.filter(({ counted }) => !counted).length
      const parts = [
        questions.length > 0 && countOf(questions.length, 'question', 'questions'),
        refused > 0 && countOf(refused, 'row cannot be read', 'rows cannot be read'),
        uncounted > 0 && countOf(uncounted, 'line not counted', 'lines not counted'),
        stated === null && typed === null && 'total asked',
      ].filter((part) => part !== false)
      return parts.length === 0 ? <Quiet>Nothing</Quiet> : <span className="warn">{parts.join(', ')}</span>
    },
  },
]

type Refused = StatementFileReading['refused'][number]

/** Rows that cannot be read, each with its reason. */
function RefusedRows({ file, refused, count }: { file: StatementFile; refused: readonly Refused[]; count: number }) {
  if (refused.length === 0) return null
  return (
    <Section title="Rows that cannot be read" count={count}>
      <ul className={`plain-list ${classes.refused}`} aria-label="Rows that cannot be read">
        {refused.map(({ row, text, cause, next_step }) => (
          <li key={`${row} ${cause}`}>
            <RowLink from={{ file_id: file.id, row }} /> <RecordText>{text}</RecordText>:{' '}
            <span className="negative">{cause}</span> <Quiet>{next_step}</Quiet>
          </li>
        ))}
        {count > refused.length ? <li className="quiet">and {count - refused.length} more</li> : null}
      </ul>
    </Section>
  )
}

/** Sheets of a workbook that were not read, with what that means; the hidden ones can be read. */
function OtherSheets({ file, reading, actions }: FileProps) {
  const { other_sheets: sheets, reads_hidden_sheets: isRead } = reading
  const choose = (answer: 'read' | '') =>
    actions.answer(file.id, { what: 'answers', answers: { 'hidden-sheets': answer } })
  if (sheets.length === 0 && !isRead) return null
  const isAnyHidden = sheets.some(({ is_hidden: isHidden }) => isHidden)
  return (
    <Section title="Other sheets" count={sheets.length}>
      {sheets.length === 0 ? null : (
        <>
          <ul className={`plain-list ${classes.sentences}`} aria-label="Sheets that were not read">
            {sheets.map(({ name, is_hidden: isHidden }) => (
              <li key={name}>
                <RecordText>{name}</RecordText>{' '}
                <Quiet>
                  {isHidden ? 'Hidden' : 'Beyond the first 40 sheets: split the workbook, then drop its parts'}
                </Quiet>
              </li>
            ))}
          </ul>
          <p className={classes.about}>
            Their rows were not read: no holding of them is in a valuation. While they are not read, the original cannot
            be filed as a document, since they may be about another household.
          </p>
        </>
      )}
      {isRead ? (
        <p className={classes.about}>The hidden sheets of this workbook were read as well, since you chose so.</p>
      ) : null}
      {isAnyHidden || isRead ? (
        <Button variant="default" size="xs" onClick={() => choose(isRead ? '' : 'read')}>
          {isRead ? 'Leave the hidden sheets out' : 'Read the hidden sheets too'}
        </Button>
      ) : null}
    </Section>
  )
}

/** Sentences about hidden columns, merged cells and formulas without a value. */
function WorkbookRemarks({ reading }: Pick<FileProps, 'reading'>) {
  const { workbook_remarks: remarks, hides_columns: isHidden } = reading
  if (remarks.length === 0) return null
  return (
    <Section title="About the workbook">
      <ul className={`plain-list ${classes.sentences}`} aria-label="About the workbook">
        {remarks.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {isHidden ? (
        <p className={classes.about}>
          While it hides columns, the original cannot be filed as a document, since they may be about another household.
        </p>
      ) : null}
    </Section>
  )
}

const Facts = (props: FileProps) => (
  <div className={classes.facts}>
    <AsOf {...props} />
    <Custodian {...props} />
  </div>
)

function Reading({ file, reading, actions, stagedId }: FileProps & { stagedId: string | null }) {
  const questions = [...reading.questions, ...reading.accounts.flatMap((account) => account.questions)]
  const refused = [...reading.refused, ...reading.accounts.flatMap((account) => account.refused)]
  const onAnswer = (id: string, text: string) => actions.answer(file.id, { what: 'answers', answers: { [id]: text } })
  const { scan } = file
  const isOpen = scan?.is === 'read' && scan.confirmed < scan.count
  return (
    <>
      {scan === null ? null : <ScanFigures file={file} stagedId={stagedId} />}
      {isOpen ? null : <Facts {...{ file, reading, actions }} />}
      {questions.length === 0 ? null : (
        <Section title="Questions" count={questions.length}>
          <TableQuestions questions={questions} answers={reading.answers} onAnswer={onAnswer} />
        </Section>
      )}
      {isOpen ? null : (
        <Section title="Accounts" count={reading.accounts.length}>
          <RecordTable
            label="Accounts"
            columns={accountColumns(file)}
            rows={reading.accounts}
            keyOf={({ key }) => key}
          />
        </Section>
      )}
      <RefusedRows file={file} refused={refused} count={reading.counts.refused} />
      <OtherSheets {...{ file, reading, actions }} />
      <WorkbookRemarks reading={reading} />
      {reading.answered.length === 0 ? null : (
        <Section title="Answered" count={reading.answered.length}>
          <TableQuestions questions={reading.answered} answers={reading.answers} onAnswer={onAnswer} />
        </Section>
      )}
      <StatementColumns tables={reading.tables} answers={reading.answers} onAnswer={onAnswer} />
      <StatementRows {...{ file, reading, stagedId }} />
    </>
  )
}

/** Why nothing of a file is shown: it is not read yet, or it cannot be read. */
function NotRead({ file: { id, state, issue, scan }, actions }: Pick<FileProps, 'file' | 'actions'>) {
  if (scan?.is === 'reading')
    return (
      <EmptyState
        title={scanProgress(scan)}
        hint="A page takes some seconds. You can go on with other work; its figures are shown here afterwards."
      />
    )
  if (state === 'receiving' || state === 'reading')
    return (
      <EmptyState
        title={state === 'receiving' ? 'This file is being copied' : 'This file is being read'}
        hint="Its accounts and rows are shown here when that is done."
      />
    )
  return (
    <EmptyState
      title={issue?.message ?? 'This file could not be read.'}
      hint={issue?.next_step ?? 'Remove it, then drop it again.'}
    >
      {scan?.is === 'unread' && scan.why === null ? (
        <Button size="xs" onClick={() => actions.readScan(id)}>
          Read this scan
        </Button>
      ) : null}
    </EmptyState>
  )
}

/** One custodian’s file: what it was taken for, its accounts, and every row. */
function Contents() {
  const { id = '' } = useParams({ strict: false })
  const connectionId = useConnection().id
  const navigate = useNavigate()
  const actions = useStatementActions()
  const query = useQuery(useApi().statements.read.queryOptions({ input: { connectionId, id } }))
  const toList = { to: '/c/$connectionId/statements', params: { connectionId } } as const
  const remove = () => {
    actions.remove([id])
    void navigate(toList)
  }
  return (
    <QueryView query={query} label="this file">
      {({ file, reading, staged_id: stagedId }) => (
        <Page
          title={file.file_name}
          kind="Statement"
          crumbs={[{ label: 'Statements', ...toList }]}
          subtitle={
            <>
              {file.layout === null ? null : (
                <span>
                  Taken for: <RecordText>{file.layout}</RecordText>
                </span>
              )}
              <span>{countOf(file.accounts, 'account', 'accounts')}</span>
              <span>{countOf(file.rows, 'holding', 'holdings')}</span>
              {file.as_of === null ? null : (
                <span>
                  as of <CalendarDate date={file.as_of} />
                </span>
              )}
            </>
          }
          aside={<OverflowMenu actions={[{ label: 'Remove from Statements', danger: true, onRun: remove }]} />}
        >
          {reading === null ? (
            <NotRead {...{ file, actions }} />
          ) : (
            <Reading {...{ file, reading, actions, stagedId }} />
          )}
        </Page>
      )}
    </QueryView>
  )
}

/** The page of one file. Nothing of it stays on screen once the firm’s policy forbids it. */
export function StatementPage() {
  const forbidden = useForbidden('statements.read')
  if (forbidden === null) return <Contents />
  return (
    <Page title="Statement">
      <EmptyState title="Statements are switched off" hint={forbidden} />
    </Page>
  )
}
