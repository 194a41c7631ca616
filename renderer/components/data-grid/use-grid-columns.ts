import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ColumnLayout } from '../../../shared/ipc/views.ts'
import { clampWidth, columnWidths, mostContent, type VisibleColumn, visibleColumns } from './column-layout.ts'
import type { GridColumn } from './grid-column.ts'
import type { RowSource } from './row-source.ts'
import { type ContentWidths, useViewState } from './view-state.ts'

export type ShownColumn<Row> = VisibleColumn<Row> & {
  /** Pixels from the left edge if the column is pinned; null if it scrolls. */
  left: number | null
  /** Pixels that its text may be wide. */
  room: number
}

let font: { measure: (text: string) => number } | null = null

/** Without a canvas, as in tests without a browser. */
const usualCharacter = 7

function readFont(): { measure: (text: string) => number } {
  const context = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) return { measure: (text) => text.length * usualCharacter }
  context.font = getComputedStyle(document.body).font
  return { measure: (text) => context.measureText(text).width }
}

/** Width of a text in pixels, as lists draw it: with digits of one width. No layout is forced. */
export function textWidth(text: string): number {
  font ??= readFont()
  return Math.ceil(font.measure(text.replace(/\d/g, '0')))
}

const noWidths: ContentWidths = {}

/** Width of the tick boxes before the first column, in pixels. */
const gutter = 44

/** Pixels around the text of a cell; those of a value behind it, with its gap; the arrow of a sorted header. */
const [padding, behindWidth, arrowWidth] = [16, 112, 18]
/** Of the value behind another one: its widest text, and the gap before it. */
const [behindText, behindGap] = [68, 10]
/** The least width of a column that can shorten its texts. */
const shortWidth = 92
/** Rows by whose content columns are sized, and texts of each column that are measured. */
const [mostSampled, mostMeasured] = [40, 4]

/** Width in pixels of a column's header and of its content in some rows. */
function contentWidth<Row>(column: VisibleColumn<Row>, rows: readonly Row[]): number {
  const { header, text, beside = 0, behind, sortable } = column
  const texts = text ? rows.map((row) => text(row, Date.now())) : []
  const longest = texts.toSorted((one, other) => other.length - one.length).slice(0, mostMeasured)
  const widest = Math.max(0, ...longest.map((one) => textWidth(one) + beside))
  const inHeader = Math.ceil(textWidth(header) * 1.06) + (sortable ? arrowWidth : 0)
  return Math.min(mostContent, Math.max(widest, inHeader)) + padding + (behind ? behindWidth : 0)
}

type ContentOptions<Row> = {
  label: string
  visible: readonly VisibleColumn<Row>[]
  source: RowSource<Row>
  from: number
}

/**
 * The width of each column's content, by the rows from which a list begins. It is measured once for a list, so that nothing moves while it
 * is scrolled, and never becomes less: the same list with another filter keeps its columns.
 */
function useContentWidths<Row>({ label, visible, source, from }: ContentOptions<Row>): ContentWidths {
  const known = useViewState((state) => state.contentWidths[label]) ?? noWidths
  const remember = useViewState((state) => state.rememberContentWidths)
  const loaded = useSyncExternalStore(source.subscribe, source.loaded)
  const ids = visible.map(({ id, behind }) => `${id}+${behind?.id}`).join()
  const measure = () => {
    if (!loaded) return known
    const rows = Array.from({ length: mostSampled }, (_, at) => source.rowAt(from + at)).filter(
      (row) => row !== undefined,
    )
    const wider = visible.flatMap((column) => {
      const width = contentWidth(column, rows)
      return width > (known[column.id] ?? 0) ? [[column.id, width] as const] : []
    })
    return wider.length === 0 ? known : { ...known, ...Object.fromEntries(wider) }
  }
  const of = { source, loaded, ids }
  const [measured, setMeasured] = useState(() => ({ ...of, widths: measure() }))
  const isSame = measured.source === source && measured.loaded === loaded && measured.ids === ids
  const current = isSame ? measured : { ...of, widths: measure() }
  if (current !== measured) setMeasured(current)
  const { widths } = current
  useEffect(() => {
    if (widths !== known) remember(label, widths)
  }, [widths, known, remember, label])
  return widths
}

type ColumnsOptions<Row> = {
  columns: readonly GridColumn<Row>[]
  layout: readonly ColumnLayout[]
  label: string
  source: RowSource<Row>
  /** The row from which the list begins. */
  from: number
  /** Pixels. */
  available: number
}

/** The visible columns in order, with their widths for `available` pixels. */
export function useGridColumns<Row>({ columns, layout, label, source, from, available }: ColumnsOptions<Row>) {
  const [resizing, setResizing] = useState<{ id: string; width: number } | null>(null)
  const laid = useMemo(() => visibleColumns(columns, layout), [columns, layout])
  const visible = useMemo(() => laid.map(({ column }) => column), [laid])
  const contents = useContentWidths({ label, visible, source, from })
  return useMemo(() => {
    const widths = columnWidths(
      laid.map(({ column, width }) => {
        const own = resizing?.id === column.id ? clampWidth(resizing.width) : width
        const besides = column.behind ? behindWidth : 0
        if (own !== null) return { width: column.short ? Math.max(own, shortWidth + besides) : own }
        const least = column.width + besides
        const content = contents[column.id] ?? least
        const grow = column.grow === true
        if (!column.behind) return { width: least, content, grow }
        const text = Math.max(behindText, Math.ceil(textWidth(column.behind.header) * 1.06) + behindGap)
        return { width: least, content, grow, behind: { width: behindWidth, text } }
      }),
      available - gutter,
    )
    const leftOf = (at: number) => widths.slice(0, at).reduce((sum, width) => sum + width, gutter)
    const shown = laid.map(({ column, pinned }, at): ShownColumn<Row> => {
      const room = (widths[at] ?? column.width) - padding - (column.behind ? behindWidth : 0)
      return { ...column, left: pinned ? leftOf(at) : null, room }
    })
    return { shown, widths, template: [gutter, ...widths].map((width) => `${width}px`).join(' '), setResizing }
  }, [laid, contents, available, resizing])
}
