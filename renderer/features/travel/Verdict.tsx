import { IconAlertTriangle, IconCircleCheck, IconClock, IconCloudDownload, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { PinnedHousehold } from '../../../shared/ipc/travel.ts'
import { useNow } from '../../lib/use-now.ts'
import classes from './travel.module.css'
import { verdictWords } from './verdict-words.ts'

const faces: Record<PinnedHousehold['verdict'], { icon: ComponentType<IconProps>; tone: string }> = {
  ready: { icon: IconCircleCheck, tone: 'good' },
  fetching: { icon: IconCloudDownload, tone: 'busy' },
  incomplete: { icon: IconAlertTriangle, tone: 'attention' },
  'over-budget': { icon: IconAlertTriangle, tone: 'attention' },
  unchecked: { icon: IconClock, tone: 'quiet' },
}

/** The state of a pinned household in plain words. */
export function Verdict({ pinned, budget }: { pinned: PinnedHousehold; budget: number }) {
  const { icon: Face, tone } = faces[pinned.verdict]
  return (
    <span className={`inline ${classes.verdict}`} data-tone={tone}>
      <Face size={14} stroke={1.75} aria-hidden="true" />
      {verdictWords(pinned, { now: useNow(), budget })}
    </span>
  )
}
