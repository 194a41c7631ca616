import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'

/**
 * Toasts in the corner: in a narrow window the upper one, where the bar is empty, since below they cover rows and their buttons. Toasts
 * requested before this is loaded are queued.
 */
export function Toasts() {
  const isNarrow = useMediaQuery('(max-width: 760px)')
  return <Notifications position={isNarrow ? 'top-right' : 'bottom-right'} limit={3} />
}
