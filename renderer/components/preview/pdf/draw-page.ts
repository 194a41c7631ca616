import { AnnotationMode, type PDFPageProxy, type RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Larger canvases are refused or swapped out: what is larger is drawn coarser. */
const maxCanvasPixels = 16_000_000

type Drawing = {
  page: PDFPageProxy
  /** Device pixels a point. */
  scale: number
  rotation: number
  intent: 'display' | 'print'
}

/**
 * Draws a page on a canvas of its own. Of annotations and form fields the looks are drawn, nothing else of them: there is
 * nothing to press.
 */
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
