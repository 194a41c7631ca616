import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import classes from './changes.module.css'

/** Returns an action that notes a meeting with a household now, and shows a toast with Undo for 10 s. */
export function useMeeting(householdId: string): () => void {
  const connectionId = useConnection().id
  const { mutate } = useMutation(useApi().changes.meet.mutationOptions())
  const input = { connectionId, household_id: householdId }
  const id = `met-${householdId}`
  const undo = (before: string | null) => {
    notifications.hide(id)
    mutate({ ...input, met_at: before })
  }
  return () =>
    mutate(
      { ...input, met_at: new Date().toISOString() },
      {
        onSuccess: ({ before }) =>
          notifications.show({
            id,
            autoClose: 10_000,
            message: (
              <span className={classes.toast}>
                Meeting noted.
                <button type="button" onClick={() => undo(before)}>
                  Undo
                </button>
              </span>
            ),
          }),
      },
    )
}
