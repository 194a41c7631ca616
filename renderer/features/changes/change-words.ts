import { mostUnseen } from '../../../shared/domain/changes.ts'
import { formatCount } from '../../../shared/domain/counts.ts'
import { formatMoment, formatTime } from '../../../shared/domain/dates.ts'
import type { ObservedChange } from '../../../shared/ipc/changes.ts'

/** Display names of the kinds of change. */
export const kindNames = { added: 'Added', changed: 'Changed', gone: 'Gone' } as const satisfies Record<
  ObservedChange['kind'],
  string
>

/**
 * Between which two checks a change happened, below the heading of its day: `Changed 4:12–4:27 PM`; within a minute, `Changed 4:27 PM`.
 * Only the time for records that were added or are gone, because a mark beside their names says so: `4:12–4:27 PM`.
 */
export function saySeen({
  kind,
  observed_at,
  seen_before,
}: Pick<ObservedChange, 'kind' | 'observed_at' | 'seen_before'>) {
  const end = formatTime(observed_at)
  const time = between(observed_at, seen_before, end)
  return kind === 'changed' ? `${kindNames.changed} ${time}` : time.charAt(0).toUpperCase() + time.slice(1)
}

function between(observed_at: string, seen_before: string | null, end: string): string {
  if (seen_before === null) return `before ${end}`
  const isSameDay = new Date(observed_at).toDateString() === new Date(seen_before).toDateString()
  if (!isSameDay) return `between ${formatMoment(seen_before)} and ${end}`
  if (formatTime(seen_before) === end) return end
  const [start = '', half] = formatTime(seen_before).split(' ')
  return `${half !== undefined && end.endsWith(half) ? start : formatTime(seen_before)}–${end}`
}

/** `1 change`, `12 changes`; `99+ changes` if there are more than are counted. */
export const sayCount = (count: number): string =>
  `${count >= mostUnseen ? `${mostUnseen - 1}+` : formatCount(count)} ${count === 1 ? 'change' : 'changes'}`
