import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

/**
 * A household's pin state, with an action to pin or unpin it. If the state has not been read yet, the action runs once it has, so
 * that no click or key is lost. Unpinning can be undone in its toast.
 */
export function usePin(householdId: string, title: string) {
  const api = useApi()
  const connectionId = useConnection().id
  const input = { connectionId, household_id: householdId }
  const options = api.travel.get.queryOptions({ input })
  const queries = useQueryClient()
  const { data } = useQuery(options)
  const { mutate: pin } = useMutation(api.travel.pin.mutationOptions())
  const unpin = useUnpin()
  const toggle = async () => {
    // If the state cannot be read, pinning says why: pinning again changes nothing.
    const state = data ?? (await queries.ensureQueryData(options).catch(() => null))
    if (state?.pinned) unpin(householdId, title)
    else pin(input)
  }
  return { pinned: data?.pinned ?? null, budget: data?.budget ?? 0, toggle: () => void toggle() }
}

/** Returns an action that unpins a household and shows a toast with Undo. */
export function useUnpin(): (householdId: string, title: string) => void {
  const api = useApi()
  const connectionId = useConnection().id
  const { mutate: pin } = useMutation(api.travel.pin.mutationOptions())
  const { mutate: unpin } = useMutation(api.travel.unpin.mutationOptions())
  return (household_id, title) => {
    const text = (
      <>
        <bdi>{title}</bdi> is no longer pinned. Its files stay until space is needed.
      </>
    )
    const onSuccess = () => toastUndo(`unpinned-${household_id}`, { text }, () => pin({ connectionId, household_id }))
    unpin({ connectionId, household_id }, { onSuccess })
  }
}
