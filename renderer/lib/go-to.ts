import { create } from 'zustand'

/** Where the main process leads, until the app goes there. */
const useGoing = create<{ path: string | null }>(() => ({ path: null }))

/** Shows an address of the app as soon as there are screens: at the start, or once Steward is unlocked. */
export const goTo = (path: string): void => useGoing.setState({ path })

/** Goes where it leads, from now until what it returns is called. */
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
