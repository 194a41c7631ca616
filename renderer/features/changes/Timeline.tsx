import type { ObservedChange } from '../../../shared/ipc/changes.ts'
import { DayList } from '../../components/DayList.tsx'
import { ChangeItem } from './ChangeItem.tsx'

type Props = {
  /** Newest first. */
  changes: readonly ObservedChange[]
  /** Names the household of each change. */
  household?: boolean
  /** The heading level of the days. */
  level: 2 | 3
}

const seenAt = ({ observed_at }: ObservedChange) => observed_at
const numberOf = ({ number }: ObservedChange) => number

/** Changes by the day on which they were seen. */
export function Timeline({ changes, household = false, level }: Props) {
  return (
    <DayList items={changes} momentOf={seenAt} keyOf={numberOf} level={level}>
      {(change) => <ChangeItem key={change.number} change={change} household={household} />}
    </DayList>
  )
}
