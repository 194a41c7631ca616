import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { Fragment, useEffect, useRef, useState } from 'react'
import { countOf, formatCount } from '../../../shared/domain/counts.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { StatementFile, StatementFileReading } from '../../../shared/ipc/statement-files.ts'
import { type ColumnUse, columnUses, type TableKind, tableKinds } from '../../../shared/statements/statement.ts'
import { Section } from '../../components/Section.tsx'
import { ErrorState } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { PagePicture } from '../files/public.ts'
import { Amount } from './Amount.tsx'
import classes from './statements.module.css'

const useWords: Record<ColumnUse, string> = {
  name: 'Name of the holding',
  symbol: 'Symbol',
  cusip: 'CUSIP',
  isin: 'ISIN',
  sedol: 'SEDOL',
  custodian: 'Custodian’s own ID',
  kind: 'Kind of security',
  value: 'Value',
  currency: 'Currency',
  account_number: 'Account number',
  account_name: 'Account name',
  as_of: 'Date of the values',
  price_date: 'Date of the price',
  accrued: 'Accrued interest',
  quantity: 'Quantity',
  ignore: 'Not used',
}

const kindWords: Record<TableKind, string> = {
  holdings: 'Holdings',
  cash: 'Cash balances',
  totals: 'Totals',
  facts: 'Facts about the accounts',
  transactions: 'Transactions',
  other: 'Something else',
}

/** Tables of which no row counts. */
const isUnread = (kind: string): boolean => kind === 'transactions' || kind === 'other'

const uses = columnUses.map((value) => ({ value, label: useWords[value] }))
const kinds = tableKinds.map((value) => ({ value, label: kindWords[value] }))

type ColumnsProps = {
  tables: StatementFileReading['tables']
  answers: StatementFileReading['answers']
  onAnswer: (id: string, answer: string) => void
}

/** The use that was found for each table and column. A correction holds for all files with the same header. */
export function StatementColumns({ tables, answers, onAnswer }: ColumnsProps) {
  const [opened, setOpened] = useState(false)
  if (tables.length === 0) return null
  return (
    <Section
      title="Columns"
      aside={
        <Button variant="default" size="compact-sm" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? 'Close' : 'Correct…'}
        </Button>
      }
    >
      <p className={classes.about}>
        What each column was taken for. A correction holds for all files with this header.
      </p>
      {tables
        .filter(({ scope }, at) => tables.findIndex((one) => one.scope === scope) === at)
        .map(({ scope, header_row: row, headers, uses: taken, is }) => (
          <div key={`${scope} ${row}`} className={classes.table}>
            <div className="row">
              <strong>
                {row === null ? 'A table without names of columns' : `Table with the header in row ${row}`}
              </strong>
              {opened ? (
                <NativeSelect
                  size="xs"
                  aria-label={`What the table with the header in row ${row ?? 'none'} is`}
                  data={kinds}
                  value={answers[`${scope}is`] ?? is}
                  onChange={({ currentTarget }) => onAnswer(`${scope}is`, currentTarget.value)}
                />
              ) : (
                <span className="quiet">
                  {kindWords[is as TableKind] ?? is}
                  {isUnread(is) ? ', not read' : null}
                </span>
              )}
            </div>
            <ul className={`plain-list ${classes.columns}`}>
              {headers
                .map((header, at) => ({ header, at, use: taken[at] ?? 'ignore' }))
                .map(({ header, at, use }) => {
                  const words = useWords[use as ColumnUse] ?? use
                  const name = header.trim() || `Column ${at + 1}`
                  if (!opened && (use === 'ignore' || isUnread(is))) return null
                  return (
                    <li key={at}>
                      <span className="cut" title={name}>
                        <RecordText>{name}</RecordText>
                      </span>
                      {opened ? (
                        <NativeSelect
                          size="xs"
                          aria-label={`Use of the column ${name}`}
                          data={uses}
                          value={use}
                          onChange={({ currentTarget }) => onAnswer(`${scope}use:${at}`, currentTarget.value)}
                        />
                      ) : (
                        <span className="quiet">{words}</span>
                      )}
                    </li>
                  )
                })}
            </ul>
          </div>
        ))}
    </Section>
  )
}

type Row = ContractOutputs['statements']['rows']['rows'][number]

const takenWords: Record<Row['taken'], string> = {
  holding: 'Holding',
  line: 'Not counted',
  total: 'Total',
  'left-out': 'Left out',
  refused: 'Cannot be read',
  waiting: 'Asked',
}

const windowRows = 200

/** The window that holds a row: rows of the file without content are not counted, so it is never in a later one. */
const firstWindow = (row: number | null) => (row === null ? 0 : Math.floor(Math.max(0, row - 1) / windowRows))

/** The row's page as a picture, with its amount marked. */
function RowOnPage({
  row,
  place,
  columns,
  pdf,
}: {
  row: number
  place: NonNullable<Row['place']>
  columns: number
  pdf: Pdf
}) {
  const marked = place.mark.of === 'amount' ? 'its amount' : 'its line'
  return (
    <tr>
      <td colSpan={columns}>
        <div className={classes.onPage}>
          <PagePicture
            file={{ kind: 'staged', id: pdf.stagedId }}
            page={place.page}
            mark={place.mark}
            label={`Row ${row} on page ${place.page} of ${pdf.name}, ${marked} marked`}
          />
        </div>
      </td>
    </tr>
  )
}

type Pdf = { stagedId: string; name: string }

