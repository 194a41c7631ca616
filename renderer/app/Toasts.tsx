import { Notifications } from '@mantine/notifications'

/** What is said in a corner; what was said before it was loaded waits for it. */
export function Toasts() {
  return <Notifications position="bottom-right" limit={3} />
}
