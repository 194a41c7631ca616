import { useEffect, useMemo, useState } from 'react'
import { formatAtOnce, formatInWorker } from './format-in-worker.ts'
import type { Formatted } from './format-markdown.ts'

/** A text's formatted Markdown; undefined while it is being formatted, null if it cannot be. */
export function useFormatted(text: string): Formatted[] | null | undefined {
  const atOnce = useMemo(() => formatAtOnce(text), [text])
  const [late, setLate] = useState<{ text: string; formatted: Formatted[] | null }>()
  useEffect(() => {
    if (atOnce !== undefined) return
    const abortController = new AbortController()
    void formatInWorker(text, abortController).then((formatted) => {
      if (!abortController.signal.aborted) setLate({ text, formatted })
    })
    return () => abortController.abort()
  }, [text, atOnce])
  return atOnce === undefined && late?.text === text ? late.formatted : atOnce
}
