import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { drawPage } from './draw-page.ts'
import classes from './pdf.module.css'
import { type PageSize, pixelsPerPoint } from './pdf-layout.ts'

type Props = {
  document: PDFDocumentProxy
  /** Starting at 0. */
  index: number
  top: number
  /** In points, after rotation. */
  size: PageSize
  zoom: number
  /** In degrees, added to the page's own rotation. */
  rotation: number
  /** Reports a page's size in points, without rotation, once it is known. */
  onSize(index: number, size: PageSize): void
  /** Reports the elements of the page's text, in the order of its pieces; null when they are removed. */
  onText(index: number, elements: readonly HTMLElement[] | null): void
}

type Loaded = { page: PDFPageProxy } | 'failed' | null

function usePage(document: PDFDocumentProxy, index: number, onSize: Props['onSize']): Loaded {
  const [loaded, setLoaded] = useState<Loaded>(null)
  useEffect(() => {
    let left = false
    document.getPage(index + 1).then(
      (page) => {
        if (left) return
        const { width, height } = page.getViewport({ scale: 1 })
        onSize(index, { width, height })
        setLoaded({ page })
      },
      () => {
        if (!left) setLoaded('failed')
      },
    )
    return () => {
      left = true
    }
  }, [document, index, onSize])
  return loaded
}

/** Draws a page into an element. The previous picture stays, stretched, until the new one is ready. */
function useDrawn(page: PDFPageProxy | null, zoom: number, rotation: number) {
  const host = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing')
  useEffect(() => {
    if (!page) return
    const scale = zoom * pixelsPerPoint * window.devicePixelRatio
    const { canvas, task } = drawPage({ page, scale, rotation: page.rotate + rotation, intent: 'display' })
    let left = false
    task.promise.then(
      () => {
        if (left) return
        host.current?.replaceChildren(canvas)
        setState('drawn')
      },
      () => {
        if (!left) setState('failed')
      },
    )
    return () => {
      left = true
      task.cancel()
    }
  }, [page, zoom, rotation])
  return { host, state }
}

function useText(page: PDFPageProxy | null, { index, rotation, onText }: Pick<Props, 'index' | 'rotation' | 'onText'>) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const container = host.current
    if (!page || !container) return
    let layer: TextLayer | null = null
    let left = false
    const draw = async () => {
      const text = await page.getTextContent()
      if (left) return
      const viewport = page.getViewport({ scale: pixelsPerPoint, rotation: page.rotate + rotation })
      layer = new TextLayer({ textContentSource: text, container, viewport })
      await layer.render()
      if (!left) onText(index, layer.textDivs)
    }
    // A page whose text cannot be read is still shown as a picture.
    draw().catch(() => undefined)
    return () => {
      left = true
      layer?.cancel()
      container.replaceChildren()
      onText(index, null)
    }
  }, [page, index, rotation, onText])
  return host
}

/** One page: its picture, and above it its text, which can be selected and searched. */
export function PdfPage({ document, index, top, size, zoom, rotation, onSize, onText }: Props) {
  const loaded = usePage(document, index, onSize)
  const page = loaded !== null && loaded !== 'failed' ? loaded.page : null
  const { host, state } = useDrawn(page, zoom, rotation)
  const text = useText(page, { index, rotation, onText })
  const style = {
    top,
    width: size.width * zoom * pixelsPerPoint,
    height: size.height * zoom * pixelsPerPoint,
    '--total-scale-factor': zoom * pixelsPerPoint,
    '--scale-round-x': '1px',
    '--scale-round-y': '1px',
  } as CSSProperties
  const broken = state === 'failed' || loaded === 'failed'
  return (
    <section
      className={classes.page}
      style={style}
      aria-label={`Page ${index + 1}`}
      aria-busy={state === 'drawing' && !broken}
    >
      <div className={classes.picture} ref={host} aria-hidden="true" />
      <div className={classes.text} ref={text} />
      {broken ? <p className={classes.broken}>This page cannot be displayed.</p> : null}
    </section>
  )
}
