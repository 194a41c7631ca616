import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import { printPdf } from './print-pdf.ts'

export type PrintState = { step: 'idle' } | { step: 'drawing'; done: number } | { step: 'failed' }

/** Prints one document at a time. Leaving the view cancels it. */
export function usePrint(document: PDFDocumentProxy, pages: number, rotation: number) {
  const [state, setState] = useState<PrintState>({ step: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  return {
    state,
    start() {
      running.current?.abort()
      const stopping = new AbortController()
      running.current = stopping
      setState({ step: 'drawing', done: 0 })
      const onPage = (done: number) => {
        if (!stopping.signal.aborted) setState({ step: 'drawing', done })
      }
      printPdf({ document, pages, rotation, onPage, signal: stopping.signal }).then(
        () => setState({ step: 'idle' }),
        () => {
          if (!stopping.signal.aborted) setState({ step: 'failed' })
        },
      )
    },
    stop() {
      running.current?.abort()
      setState({ step: 'idle' })
    },
  }
}
