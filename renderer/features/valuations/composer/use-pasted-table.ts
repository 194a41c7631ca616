import { useEffect, useRef } from 'react'
import { looksLikeTable } from './paste.ts'

/** Takes a piece of a spreadsheet wherever it is pasted on the screen, but into text that may have many lines. */
export function usePastedTable(take: (text: string) => void): void {
  const current = useRef(take)
  useEffect(() => {
    current.current = take
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const free = event.target instanceof Element && event.target.closest('textarea, [role="dialog"]') === null
      if (!free || !looksLikeTable(text)) return
      event.preventDefault()
      current.current(text)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
