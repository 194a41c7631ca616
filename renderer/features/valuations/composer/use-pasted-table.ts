import { useEffect, useEffectEvent } from 'react'
import { looksLikeTable } from './paste.ts'

/** Calls `take` with a table pasted anywhere on the screen, except into multi-line text fields. */
export function usePastedTable(take: (text: string) => void): void {
  const takeTable = useEffectEvent(take)
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const free = event.target instanceof Element && event.target.closest('textarea, [role="dialog"]') === null
      if (!free || !looksLikeTable(text)) return
      event.preventDefault()
      takeTable(text)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
