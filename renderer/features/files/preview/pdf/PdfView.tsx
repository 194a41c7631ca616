import { ActionIcon, Button, PasswordInput, TextInput, Tooltip } from '@mantine/core'
import {
  IconArrowAutofitHeight,
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconPrinter,
  IconRotateClockwise,
  IconSearch,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../../../shared/domain/counts.ts'
import { EmptyState, ErrorState } from '../../../../components/States.tsx'
import { useCommand } from '../../../../lib/commands/use-command.ts'
import { useForbidden } from '../../../../lib/policy.ts'
import { type PresentedError, presentError } from '../../../../lib/present-error.ts'
import { useRun } from '../../../../lib/use-run.ts'
import type { FileSource } from '../file-source.ts'
import { useSoughtPlace } from '../use-word-marks.ts'
import { Waiting } from '../Waiting.tsx'
import { isXfaPlaceholder, type OpenPdf, openPdf, WorkerFailed } from './open-pdf.ts'
import { PdfPage } from './PdfPage.tsx'
import classes from './pdf.module.css'
import { type Fit, maxPages, nextZoom, type PageSize, sensibleSize } from './pdf-layout.ts'
import { maxPrintedPages, printPdf } from './print-pdf.ts'
import { useKeptInside } from './use-kept-inside.ts'
import { useMatchMarks } from './use-match-marks.ts'
import { usePageWindow } from './use-page-window.ts'
import { maxMatches, type PdfSearch, usePdfSearch } from './use-pdf-search.ts'

type PdfState =
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
function usePdf(source: FileSource): PdfState {
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

type Props = {
  search: PdfSearch
  pages: number
  field: RefObject<HTMLInputElement | null>
  /** False if the words come from elsewhere: the focus stays where it is. */
  takesFocus: boolean
  onClose(): void
}

/** The position of the current match and the number of matches, in words. */
function countWords({ query, matches, current, searched }: PdfSearch, pages: number): string {
  if (query.trim() === '') return ''
  const more = matches.length >= maxMatches
  if (matches.length === 0) return searched < pages ? 'Searching…' : 'Not found'
  const of = `${more ? 'more than ' : ''}${formatCount(matches.length)}${searched < pages && !more ? '…' : ''}`
  return `${formatCount(Math.max(0, current) + 1)} of ${of}`
}

/** Search field: Enter goes to the next match, Shift+Enter to the previous one. */
function FindBar({ search, pages, field, takesFocus, onClose }: Props) {
  useEffect(() => {
    if (!takesFocus) return
    field.current?.focus()
    field.current?.select()
  }, [field, takesFocus])
  const none = search.matches.length === 0
  return (
    <search className={classes.find}>
      <TextInput
        ref={field}
        size="xs"
        aria-label="Find in document"
        placeholder="Find in document"
        autoComplete="off"
        spellCheck={false}
        value={search.query}
        onChange={(event) => search.find(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1)
          if (event.key === 'Escape') onClose()
          if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault()
        }}
      />
      <output className={classes.count}>{countWords(search, pages)}</output>
      <Tooltip label="Previous match">
        <ActionIcon size={24} aria-label="Previous match" disabled={none} onClick={() => search.step(-1)}>
          <IconChevronUp size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Next match">
        <ActionIcon size={24} aria-label="Next match" disabled={none} onClick={() => search.step(1)}>
          <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Close">
        <ActionIcon size={24} aria-label="Close search" onClick={onClose}>
          <IconX size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </search>
  )
}

type PasswordFormProps = { wrong: boolean; give(password: string): void }

/** Asks for the password of a PDF. It is not stored. */
function PasswordForm({ wrong, give }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  /** The prompt that was answered: a wrong password is followed by another one. */
  const [answered, setAnswered] = useState<{ give: PasswordFormProps['give'] } | null>(null)
  const given = answered?.give === give
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAnswered({ give })
    give(password)
  }
  return (
    <form className={`column ${classes.password}`} onSubmit={submit}>
      <p>This PDF is password-protected.</p>
      <PasswordInput
        label="Password"
        autoComplete="off"
        data-autofocus
        value={password}
        error={wrong && !given ? 'Wrong password.' : null}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" disabled={password === '' || given}>
        Show it
      </Button>
    </form>
  )
}

type PrintState = { step: 'idle' } | { step: 'drawing'; done: number } | { step: 'failed' }

/** Prints one document at a time. Leaving the view cancels it. */
function usePrint(document: PDFDocumentProxy, pages: number, rotation: number) {
  const { state, start, reset } = useRun<PrintState>({ step: 'idle' }, () => ({ step: 'failed' }))
  const print = () =>
    void start(async (show, signal) => {
      const onPage = (done: number) => show({ step: 'drawing', done })
      onPage(0)
      await printPdf({ document, pages, rotation, onPage, signal })
      show({ step: 'idle' })
    })
  return { state, start: print, stop: reset }
}

