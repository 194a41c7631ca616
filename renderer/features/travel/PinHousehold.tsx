import { IconPlaneTilt, IconPlaneTiltFilled } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { StateToggle } from '../../components/StateToggle.tsx'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import classes from './travel.module.css'
import { Verdict } from './Verdict.tsx'
import { firstGapWords } from './verdict-words.ts'

/**
 * A household's pin state, with an action to pin or unpin it. If the state has not been read yet, the action runs once it has, so
 * that no click or key is lost. Unpinning can be undone in its toast.
 */
function usePin(householdId: string, title: string) {
  const api = useApi()
  const connectionId = useConnection().id
  const input = { connectionId, household_id: householdId }
  const options = api.travel.get.queryOptions({ input })
  const queries = useQueryClient()
  const query = useQuery(options)
  const { data } = query
  const { mutate: pin } = useMutation(api.travel.pin.mutationOptions())
  const unpin = useUnpin()
  const toggle = async () => {
    // If the state cannot be read, pinning says why: pinning again changes nothing.
    const state = data ?? (await queries.ensureQueryData(options).catch(() => null))
    if (state?.pinned) unpin(householdId, title)
    else pin(input)
  }
  return {
    query,
    /** Null if it is not pinned, undefined while that is not known. */
    pinned: data?.pinned,
    budget: data?.budget ?? 0,
    toggle: () => void toggle(),
  }
}

/** Returns an action that unpins a household and shows a toast with Undo. */
export function useUnpin(): (householdId: string, title: string) => void {
  const api = useApi()
  const connectionId = useConnection().id
  const { mutate: pin } = useMutation(api.travel.pin.mutationOptions())
  const { mutateAsync: unpin } = useMutation(api.travel.unpin.mutationOptions())
  return (household_id, title) => {
    const text = (
      <>
        <bdi>{title}</bdi> is no longer pinned. Its files stay until space is needed.
      </>
    )
    const sayUnpinned = () => toastUndo(`unpinned-${household_id}`, { text }, () => pin({ connectionId, household_id }))
    // Its line may be gone by then.
    void unpin({ connectionId, household_id }).then(sayUnpinned, () => {})
  }
}

type Props = { id: string; title: string }

/** Pins or unpins the household on screen. */
export function PinButton({ id, title }: Props) {
  const { query, pinned, toggle } = usePin(id, title)
  useCommand('household.pin', pinned ? null : toggle)
  useCommand('household.unpin', pinned ? toggle : null)
  return (
    <StateToggle
      label="Pin for travel"
      isOn={pinned === undefined ? null : pinned !== null}
      query={query}
      hints={{ on: 'Unpin: its files may be removed', off: 'Pin for travel: keep everything on this computer' }}
      faces={{ on: IconPlaneTiltFilled, off: IconPlaneTilt }}
      onToggle={toggle}
    />
  )
}

/** One line on a pinned household's page: whether all of it is available offline. */
export function PinnedNotice({ id, title }: Props) {
  const { pinned, budget } = usePin(id, title)
  const connectionId = useConnection().id
  if (!pinned) return null
  const first = pinned.verdict === 'ready' || pinned.verdict === 'fetching' ? null : firstGapWords(pinned)
  return (
    <output className={`row ${classes.notice}`} aria-label="Ready for travel">
      <Verdict pinned={pinned} budget={budget} />
      {first ? (
        <span className={`cut ${classes.why}`} title={`${first.gap.title}: ${first.gap.reason}`}>
          <bdi>{first.gap.title}</bdi>: {first.gap.reason}
        </span>
      ) : null}
      <Link to="/c/$connectionId/travel" params={{ connectionId }}>
        All pinned households
      </Link>
    </output>
  )
}
