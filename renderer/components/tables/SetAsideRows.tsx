import { formatCount } from '../../../shared/domain/counts.ts'
import type { LeftOutRow, RefusedRow } from '../../../shared/tables/doubts.ts'
import { Quiet, RecordText } from '../Values.tsx'
import classes from './tables.module.css'

/** More rows than this are counted and not listed. */
const mostListed = 100

type Listed = { row: number; text: string; why: string }

function Rows({ label, rows, count }: { label: string; rows: readonly Listed[]; count: number }) {
  if (count === 0) return null
  return (
    <details className={classes.aside}>
      <summary>
        {formatCount(count)} {count === 1 ? 'row' : 'rows'} {label}
      </summary>
      <ul>
        {rows.slice(0, mostListed).map(({ row, text, why }) => (
          <li key={row}>
            Row {formatCount(row)}: <RecordText>{text.slice(0, 200)}</RecordText>
            <p>
              <Quiet>{why}</Quiet>
            </p>
          </li>
        ))}
        {count > mostListed ? <li>{formatCount(count - mostListed)} more</li> : null}
      </ul>
    </details>
  )
}

type Props = {
  refused: readonly RefusedRow[]
  leftOut: readonly LeftOutRow[]
  waiting: readonly LeftOutRow[]
  /** The numbers of all such rows, if the lists have only the first. */
  counts?: { refused: number; leftOut: number; waiting: number }
}

/** The rows of a table that are not taken, or not yet, each with the reason. */
export function SetAsideRows({ refused, leftOut, waiting, counts }: Props) {
  return (
    <>
      <Rows
        label="refused"
        count={counts?.refused ?? refused.length}
        rows={refused.map(({ row, text, cause, next_step }) => ({ row, text, why: `${cause} ${next_step}` }))}
      />
      <Rows label="left out" count={counts?.leftOut ?? leftOut.length} rows={leftOut} />
      <Rows label="waiting for an answer" count={counts?.waiting ?? waiting.length} rows={waiting} />
    </>
  )
}