type PdfToolbarProps = {
  /** Starting at 0. */
  page: number
  pages: number
  zoom: number
  onPage(page: number): void
  onZoom(way: 1 | -1): void
  onFit(fit: 'width' | 'page'): void
  onRotate(): void
  onFind(): void
  onPrint: (() => void) | null
  /** Tooltip of the print button; the reason if a firm forbids printing. */
  printing: string
}

/** The current page number. Entering another one goes to that page. */
function PageField({ page, pages, onPage }: Pick<PdfToolbarProps, 'page' | 'pages' | 'onPage'>) {
  const [entry, setEntry] = useState<{ page: number; text: string } | null>(null)
  // Scrolling to another page replaces the typed number.
  const typed = entry?.page === page ? entry.text : null
  const setTyped = (text: string | null) => setEntry(text === null ? null : { page, text })
  const go = () => {
    const wanted = Number.parseInt(typed ?? '', 10)
    if (Number.isFinite(wanted)) onPage(wanted - 1)
    setTyped(null)
  }
  return (
    <span className={`line ${classes.pages}`}>
      <TextInput
        size="xs"
        w={48}
        aria-label="Page"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(page + 1)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go()
        }}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(null)}
      />
      <span>of {formatCount(pages)}</span>
    </span>
  )
}

function Tool({ label, onPress, children }: { label: string; onPress: (() => void) | null; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={24} aria-label={label} disabled={onPress === null} onClick={() => onPress?.()}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** Toolbar of the PDF viewer. */
function PdfToolbar(props: PdfToolbarProps) {
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Document">
      <PageField {...props} />
      <span className={`line ${classes.group}`}>
        <Tool label="Zoom out" onPress={() => props.onZoom(-1)}>
          <IconZoomOut {...icon} />
        </Tool>
        <output className={classes.zoom} aria-label="Zoom">
          {Math.round(props.zoom * 100)}%
        </output>
        <Tool label="Zoom in" onPress={() => props.onZoom(1)}>
          <IconZoomIn {...icon} />
        </Tool>
        <Tool label="Fit width" onPress={() => props.onFit('width')}>
          <IconArrowAutofitWidth {...icon} />
        </Tool>
        <Tool label="Fit page" onPress={() => props.onFit('page')}>
          <IconArrowAutofitHeight {...icon} />
        </Tool>
        <Tool label="Rotate right" onPress={props.onRotate}>
          <IconRotateClockwise {...icon} />
        </Tool>
      </span>
      <span className={`line ${classes.group}`}>
        <Tool label={props.printing} onPress={props.onPrint}>
          <IconPrinter {...icon} />
        </Tool>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconSearch size={14} stroke={1.75} aria-hidden="true" />}
          onClick={props.onFind}
        >
          Find
        </Button>
      </span>
    </div>
  )
}

function PrintNote({ state, pages, stop }: { state: PrintState; pages: number; stop(): void }) {
  if (state.step === 'idle') return null
  return (
    <div className={`note ${classes.note}`} role={state.step === 'failed' ? 'alert' : 'status'}>
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
  const place = useSoughtPlace()
  const [finding, setFinding] = useState<'words' | 'typed' | null>(place === null || place.find === '' ? null : 'words')
  const field = useRef<HTMLInputElement>(null)
  const { scroller, ...view } = usePageWindow({
    ...{ first, count: pages, fit, rotation },
    start: (place?.page ?? 1) - 1,
  })
  const search = usePdfSearch(document, pages, () => view.currentPage)
  const onText = useMatchMarks(search, scroller)
  const print = usePrint(document, pages, rotation)
  const { matches, current } = search
  const at = matches[current]
  const { goTo, shown } = view
  const { findWords } = search
  const soughtBefore = useRef(place)

  useEffect(() => {
    if (place !== null && place.find !== '') findWords(place.find, place.page - 1)
  }, [place, findWords])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another place moves the view
  useEffect(() => {
    if (place === null || place === soughtBefore.current) return
    soughtBefore.current = place
    if (place.find !== '') setFinding((before) => before ?? 'words')
    goTo(place.page - 1)
  }, [place])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new match scrolls to another page
  useEffect(() => {
    if (at && !shown.includes(at.page)) goTo(at.page)
  }, [at])

  const find = () => {
    if (finding) field.current?.focus()
    if (finding) field.current?.select()
    else setFinding('typed')
  }
  const close = () => {
    setFinding(null)
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
      {finding ? (
        <FindBar search={search} pages={pages} field={field} takesFocus={finding === 'typed'} onClose={close} />
      ) : null}
      <PrintNote state={print.state} pages={pages} stop={print.stop} />
      {document.numPages > maxPages ? (
        <p className={`note ${classes.note}`}>Only the first {formatCount(maxPages)} pages are shown.</p>
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
