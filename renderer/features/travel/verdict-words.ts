import { formatBytes } from '../../../shared/domain/bytes.ts'
import { formatCount } from '../../../shared/domain/counts.ts'
import { formatMoment, formatTime } from '../../../shared/domain/dates.ts'
import type { PinnedHousehold, TravelGap } from '../../../shared/ipc/travel.ts'

const many = (count: number, one: string, more = `${one}s`) => `${formatCount(count)} ${count === 1 ? one : more}`
const documents = (count: number) => (count === 0 ? 'no documents' : many(count, 'document'))

/** When something was checked: today only the time, in the computer's time zone, otherwise with the date. */
export function checkedWords(at: string, now: number): string {
  const then = new Date(at)
  if (then.toDateString() !== new Date(now).toDateString()) return `checked ${formatMoment(at)}`
  return `checked ${formatTime(at)}`
}

/** The state of a pinned household as one sentence without its full stop. `now` in ms since 1970, `budget` in bytes. */
export function verdictWords(pinned: PinnedHousehold, { now, budget }: { now: number; budget: number }): string {
  const { verdict, checked_at, short } = pinned
  const { total, held } = pinned.documents
  if (verdict === 'ready') return `Ready: ${documents(total)}${checked_at ? `, ${checkedWords(checked_at, now)}` : ''}`
  if (verdict === 'fetching') return total === 0 ? 'Checking' : `Downloading: ${held} of ${documents(total)}`
  if (verdict === 'over-budget') return `Does not fit: ${formatBytes(short)} over the limit of ${formatBytes(budget)}`
  if (verdict === 'unchecked') return 'Not checked yet'
  return lackingWords(pinned)
}

/** Counts of missing items by kind. */
function lackingWords({ documents: { total, held }, valuations, gaps, problem }: PinnedHousehold): string {
  const missing = total - held
  const older = gaps.filter(({ what }) => what === 'document').length - missing
  const unreadable = gaps.filter(({ what }) => what !== 'document' && what !== 'valuation').length
  const unvalued = valuations.total - valuations.held
  const parts = [
    missing > 0 ? `${formatCount(missing)} of ${documents(total)} ${missing === 1 ? 'is' : 'are'} missing` : null,
    older > 0 ? `${many(older, 'document')} may be older than the service’s` : null,
    unvalued > 0 ? `${formatCount(unvalued)} of ${many(valuations.total, 'valuation')} not fetched` : null,
    unreadable > 0 ? `${many(unreadable, 'record')} cannot be read` : null,
  ].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(', ') : (problem ?? 'Incomplete').replace(/\.$/, '')
}

/** The first missing item with its reason, and the number of others. */
export function firstGapWords({ gaps }: PinnedHousehold): { gap: TravelGap; others: number } | null {
  const [gap, ...others] = gaps
  return gap ? { gap, others: others.length } : null
}

/** Counts of the items stored for a pinned household. */
export function loadWords({ documents: { total }, valuations, summaries, bytes }: PinnedHousehold): string {
  const size = bytes > 0 ? ` (${formatBytes(bytes)})` : ''
  const parts = [
    `${many(total, 'document')}${size}`,
    many(valuations.total, 'valuation'),
    many(summaries, 'summary', 'summaries'),
  ]
  return parts.join(', ')
}
