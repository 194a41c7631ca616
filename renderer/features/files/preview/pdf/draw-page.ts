import { AnnotationMode, type PDFPageProxy, type RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Browsers refuse larger canvases or swap them out, so larger pages are drawn at a lower resolution. */
const maxCanvasPixels = 16_000_000

type Drawing = {
  page: PDFPageProxy
  /** Device pixels per point. */
  scale: number
  rotation: number
  intent: 'display' | 'print'
}

/** Draws a page on a new canvas. Annotations and form fields are drawn as pictures and are not interactive. */
export function drawPage({ page, scale, rotation, intent }: Drawing): { canvas: HTMLCanvasElement; task: RenderTask } {
  const whole = page.getViewport({ scale, rotation })
  const shrink = Math.min(1, Math.sqrt(maxCanvasPixels / (whole.width * whole.height)))
  const viewport = shrink < 1 ? page.getViewport({ scale: scale * shrink, rotation }) : whole
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  const task = page.render({ canvas, viewport, intent, annotationMode: AnnotationMode.ENABLE })
  return { canvas, task }
}
