import { type KeyboardEvent, useId, useMemo } from 'react'
import type { ObservedChange } from '../../../shared/ipc/changes.ts'
import { moveByLine } from '../../components/line-keys.ts'
import { byDay, type Day as DayOf } from '../../lib/by-day.ts'
import { useNow } from '../../lib/use-now.ts'
import { ChangeItem } from './ChangeItem.tsx'
import classes from './changes.module.css'

type Props = {
  /** Newest first. */
  changes: readonly ObservedChange[]
  /** Names the household of each change. */
  household?: boolean
  /** The heading level of the days. */
  level: 2 | 3
}

function Day({ day, household, level }: { day: DayOf<ObservedChange>; household: boolean; level: 2 | 3 }) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <li className={classes.day}>
      <Heading id={id}>{day.title}</Heading>
      <ol className={classes.changes} aria-labelledby={id}>
        {day.items.map((change) => (
          <ChangeItem key={change.number} change={change} household={household} />
        ))}
      </ol>
    </li>
  )
}

/** Changes by the day on which they were seen. The arrow keys move between their records. */
export function Timeline({ changes, household = false, level }: Props) {
  const now = useNow()
  const days = useMemo(() => byDay(changes, ({ observed_at }) => observed_at, now), [changes, now])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => moveByLine(event)
  return (
    <ol className={classes.days} onKeyDown={onKeyDown}>
      {days.map((day) => (
        <Day key={day.items[0]?.number} day={day} household={household} level={level} />
      ))}
    </ol>
  )
}
