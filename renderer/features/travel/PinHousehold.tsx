import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPlaneTilt, IconPlaneTiltFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useConnection } from '../../lib/connection.ts'
import classes from './travel.module.css'
import { usePin } from './use-pin.tsx'
import { Verdict } from './Verdict.tsx'
import { firstGapWords } from './verdict-words.ts'

type Props = { id: string; title: string }

/** Pins or unpins the household on screen. */
export function PinButton({ id, title }: Props) {
  const { pinned, toggle } = usePin(id, title)
  useCommand('household.pin', pinned === null ? toggle : null)
  useCommand('household.unpin', pinned === null ? null : toggle)
  const Face = pinned ? IconPlaneTiltFilled : IconPlaneTilt
  return (
    <Tooltip label={pinned ? 'Unpin: its files may be removed' : 'Pin for travel: keep everything on this computer'}>
      <ActionIcon size={24} aria-label="Pin for travel" aria-pressed={pinned !== null} onClick={toggle}>
        <Face size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}

/** One line on a pinned household's page: whether all of it is available offline. */
export function PinnedNotice({ id, title }: Props) {
  const { pinned, budget } = usePin(id, title)
  const connectionId = useConnection().id
  if (!pinned) return null
  const first = pinned.verdict === 'ready' || pinned.verdict === 'fetching' ? null : firstGapWords(pinned)
  return (
    <output className={classes.notice} aria-label="Ready for travel">
      <Verdict pinned={pinned} budget={budget} />
      {first ? (
        <span className={classes.why} title={`${first.gap.title}: ${first.gap.reason}`}>
          <bdi>{first.gap.title}</bdi>: {first.gap.reason}
        </span>
      ) : null}
      <Link to="/c/$connectionId/travel" params={{ connectionId }}>
        All pinned households
      </Link>
    </output>
  )
}
