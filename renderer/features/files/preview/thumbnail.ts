import type { HeldFile } from '../../../../shared/ipc/files.ts'
import { createMutex } from '../../../../shared/lib/calls.ts'
import type { Client } from '../../../lib/client/connect-client.ts'
import { type FileSource, heldSource, readRange } from './file-source.ts'
import { imageSize } from './image-size.ts'

/** Length of the longer side, in pixels. */
const side = 160
/** In bytes. Larger files get no thumbnail. */
const maxBytes = 30_000_000
const maxPixels = 60_000_000
/** A file that takes longer than this many ms gets no thumbnail. */
const patienceMs = 8_000

type Asked = { connectionId: string; id: string; held: HeldFile }

const scaleTo = (width: number, height: number) => Math.min(1, side / Math.max(width, height))

async function ofPdf(source: FileSource, signal: AbortSignal): Promise<HTMLCanvasElement> {
  const [{ isXfaPlaceholder, openPdf }, { drawPage }] = await Promise.all([
    import('./pdf/open-pdf.ts'),
    import('./pdf/draw-page.ts'),
  ])
  const pdf = openPdf(source, { onPassword: () => pdf.close() })
  signal.addEventListener('abort', () => pdf.close())
  try {
    const document = await pdf.document
    if (await isXfaPlaceholder(document)) throw new Error('The page of this form is only a notice.')
    const page = await document.getPage(1)
    const { width, height } = page.getViewport({ scale: 1 })
    const scale = side / Math.max(width, height)
    const { canvas, task } = drawPage({ page, scale, rotation: page.rotate, intent: 'display' })
    signal.addEventListener('abort', () => task.cancel())
    await task.promise
    return canvas
  } finally {
    pdf.close()
  }
}

async function ofImage(source: FileSource, signal: AbortSignal): Promise<HTMLCanvasElement> {
  const bytes = await readRange(source, 0, source.size, signal)
  const size = imageSize(bytes)
  if (!size || size.width * size.height > maxPixels) throw new Error('No picture can be made of this one.')
  const image = await createImageBitmap(new Blob([bytes], { type: source.mediaType }), { resizeQuality: 'high' })
  // The bitmap is turned as the photo says; the size that the file declares is not.
  const scale = scaleTo(image.width, image.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  return canvas
}

/** Makes a thumbnail and stores it. */
async function make(client: Client, { connectionId, id, held }: Asked): Promise<boolean> {
  const source = heldSource({ client, connectionId, file: { kind: 'document', id }, held })
  const signal = AbortSignal.timeout(patienceMs)
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const drawing = held.preview === 'pdf' ? ofPdf(source, signal) : ofImage(source, signal)
  const canvas = await Promise.race([drawing, late])
  const png = canvas.toDataURL('image/png').replace('data:image/png;base64,', '')
  await client.files.keepThumbnail({ connectionId, id, sha256: held.sha256, png })
  return true
}

const idle = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 2_000 }))

/** Makes thumbnails one after the other while the browser is idle. Each content of a document is tried once. */
export function createThumbnails(client: Client): (asked: Asked) => Promise<boolean> {
  const tried = new Set<string>()
  const inTurn = createMutex()
  return (asked) => {
    const { sha256, size } = asked.held
    const key = `${asked.connectionId}/${asked.id}/${sha256}`
    if (tried.has(key) || size > maxBytes) return Promise.resolve(false)
    tried.add(key)
    return inTurn(() => idle().then(() => make(client, asked)))
  }
}
