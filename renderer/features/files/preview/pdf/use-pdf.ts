import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useState } from 'react'
import { type PresentedError, presentError } from '../../../../lib/present-error.ts'
import type { FileSource } from '../file-source.ts'
import { isXfaPlaceholder, type OpenPdf, openPdf, WorkerFailed } from './open-pdf.ts'

export type PdfState =
  | { step: 'opening' }
  | { step: 'password'; wrong: boolean; give(password: string): void }
  | { step: 'ready'; document: PDFDocumentProxy }
  /** A form that Adobe Reader alone draws; its page only says so. */
  | { step: 'xfa' }
  /** The file is not a readable PDF, whatever its name says. */
  | { step: 'damaged' }
  | { step: 'failed'; error: PresentedError }

/** Compared by name, because pdf.js's errors are copied from a worker. */
const ofTheFile = [
  'InvalidPDFException',
  'FormatError',
  'UnknownErrorException',
  'XRefParseException',
  'PasswordException',
]

const opening: PdfState = { step: 'opening' }

/** Opens a PDF for as long as its view is mounted. A worker that fails is started once more. */
export function usePdf(source: FileSource): PdfState {
  const [opened, setOpened] = useState<{ source: FileSource; state: PdfState } | null>(null)
  useEffect(() => {
    let left = false
    const change = (state: PdfState) => {
      if (!left) setOpened({ source, state })
    }
    let pdf: OpenPdf
    const open = (attempt: 1 | 2) => {
      pdf = openPdf(source, { onPassword: (give, wrong) => change({ step: 'password', wrong, give }) })
      pdf.document.then(
        async (document) => change((await isXfaPlaceholder(document)) ? { step: 'xfa' } : { step: 'ready', document }),
        (thrown: unknown) => {
          if (!left && attempt === 1 && thrown instanceof WorkerFailed) {
            pdf.close()
            return open(2)
          }
          const damaged = thrown instanceof Error && ofTheFile.includes(thrown.name)
          change(damaged ? { step: 'damaged' } : { step: 'failed', error: presentError(thrown) })
        },
      )
    }
    open(1)
    return () => {
      left = true
      pdf.close()
    }
  }, [source])
  return opened?.source === source ? opened.state : opening
}
