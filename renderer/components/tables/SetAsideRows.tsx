import { formatCount } from '../../../shared/domain/counts.ts'
import type { LeftOutRow, RefusedRow } from '../../../shared/tables/doubts.ts'
import { Quiet, RecordText } from '../Values.tsx'
import classes from './tables.module.css'

/** More rows than this are counted and not listed. */
const mostListed = 100

type Listed = { row: number; text: string; why: string }

function Rows({ label, rows }: { label: string; rows: readonly Listed[] }) {
  if (rows.length === 0) return null
  return (
    <details className={classes.aside}>
      <summary>
        {formatCount(rows.length)} {label}
      </summary>
      <ul>
        {rows.slice(0, mostListed).map(({ row, text, why }) => (
          <li key={row}>
            Row {formatCount(row)}: <RecordText>{text.slice(0, 200)}</RecordText> <Quiet>{why}</Quiet>
          </li>
        ))}
        {rows.length > mostListed ? <li>{formatCount(rows.length - mostListed)} more</li> : null}
      </ul>
    </details>
  )
}

/** The rows of a table that are not taken, each with the reason. */
export function SetAsideRows({ refused, leftOut }: { refused: readonly RefusedRow[]; leftOut: readonly LeftOutRow[] }) {
  return (
    <>
      <Rows
        label="refused"
        rows={refused.map(({ row, text, cause, next_step }) => ({ row, text, why: `${cause} ${next_step}` }))}
      />
      <Rows label="left out" rows={leftOut} />
    </>
  )
}
