import { useEffect, useEffectEvent } from 'react'

type DropEvent = Pick<DragEvent, 'dataTransfer' | 'defaultPrevented' | 'preventDefault'>

/** Returns true if a drag carries files. Dragging text into fields stays possible. */
export const carriesFiles = ({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean =>
  dataTransfer?.types.includes('Files') ?? false

type Answers = {
  /** Why no file can be added anywhere; null if some screens take files. */
  reason: () => string | null
  refuse: (reason: string) => void
}

/**
 * Listeners for files dropped outside a drop target. Otherwise the browser would leave the app and show the file. If no screen
 * takes files, a drop is answered with the reason.
 */
export const strayDrops = ({ reason, refuse }: Answers) => ({
  over(event: DropEvent): void {
    if (!carriesFiles(event) || event.defaultPrevented) return
    event.preventDefault()
    // With `none` the browser fires no drop event, and there would be nothing to answer.
    if (event.dataTransfer) event.dataTransfer.dropEffect = reason() === null ? 'none' : 'copy'
  },
  dropped(event: DropEvent): void {
    if (!carriesFiles(event)) return
    const isTaken = event.defaultPrevented
    event.preventDefault()
    const why = reason()
    if (!isTaken && why !== null) refuse(why)
  },
})

/** Handles files dropped outside a drop target, see {@link strayDrops}. */
export function useNoStrayDrops(reason: string | null, refuse: (reason: string) => void): void {
  const reasonNow = useEffectEvent(() => reason)
  const refuseNow = useEffectEvent(refuse)
  useEffect(() => {
    const { over, dropped } = strayDrops({ reason: () => reasonNow(), refuse: (why) => refuseNow(why) })
    // On `window`, so that it runs after any drop target has handled the event.
    window.addEventListener('dragover', over)
    window.addEventListener('drop', dropped)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', dropped)
    }
  }, [])
}
