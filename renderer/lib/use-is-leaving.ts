import { useRouter } from '@tanstack/react-router'

/**
 * Returns a function that tells whether the user is on the way to another screen while this one is still shown. What happens on
 * this screen then must not change the address, which would lead the user back.
 */
export function useIsLeaving(): () => boolean {
  const router = useRouter()
  return () => {
    const shown = router.state.resolvedLocation?.pathname
    return shown !== undefined && router.latestLocation.pathname !== shown
  }
}
