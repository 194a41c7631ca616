import { Button } from '@mantine/core'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../../../shared/domain/counts.ts'
import { EmptyState, ErrorState } from '../../../../components/States.tsx'
import { useCommand } from '../../../../lib/commands/use-command.ts'
import { useForbidden } from '../../../../lib/policy.ts'
import type { FileSource } from '../file-source.ts'
import { Waiting } from '../Waiting.tsx'
import { FindBar } from './FindBar.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PdfPage } from './PdfPage.tsx'
import { PdfToolbar } from './PdfToolbar.tsx'
import classes from './pdf.module.css'
import { type Fit, maxPages, nextZoom, type PageSize, sensibleSize } from './pdf-layout.ts'
import { maxPrintedPages } from './print-pdf.ts'
import { useMatchMarks } from './use-match-marks.ts'
import { usePageWindow } from './use-page-window.ts'
import { usePdf } from './use-pdf.ts'
import { usePdfSearch } from './use-pdf-search.ts'
import { type PrintState, usePrint } from './use-print.ts'

function PrintNote({ state, pages, stop }: { state: PrintState; pages: number; stop(): void }) {
  if (state.step === 'idle') return null
  return (
    <div className={classes.note} role={state.step === 'failed' ? 'alert' : 'status'}>
      {state.step === 'drawing' ? (
        <span>
          Preparing page {formatCount(Math.min(state.done + 1, pages))} of {formatCount(pages)} for printing…
        </span>
      ) : (
        <span>A page cannot be prepared for printing. Open the file in another program and print it there.</span>
      )}
      <Button size="compact-xs" variant="subtle" color="gray" onClick={stop}>
        {state.step === 'drawing' ? 'Cancel' : 'Dismiss'}
      </Button>
    </div>
  )
}

/** All pages of a document whose first page has been read, rendered as a window of pages. */
function Pages({ document, first, name }: { document: PDFDocumentProxy; first: PageSize; name: string }) {
  const pages = Math.min(document.numPages, maxPages)
  const [fit, setFit] = useState<Fit>('width')
  const [rotation, setRotation] = useState(0)
  const [finding, setFinding] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { scroller, ...view } = usePageWindow({ first, count: pages, fit, rotation })
  const search = usePdfSearch(document, pages, () => view.currentPage)
  const onText = useMatchMarks(search, scroller)
  const print = usePrint(document, pages, rotation)
  const { matches, current } = search
  const at = matches[current]
  const { goTo, shown } = view

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new match scrolls to another page
  useEffect(() => {
    if (at && !shown.includes(at.page)) goTo(at.page)
  }, [at])

  const find = () => {
    if (finding) field.current?.select()
    setFinding(true)
  }
  const close = () => {
    setFinding(false)
    search.find('')
    scroller.current?.focus()
  }
  const zoomBy = (way: 1 | -1) => setFit(nextZoom(view.zoom, way))
  const turn = () => setRotation((before) => (before + 90) % 360)
  const forbidden = useForbidden('app.print')
  useKeptInside(scroller)
  const printable = pages <= maxPrintedPages && document.numPages <= maxPages
  useCommand('file.find', find)
  useCommand('file.find-next', matches.length > 0 ? () => search.step(1) : null)
  useCommand('file.find-previous', matches.length > 0 ? () => search.step(-1) : null)
  useCommand('file.zoom-in', () => zoomBy(1))
  useCommand('file.zoom-out', () => zoomBy(-1))
  useCommand('file.fit-width', () => setFit('width'))
  useCommand('file.fit-page', () => setFit('page'))
  useCommand('file.rotate', turn)
  useCommand('file.print', printable ? print.start : null)

  return (
    <div className={classes.viewer}>
      <PdfToolbar
        page={view.currentPage}
        pages={pages}
        zoom={view.zoom}
        onPage={view.goTo}
        onZoom={zoomBy}
        onFit={setFit}
        onRotate={turn}
        onFind={find}
        onPrint={printable && forbidden === null ? print.start : null}
        printing={forbidden ?? 'Print'}
      />
      {finding ? <FindBar search={search} pages={pages} field={field} onClose={close} /> : null}
      <PrintNote state={print.state} pages={pages} stop={print.stop} />
      {document.numPages > maxPages ? (
        <p className={classes.note}>Only the first {formatCount(maxPages)} pages are shown.</p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard */}
      <section className={classes.scroller} ref={scroller} onScroll={view.onScroll} tabIndex={0} aria-label={name}>
        <div className={classes.sheet} style={{ width: view.layout.width, height: view.layout.height }}>
          {view.shown.map((index) => (
            <PdfPage
              key={index}
              document={document}
              index={index}
              top={view.layout.tops[index] ?? 0}
              size={view.sizeOf(index)}
              zoom={view.zoom}
              rotation={rotation}
              onSize={view.onSize}
              onText={onText}
            />
          ))}
        </div>
      </section>
    </div>
  )
}

/** Disables the browser's context menu, which could save a page as a picture, if the firm forbids saving files. */
function useKeptInside(scroller: RefObject<HTMLElement | null>): void {
  const isKept = useForbidden('files.saveAs') !== null
  useEffect(() => {
    const element = scroller.current
    if (!isKept || element === null) return
    const stop = (event: Event) => event.preventDefault()
    element.addEventListener('contextmenu', stop)
    return () => element.removeEventListener('contextmenu', stop)
  }, [isKept, scroller])
}

/** Size of the first page; null while it is being read, `none` if it cannot be read. */
function useFirstPage(document: PDFDocumentProxy): PageSize | 'none' | null {
  const [first, setFirst] = useState<PageSize | 'none' | null>(null)
  useEffect(() => {
    let left = false
    document.getPage(1).then(
      (page) => {
        const { width, height } = page.getViewport({ scale: 1 })
        if (!left) setFirst(sensibleSize({ width, height }))
      },
      () => {
        if (!left) setFirst('none')
      },
    )
    return () => {
      left = true
    }
  }, [document])
  return first
}

function Damaged() {
  return (
    <EmptyState
      title="This PDF cannot be shown"
      hint="The file is damaged, or it is not a PDF. Another program may still read it: save a copy, and open it there."
    />
  )
}

function NeedsReader() {
  return (
    <EmptyState
      title="This form needs Adobe Reader"
      hint="It is an XFA form, which only Adobe Reader and Acrobat can draw; other programs show a page that says “Please wait…”. Save a copy, and open it there."
    />
  )
}

function Opened({ document, name }: { document: PDFDocumentProxy; name: string }) {
  const first = useFirstPage(document)
  if (first === null) return <Waiting />
  return first === 'none' ? <Damaged /> : <Pages document={document} first={first} name={name} />
}

/** A PDF, rendered page by page with pdf.js in a worker. Active content is disabled. */
export function PdfView({ source, retry }: { source: FileSource; retry: () => void }) {
  const state = usePdf(source)
  if (state.step === 'opening') return <Waiting />
  if (state.step === 'password') return <PasswordForm wrong={state.wrong} give={state.give} />
  if (state.step === 'failed') return <ErrorState error={state.error} onRetry={retry} />
  if (state.step === 'xfa') return <NeedsReader />
  return state.step === 'damaged' ? <Damaged /> : <Opened document={state.document} name={source.name} />
}