function RawRow({ row, isWanted, width, account }: { row: Row; isWanted: boolean; width: number; account: string }) {
  const connectionId = useConnection().id
  const { id = '' } = useParams({ strict: false })
  const line = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (!isWanted) return
    line.current?.scrollIntoView({ block: 'center' })
    line.current?.focus({ preventScroll: true })
  }, [isWanted])
  return (
    <tr ref={line} data-taken={row.taken} data-wanted={isWanted || undefined} tabIndex={isWanted ? -1 : undefined}>
      <th scope="row" className={row.place ? 'nowrap' : undefined}>
        {row.row}
        {row.place ? (
          <Link
            className="note"
            to="/c/$connectionId/statements/$id"
            params={{ connectionId, id }}
            search={{ row: row.row }}
            aria-label={`Show row ${row.row} on page ${row.place.page}, line ${row.place.line}`}
          >
            {' '}
            page {row.place.page}, line {row.place.line}
          </Link>
        ) : null}
      </th>
      <td>
        <span className={classes.taken}>{takenWords[row.taken]}</span>
        {row.words === '' || row.words === takenWords[row.taken] ? null : (
          <span className={`note ${classes.takenWords}`}>{row.words}</span>
        )}
      </td>
      <td>{account}</td>
      <td data-align="end">{row.value === null ? null : <Amount value={row.value} />}</td>
      {Array.from({ length: width }, (_, at) => ({ at, text: row.cells[at] ?? '' })).map(({ at, text }) => (
        <td key={at} className="cut" title={text === '' ? undefined : text}>
          {text}
        </td>
      ))}
    </tr>
  )
}

/** `5 rows with content: 2 holdings, 1 total, 2 left out.` Every row is in one of the numbers. */
function rowsWords({ rows_in: all, counts }: StatementFileReading): string {
  const parts = [
    counts.holding > 0 && countOf(counts.holding, 'holding', 'holdings'),
    counts.line > 0 &&
      countOf(counts.line, 'line that counts only if you say so', 'lines that count only if you say so'),
    counts.total > 0 && countOf(counts.total, 'total', 'totals'),
    counts.waiting > 0 && `${formatCount(counts.waiting)} asked`,
    counts.refused > 0 && `${formatCount(counts.refused)} that cannot be read`,
    counts['left-out'] > 0 && `${formatCount(counts['left-out'])} left out`,
  ]
  return `${countOf(all, 'row', 'rows')} with content: ${parts.filter((part) => part !== false).join(', ')}.`
}

type Props = { file: StatementFile; reading: StatementFileReading; stagedId: string | null }

/** Every row of the file, with what it was taken for. The address may name one, which is then shown, of a PDF on its page. */
export function StatementRows({ file, reading, stagedId }: Props) {
  const { row: asked } = useSearch({ strict: false }) as { row?: unknown }
  const wanted = typeof asked === 'number' && Number.isInteger(asked) && asked > 0 ? asked : null
  const [shown, setShown] = useState({ wanted, at: firstWindow(wanted) })
  if (shown.wanted !== wanted) setShown({ wanted, at: firstWindow(wanted) })
  const connectionId = useConnection().id
  const input = { connectionId, id: file.id, offset: shown.at * windowRows, limit: windowRows }
  const query = useQuery({ ...useApi().statements.rows.queryOptions({ input }), placeholderData: keepPreviousData })
  const { data } = query
  const first = data?.rows[0]?.row
  const isBefore =
    wanted !== null && !query.isPlaceholderData && shown.at > 0 && (first === undefined || first > wanted)
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    if (isBefore && !settled) setShown((now) => ({ ...now, at: now.at - 1 }))
    else if (data !== undefined && !query.isPlaceholderData) setSettled(true)
  }, [isBefore, settled, data, query.isPlaceholderData])
  if (data === undefined)
    return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null
  const names = new Map(reading.accounts.map(({ key, number, name }) => [key, number || name || '']))
  const go = (at: number) => {
    setSettled(true)
    setShown((now) => ({ ...now, at }))
  }
  const from = shown.at * windowRows
  const to = Math.min(data.total, from + windowRows)
  return (
    <Section title="The file itself" count={data.total}>
      <p className={classes.about}>Each row as it is in the file, with what it was taken for. {rowsWords(reading)}</p>
      <div className="scroll-x">
        <table className={classes.rows} aria-label="Rows of the file">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Taken for</th>
              <th scope="col">Account</th>
              <th scope="col" data-align="end">
                Amount
              </th>
              <th scope="col" colSpan={Math.max(1, data.width)}>
                Cells
              </th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <Fragment key={row.row}>
                <RawRow
                  row={row}
                  isWanted={row.row === wanted}
                  width={Math.max(1, data.width)}
                  account={row.account === null ? '' : (names.get(row.account) ?? '')}
                />
                {row.row === wanted && row.place && stagedId !== null ? (
                  <RowOnPage
                    row={row.row}
                    place={row.place}
                    columns={4 + Math.max(1, data.width)}
                    pdf={{ stagedId, name: file.file_name }}
                  />
                ) : null}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {data.total > windowRows ? (
        <div className={`row ${classes.pager}`}>
          <Button variant="default" size="compact-sm" disabled={shown.at === 0} onClick={() => go(shown.at - 1)}>
            Previous rows
          </Button>
          <output className="tabular">
            {formatCount(from + 1)}–{formatCount(to)} of {formatCount(data.total)} rows
          </output>
          <Button variant="default" size="compact-sm" disabled={to >= data.total} onClick={() => go(shown.at + 1)}>
            Next rows
          </Button>
        </div>
      ) : null}
    </Section>
  )
}
