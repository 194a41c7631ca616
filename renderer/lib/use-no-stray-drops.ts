import { useEffect, useEffectEvent } from 'react'

type DropEvent = Pick<DragEvent, 'dataTransfer' | 'defaultPrevented' | 'preventDefault' | 'target'>

/** Returns true if a drag carries files. Dragging text into fields stays possible. */
export const carriesFiles = ({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean =>
  dataTransfer?.types.includes('Files') ?? false

/** Returns true if a drag carries an address: of a picture or a link, dragged from a browser. */
export const carriesLink = ({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean =>
  dataTransfer?.types.some((type) => type === 'text/uri-list' || type === 'text/x-moz-url') ?? false

/** The answer to a picture or a link of a web page. */
export const linkIsNoFile =
  'A picture or link dragged from a browser is only an address. Save it as a file there first, then drop that file.'

type Answers = {
  /** Why no file can be added anywhere; null if some screens take files. */
  reason: () => string | null
  refuse: (reason: string) => void
  /** Whether the drag began in this page. */
  isOwn: () => boolean
}

/**
 * Listeners for files dropped outside a drop target. Otherwise the browser would leave the app and show the file. If no screen
 * takes files, a drop is answered with the reason.
 */
const strayDrops = ({ reason, refuse, isOwn }: Answers) => ({
  over(event: DropEvent): void {
    if (isStrayLink(event, isOwn())) {
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      return
    }
    if (!carriesFiles(event) || event.defaultPrevented) return
    event.preventDefault()
    // With `none` the browser fires no drop event, and there would be nothing to answer.
    if (event.dataTransfer) event.dataTransfer.dropEffect = reason() === null ? 'none' : 'copy'
  },
  dropped(event: DropEvent): void {
    if (isStrayLink(event, isOwn())) {
      event.preventDefault()
      refuse(linkIsNoFile)
      return
    }
    if (!carriesFiles(event)) return
    const isTaken = event.defaultPrevented
    event.preventDefault()
    const why = reason()
    if (!isTaken && why !== null) refuse(why)
  },
})

const isStrayLink = (event: DropEvent, isOwn: boolean): boolean =>
  !isOwn && !carriesFiles(event) && carriesLink(event) && !event.defaultPrevented && !isField(event.target)

/** A field takes an address as text. */
const isField = (target: EventTarget | null): boolean =>
  target !== null && 'closest' in target && (target as Element).closest('input, textarea, [contenteditable]') !== null

/** Handles files dropped outside a drop target, see {@link strayDrops}. */
export function useNoStrayDrops(reason: string | null, refuse: (reason: string) => void): void {
  const reasonNow = useEffectEvent(() => reason)
  const refuseNow = useEffectEvent(refuse)
  useEffect(() => {
    let isOwn = false
    const begin = () => {
      isOwn = true
    }
    const end = () => {
      isOwn = false
    }
    const answers = { reason: () => reasonNow(), refuse: (why: string) => refuseNow(why), isOwn: () => isOwn }
    const { over, dropped } = strayDrops(answers)
    window.addEventListener('dragstart', begin)
    window.addEventListener('dragend', end)
    // On `window`, so that it runs after any drop target has handled the event.
    window.addEventListener('dragover', over)
    window.addEventListener('drop', dropped)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', dropped)
      window.removeEventListener('dragstart', begin)
      window.removeEventListener('dragend', end)
    }
  }, [])
}
