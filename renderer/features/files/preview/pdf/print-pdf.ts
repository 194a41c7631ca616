import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { drawPage } from './draw-page.ts'
import classes from './print.module.css'

/** Maximum number of printed pages: they are printed as pictures, all in memory at once. */
export const maxPrintedPages = 200
/** Device pixels per point: 150 dpi. */
const printScale = 150 / 72

type Printing = {
  document: PDFDocumentProxy
  pages: number
  rotation: number
  onPage(done: number): void
  signal: AbortSignal
}

const pictureOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('A page gave no picture.'))), 'image/png'),
  )

/**
 * Draws every page, hidden on screen but visible in print, and opens the system's print dialog.
 *
 * @throws the signal's reason
 */
export async function printPdf({ document: pdf, pages, rotation, onPage, signal }: Printing): Promise<void> {
  const sheets = document.createElement('div')
  sheets.className = classes.sheets ?? ''
  const addresses: string[] = []
  try {
    for (let index = 0; index < pages; index += 1) {
      signal.throwIfAborted()
      const page = await pdf.getPage(index + 1)
      const { canvas, task } = drawPage({ page, scale: printScale, rotation: page.rotate + rotation, intent: 'print' })
      await task.promise
      const address = URL.createObjectURL(await pictureOf(canvas))
      addresses.push(address)
      const image = document.createElement('img')
      image.src = address
      image.alt = `Page ${index + 1}`
      await image.decode()
      sheets.append(image)
      onPage(index + 1)
    }
    signal.throwIfAborted()
    document.body.append(sheets)
    document.documentElement.dataset.printing = 'pages'
    window.print()
  } finally {
    delete document.documentElement.dataset.printing
    sheets.remove()
    for (const address of addresses) URL.revokeObjectURL(address)
  }
}
