import { safeFileName } from '../../shared/domain/file-names.ts'
import type { PrintedScreen, ScreenToPrint } from '../../shared/ipc/app.ts'
import type { Shell } from '../platform/host.ts'
import type { ExportUseCases } from './exports.ts'

type Options = {
  printer: Shell['print']
  exports: Pick<ExportUseCases, 'saveFile'>
  /** `YYYY-MM-DD` in local time. */
  today(): string
}

/** Prints the screen of a window. */
export function createPrint({ printer, exports, today }: Options): (screen: ScreenToPrint) => Promise<PrintedScreen> {
  return async ({ to, title }) => {
    if (printer === null) return { outcome: 'by-page', file: null }
    if (to === 'printer') return { outcome: (await printer.onPaper()) ? 'done' : 'left', file: null }
    // Rendered before the save dialog opens: while it is open, another window may come to the front.
    const pdf = await printer.asPdf()
    const suggestedName = safeFileName(`${title.slice(0, 100)} – ${today()}.pdf`)
    const content = inOnePiece(pdf)
    const file = await exports.saveFile({ procedure: 'app.print', suggestedName, content, isForeign: false })
    return { outcome: file === null ? 'left' : 'done', file }
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
