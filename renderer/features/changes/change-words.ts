import { mostUnseen } from '../../../shared/domain/changes.ts'
import { formatCount } from '../../../shared/domain/counts.ts'
import { formatMoment, formatTime } from '../../../shared/domain/dates.ts'
import type { ObservedChange } from '../../../shared/ipc/changes.ts'

/** Display names of the kinds of change. */
export const kindNames = { added: 'Added', changed: 'Changed', gone: 'Gone' } as const satisfies Record<
  ObservedChange['kind'],
  string
>

const since = { added: 'added after', changed: 'changed after', gone: 'still there at' } as const satisfies Record<
  ObservedChange['kind'],
  string
>

/** When a change was seen, below the heading of its day, and since when it can have happened. */
export function saySeen({
  kind,
  observed_at,
  seen_before,
}: Pick<ObservedChange, 'kind' | 'observed_at' | 'seen_before'>) {
  const seen = `Seen ${formatTime(observed_at)}`
  if (seen_before === null) return seen
  const isSameDay = new Date(observed_at).toDateString() === new Date(seen_before).toDateString()
  return `${seen}, ${since[kind]} ${isSameDay ? formatTime(seen_before) : formatMoment(seen_before)}`
}

/** `1 change`, `12 changes`; `99+ changes` if there are more than are counted. */
export const sayCount = (count: number): string =>
  `${count >= mostUnseen ? `${mostUnseen - 1}+` : formatCount(count)} ${count === 1 ? 'change' : 'changes'}`
