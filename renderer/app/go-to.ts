import { create } from 'zustand'

/** An address requested by the main process and not opened yet. */
const useGoing = create<{ path: string | null }>(() => ({ path: null }))

/** Opens an address of the app as soon as there are screens: after startup, or once Steward is unlocked. */
export const goTo = (path: string): void => useGoing.setState({ path })

/**
 * Calls `go` for the pending address and for every later one.
 *
 * @returns unsubscribes
 */
export function followGoTo(go: (path: string) => void): () => void {
  const follow = () => {
    const { path } = useGoing.getState()
    if (path === null) return
    useGoing.setState({ path: null })
    go(path)
  }
  follow()
  return useGoing.subscribe(follow)
}
