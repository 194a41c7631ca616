import type { ReactNode } from 'react'
import { formatCalendarDate, formatMoment } from '../../../shared/domain/dates.ts'
import { formatCents } from '../../../shared/domain/money.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { PackFacts } from '../../data/reads/pack.ts'

/** Characters that have no picture, and halves of surrogate pairs. */
const notText = /[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** A text of a record without characters that cannot be printed. */
export const printable = (text: string): string => text.replace(notText, '\ufffd')

/** A text of a record. Its writing direction and its control characters end where it ends. */
export const RecordText = ({ children }: { children: string }) => <bdi dir="auto">{printable(children)}</bdi>

/** The day of a moment (ISO 8601) in local time, `Nov 27, 2026`. */
export const dayOf = (moment: string): string => formatMoment(moment).split(', ').slice(0, 2).join(', ')

/** A calendar date, `YYYY-MM-DD`. */
export const Day = ({ date }: { date: string }) => (
  <time dateTime={date} className="date">
    {printable(formatCalendarDate(date))}
  </time>
)

/** The dates that a sum is as of: the oldest and the newest. */
export function AsOf({ oldest, newest }: { oldest: string | null; newest: string | null }) {
  if (oldest === null || newest === null) return <>–</>
  if (oldest === newest) return <Day date={oldest} />
  return (
    <>
      <Day date={oldest} /> – <Day date={newest} />
    </>
  )
}

/** The cell of an amount in whole cents. */
export const AmountCell = ({ cents }: { cents: bigint }) => (
  <td className={cents < 0n ? 'amount negative' : 'amount'}>{formatCents(cents)}</td>
)

/** In place of records where there are none yet; a section that is known to have none is left out. */
export const NotRead = ({ of }: { of: PackFacts['unread'][number] }) => <p>{resourceNames[of].many} not read yet.</p>

type TableProps = {
  caption: string
  columns: readonly { name: string; amount?: true }[]
  /** True if the children are groups of rows, each of which stays on one page where it fits. */
  grouped?: boolean
  children: ReactNode
}

/** A table whose header row repeats on every page. */
export const Table = ({ caption, columns, grouped = false, children }: TableProps) => (
  <table aria-label={caption}>
    <thead>
      <tr>
        {columns.map(({ name, amount }) => (
          <th key={name} scope="col" className={amount ? 'amount' : undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    {grouped ? children : <tbody>{children}</tbody>}
  </table>
)
