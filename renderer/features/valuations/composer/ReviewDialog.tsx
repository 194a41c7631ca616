import { formatCount } from '../../../../shared/domain/counts.ts'
import { formatCalendarDate } from '../../../../shared/domain/dates.ts'
import { perCentWords } from '../../../../shared/domain/per-cent.ts'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { RecordText } from '../../../components/Values.tsx'
import { formatCents } from '../../../lib/amounts.ts'
import classes from './review.module.css'
import type { Change, Review } from './review.ts'

const signed = (cents: bigint): string => (cents > 0n ? `+${formatCents(cents)}` : formatCents(cents))

function differenceWords({ difference, percent }: Change): string {
  if (difference === 0n) return 'No change'
  const words = perCentWords(percent, difference)
  return words === null ? signed(difference) : `${signed(difference)} (${words})`
}

function othersWords({ added, removed }: Review): string | null {
  const words = [
    added > 0 ? `${formatCount(added)} new ${added === 1 ? 'asset' : 'assets'}` : null,
    removed > 0 ? `${formatCount(removed)} left out` : null,
  ].filter((one) => one !== null)
  return words.length > 0 ? `${words.join(', ')}.` : null
}

function Jumps({ jumps }: Pick<Review, 'jumps'>) {
  if (jumps.length === 0) return null
  return (
    <section aria-label="Changes of more than 25%" className={`warn-box ${classes.jumps}`}>
      <h3>Changes of more than 25%</h3>
      <ul>
        {jumps.map(({ key, name, before, after, difference, percent }) => (
          <li key={key}>
            <span>
              <RecordText>{name}</RecordText>
            </span>
            <span className="amount">
              {formatCents(before)} → {formatCents(after)}
            </span>
            <strong className="amount">{perCentWords(percent, difference) ?? signed(difference)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Identifiers({ identifiers }: Pick<Review, 'identifiers'>) {
  if (identifiers.length === 0) return null
  return (
    <section aria-label="External IDs that change" className={`warn-box ${classes.jumps}`}>
      <h3>External IDs that change</h3>
      <ul>
        {identifiers.map(({ key, name, before, after }) => (
          <li key={key}>
            <span>
              <RecordText>{name}</RecordText>
            </span>
            <span className="amount">
              {before === '' ? 'none' : <RecordText>{before}</RecordText>} →{' '}
              {after === '' ? 'none' : <RecordText>{after}</RecordText>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = {
  review: Review
  /** The entity's name. */
  of: string
  /** `YYYY-MM-DD`; null if there was no valuation before. */
  lastDate: string | null
  date: string
  onLog: () => void
  onClose: () => void
}

/** Shows what a valuation changes before it is logged: it cannot be corrected later. Enter logs it, Escape goes back. */
export function ReviewDialog({ review, of, lastDate, date, onLog, onClose }: Props) {
  const { total, assets, jumps, identifiers } = review
  const others = othersWords(review)
  return (
    <FormDialog
      title="Review the valuation"
      size={560}
      onClose={onClose}
      cancel={{ label: 'Back' }}
      confirm={{ label: 'Log', hasFocus: true, onConfirm: onLog }}
    >
      <div>
        <p className={classes.of}>
          <RecordText>{of}</RecordText>
        </p>
        <dl className={classes.totals}>
          {lastDate === null ? null : (
            <div>
              <dt>Last valuation, {formatCalendarDate(lastDate)}</dt>
              <dd className="amount">{formatCents(total.before)}</dd>
            </div>
          )}
          <div data-new>
            <dt>
              This one, {formatCalendarDate(date)}, {formatCount(assets)} {assets === 1 ? 'asset' : 'assets'}
            </dt>
            <dd className="amount">{formatCents(total.after)}</dd>
          </div>
          {lastDate === null ? null : (
            <div>
              <dt>Difference</dt>
              <dd className="amount">{differenceWords(total)}</dd>
            </div>
          )}
        </dl>
        {lastDate === null ? <p className={classes.quiet}>This is the first valuation known here.</p> : null}
        {others !== null && lastDate !== null ? <p className={classes.quiet}>{others}</p> : null}
        <Jumps jumps={jumps} />
        <Identifiers identifiers={identifiers} />
      </div>
    </FormDialog>
  )
}
