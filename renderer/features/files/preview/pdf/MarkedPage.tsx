import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FileSource } from '../file-source.ts'
import { Waiting } from '../Waiting.tsx'
import { drawPage } from './draw-page.ts'
import { openPdf } from './open-pdf.ts'
import classes from './pdf.module.css'
import { useKeptInside } from './use-kept-inside.ts'

export type MarkedPageProps = {
  /** From 1. */
  page: number
  /** The part that is marked, in points from the page's left and lower edge. */
  mark: { left: number; bottom: number; right: number; top: number }
  /** Says to those who do not see the picture which page it is and what is marked on it. */
  label: string
  /** Called with the page once its picture is shown. */
  onDrawn?: (page: number) => void
}

type Viewport = ReturnType<PDFPageProxy['getViewport']>

/** The marked part of a page, in per cent of it. */
function boxOn(view: Viewport, { left, bottom, right, top }: MarkedPageProps['mark']) {
  const [x1, y1] = view.convertToViewportPoint(left - around, top + around) as [number, number]
  const [x2, y2] = view.convertToViewportPoint(right + around, bottom - around) as [number, number]
  return {
    left: (100 * Math.min(x1, x2)) / view.width,
    top: (100 * Math.min(y1, y2)) / view.height,
    width: (100 * Math.abs(x2 - x1)) / view.width,
    height: (100 * Math.abs(y2 - y1)) / view.height,
  }
}

/** Pixels for a point of a page, before those of the screen. */
const scale = 1.5
/** Space around the marked part, in points. */
const around = 3

/** Opens a PDF for as long as its picture is shown. */
function useDocument(source: FileSource): PDFDocumentProxy | 'failed' | null {
  const [opened, setOpened] = useState<{ source: FileSource; document: PDFDocumentProxy | 'failed' } | null>(null)
  useEffect(() => {
    let left = false
    const pdf = openPdf(source, { onPassword: () => !left && setOpened({ source, document: 'failed' }) })
    pdf.document.then(
      (document) => !left && setOpened({ source, document }),
      () => !left && setOpened({ source, document: 'failed' }),
    )
    return () => {
      left = true
      pdf.close()
    }
  }, [source])
  return opened?.source === source ? opened.document : null
}

/** A page of a PDF as a picture with a part of it marked, which is scrolled to. */
export function MarkedPage({ source, page: number, mark, label, onDrawn }: MarkedPageProps & { source: FileSource }) {
  const document = useDocument(source)
  const [drawn, setDrawn] = useState<{ page: number; view: Viewport } | 'failed' | null>(null)
  const sayDrawn = useEffectEvent((page: number) => onDrawn?.(page))
  const scroller = useRef<HTMLElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  useKeptInside(scroller)

  useEffect(() => {
    if (document === null || document === 'failed') return
    const leaving = new AbortController()
    const draw = async () => {
      const page = await document.getPage(number)
      if (leaving.signal.aborted) return
      const rotation = page.rotate
      const { canvas, task } = drawPage({ page, scale: scale * devicePixelRatio, rotation, intent: 'display' })
      leaving.signal.addEventListener('abort', () => task.cancel())
      await task.promise
      if (leaving.signal.aborted) return
      picture.current?.replaceChildren(canvas)
      setDrawn({ page: number, view: page.getViewport({ scale: 1 }) })
      sayDrawn(number)
    }
    draw().catch(() => {
      if (!leaving.signal.aborted) setDrawn('failed')
    })
    return () => leaving.abort()
  }, [document, number])

  const isBroken = document === 'failed' || drawn === 'failed'
  const box = drawn === null || drawn === 'failed' || drawn.page !== number ? null : boxOn(drawn.view, mark)
  const middle = box && box.top + box.height / 2
  useEffect(() => {
    const area = scroller.current
    if (middle === null || area === null) return
    const show = () => {
      area.scrollTop = (middle / 100) * area.scrollHeight - area.clientHeight / 2
    }
    show()
    // In a window of another size the page is larger or smaller.
    const sizes = new ResizeObserver(show)
    sizes.observe(area)
    return () => sizes.disconnect()
  }, [middle])

  return (
    <section
      ref={scroller}
      className={classes.marked}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard
      tabIndex={0}
      aria-label={label}
      aria-busy={!isBroken && box === null}
    >
      <div className={classes.markedSheet} hidden={box === null}>
        <div ref={picture} aria-hidden="true" />
        {box === null ? null : (
          <div
            className={classes.mark}
            data-mark=""
            style={{
              left: `${box.left}%`,
              top: `${box.top}%`,
              width: `${box.width}%`,
              height: `${box.height}%`,
            }}
          />
        )}
      </div>
      {isBroken ? <p className={classes.notDrawn}>This page cannot be displayed.</p> : null}
      {!isBroken && box === null ? <Waiting /> : null}
    </section>
  )
}
