import { Notifications } from '@mantine/notifications'

/** Toasts in the corner. Toasts requested before this is loaded are queued. */
export function Toasts() {
  return <Notifications position="bottom-right" limit={3} />
}
