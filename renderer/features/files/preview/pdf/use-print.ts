import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useRun } from '../../../../lib/use-run.ts'
import { printPdf } from './print-pdf.ts'

export type PrintState = { step: 'idle' } | { step: 'drawing'; done: number } | { step: 'failed' }

/** Prints one document at a time. Leaving the view cancels it. */
export function usePrint(document: PDFDocumentProxy, pages: number, rotation: number) {
  const { state, start, reset } = useRun<PrintState>({ step: 'idle' }, () => ({ step: 'failed' }))
  const print = () =>
    void start(async (show, signal) => {
      const onPage = (done: number) => show({ step: 'drawing', done })
      onPage(0)
      await printPdf({ document, pages, rotation, onPage, signal })
      show({ step: 'idle' })
    })
  return { state, start: print, stop: reset }
}
