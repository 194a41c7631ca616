import type { Content } from './content.ts'

/** Programs that read PDF look for its header within this many bytes. */
const most = 1024

/**
 * Where a PDF begins in a file: programs accept up to 1,024 bytes before it, and an old form of header. Null if there is no PDF, such
 * as where a text only mentions one.
 */
export async function pdfStart({ head, size, read }: Pick<Content, 'head' | 'size' | 'read'>): Promise<number | null> {
  const text = Buffer.from(head).toString('latin1')
  if (text.startsWith('%PDF-')) return 0
  if (/^%!PS-Adobe-\d\.\d PDF-\d/.test(text)) return 0
  const at = text.slice(0, most + '%PDF-'.length).search(/%PDF-\d/)
  if (at === -1) return null
  if (/\d\s+\d+\s+obj\b/.test(text.slice(at))) return at
  const tail = Buffer.from(await read(Math.max(0, size - most), most)).toString('latin1')
  return /startxref\s+\d+\s+%%EOF/.test(tail) ? at : null
}
