import { type RefObject, useEffect } from 'react'
import { useForbidden } from '../../../../lib/policy.ts'

/** Disables the browser's context menu, which could save a page as a picture, if the firm forbids saving files. */
export function useKeptInside(scroller: RefObject<HTMLElement | null>): void {
  const isKept = useForbidden('files.saveAs') !== null
  useEffect(() => {
    const element = scroller.current
    if (!isKept || element === null) return
    const stop = (event: Event) => event.preventDefault()
    element.addEventListener('contextmenu', stop)
    return () => element.removeEventListener('contextmenu', stop)
  }, [isKept, scroller])
}
