import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { keyOf } from '../../lib/commands/keys.ts'
import { copyText, notCopied, toTsv } from '../../lib/copy-text.ts'
import { changeColumn, clampWidth, nudgeColumn, withBehind } from './column-layout.ts'
import { revealCutText } from './GridRow.tsx'
import type { GridColumn } from './grid-column.ts'
import type { DataGridProps } from './grid-props.ts'
import { type Cell, moveFocus } from './keyboard.ts'
import type { RowSource } from './row-source.ts'
import { addRows, allRows, countSelected, isSelected, noRows, type RowSelection, toggleRows } from './selection.ts'
import type { ShownColumn } from './use-grid-columns.ts'

/** Maximum number of rows that can be copied; beyond this an export is the better way. */
const maxCopied = 10_000

type CopyOptions<Row> = {
  source: RowSource<Row>
  columns: readonly TextColumn<Row>[]
  idOf: (row: Row) => string
  selection: RowSelection<Row>
}

type TextColumn<Row> = Pick<GridColumn<Row>, 'header' | 'copy' | 'text'>
const textOf = <Row>(column: TextColumn<Row>, row: Row) => column.copy?.(row) ?? column.text?.(row, Date.now()) ?? ''

/** False for a column that is drawn from more than its row. */
const hasText = <Row>({ copy, text }: TextColumn<Row>) => copy !== undefined || text !== undefined
async function selectedRows<Row>({ source, idOf, selection }: CopyOptions<Row>): Promise<Row[]> {
  if (selection.all) {
    const every = await source.readAll(new AbortController().signal)
    return every.filter((row) => isSelected(selection, idOf(row)))
  }
  return [...selection.marked.values()].sort((left, right) => left.index - right.index).map(({ row }) => row)
}

const rowsOf = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

/** Copies the selected rows with their headers as tab-separated values. Returns the message to show. */
async function copySelected<Row>(options: CopyOptions<Row>): Promise<string> {
  const { source, selection } = options
  const columns = options.columns.filter(hasText)
  const count = countSelected(selection, source.count() ?? 0)
  if (count > maxCopied) return `${rowsOf(count)} are too many to copy. Export them instead.`
  const rows = await selectedRows(options)
  const table = [columns.map(({ header }) => header), ...rows.map((row) => columns.map((one) => textOf(one, row)))]
  return (await copyText(toTsv(table))) ? `Copied ${rowsOf(rows.length)}.` : notCopied
}

type Read<Row> = Pick<CopyOptions<Row>, 'source' | 'columns'>

/** Copies cells of one row. Returns the message to show. */
async function copyFrom<Row>({ source, columns }: Read<Row>, index: number, said: string): Promise<string> {
  const rows = await source.readRange({ first: index, last: index }, new AbortController().signal)
  const text = toTsv(rows.map((row) => columns.filter(hasText).map((column) => textOf(column, row))))
  return (await copyText(text)) ? said : notCopied
}

/** Copies the visible cells of one row. Returns the message to show. */
const copyRow = <Row>(read: Read<Row>, index: number): Promise<string> => copyFrom(read, index, 'Copied the row.')

/** Copies one cell. Returns the message to show. */
const copyCell = <Row>({ source, columns }: Read<Row>, { row, column }: Cell): Promise<string> =>
  copyFrom({ source, columns: columns.slice(column, column + 1) }, Math.max(0, row), 'Copied the cell.')

/** Rectangle below which a menu opens, in pixels of the window. */
export type MenuPlace = { left: number; top: number; width: number; height: number }
/** The open menu: a column's (row −1) or a row's. */
export type OpenMenu = { cell: Cell; place: MenuPlace }

type Options<Row> = {
  scroller: RefObject<HTMLDivElement | null>
  props: DataGridProps<Row>
  /** The visible columns, and their widths in pixels. */
  columns: { shown: readonly ShownColumn<Row>[]; widths: readonly number[] }
  /** Number of rows that can be walked; 0 if something else is in their place. */
  rows: number
  /** Moves a row into view; `page` is the number of rows that fit. */
  scroll: { page: () => number; scrollToRow: (row: number) => void }
}

/** Maximum number of rows that one key press can select. */
const maxSelected = 10_000
/** Pixels by which a key press changes the width of a column. */
const widthStep = 16

const isHeading = (target: EventTarget) => target instanceof Element && target.closest('[data-heading]') !== null
const isLink = ({ target }: MouseEvent) => target instanceof Element && target.closest('a') !== null
const isModified = (event: MouseEvent) => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
const isMenuKey = ({ key, shiftKey }: KeyboardEvent) => key === 'ContextMenu' || (key === 'F10' && shiftKey)

/** True if text of the grid is selected, which the browser copies. */
function isTextSelected(grid: Element | null): boolean {
  const selection = getSelection()
  return selection?.isCollapsed === false && grid?.contains(selection.anchorNode) === true
}

/** True if a menu or another popup is open: a press outside closes it, and does nothing else. */
const isPopupOpen = () => document.querySelector('[aria-haspopup][aria-expanded="true"]') !== null

/** The cell in which an event occurred; row −1 is the header. */
function cellOf(target: EventTarget | null): Cell | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const row = cell?.closest<HTMLElement>('[aria-rowindex]')
  return cell && row
    ? { row: Number(row.getAttribute('aria-rowindex')) - 2, column: Number(cell.dataset.column) }
    : null
}

/** The row of the tick box or menu button that was pressed; null if it was none. */
function rowOf({ target }: MouseEvent, part: '[data-tick]' | '[data-more]'): number | null {
  const pressed = target instanceof Element ? target.closest(part) : null
  const line = pressed?.closest<HTMLElement>('[data-line]')
  return line ? Number(line.dataset.line) : null
}

/** The heading of a group has one cell, which spans all columns. */
const elementOf = (root: HTMLElement | null, { row, column }: Cell) => {
  const line = `[aria-rowindex="${row + 2}"]`
  return root?.querySelector<HTMLElement>(`${line} [data-column="${column}"], ${line} [data-heading]`) ?? null
}

/** True if no element has the focus: the one that had it was removed. */
const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

/**
 * One cell of the grid is the tab stop. Keys move it, and the DOM focus follows. While its row or column is not there, the nearest one
 * is the tab stop, and a header in a list without rows; it takes over a focus that was in the grid.
 */
function useActiveCell<Row>({ scroller, props, columns, rows }: Omit<Options<Row>, 'scroll'>) {
  const { view, onView } = props.place
  const [wanted, setWanted] = useState<Cell>({ row: view.activeRow ?? 0, column: 0 })
  const active: Cell = {
    row: Math.min(wanted.row, rows - 1),
    column: Math.max(0, Math.min(wanted.column, columns.shown.length - 1)),
  }
  const moving = useRef<'into-view' | 'in-place' | null>(view.opened === true ? 'into-view' : null)
  const isInside = useRef(false)

  // Once: a press that opens a row moves the focus too.
  const returned = useEffectEvent(() => onView({ opened: false }))
  useEffect(() => returned(), [])
  useLayoutEffect(() => {
    if (moving.current === null && !(isInside.current && isFocusLost())) return
    const element = elementOf(scroller.current, active)
    if (!element) return
    const isIntoView = moving.current === 'into-view'
    moving.current = null
    element.focus({ preventScroll: true })
    if (isIntoView && active.column >= 0) element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const follow = useEffectEvent((row: number) => {
    if (row >= 0 && !props.rows.source.headingAt(row)) props.peek?.onActive(row)
  })
  useEffect(() => follow(active.row), [active.row])

  const moveTo = (next: Cell, how: 'into-view' | 'in-place' = 'into-view') => {
    moving.current = how
    setWanted(next)
  }
  return {
    active,
    wantedRow: wanted.row,
    moveTo,
    onFocus(event: FocusEvent) {
      isInside.current = true
      const cell = cellOf(event.target)
      if (!cell) return
      const isActive = cell.row === active.row && (cell.column === active.column || isHeading(event.target))
      // A link in a cell takes the focus when it is pressed; the keys work from the cell.
      if (!isActive || !event.target.matches('[data-column]')) moveTo(cell, 'in-place')
    },
    onBlur() {
      isInside.current = false
    },
  }
}

/** Selection and copying of rows. */
function useRowActions<Row>({ props, columns, active }: Pick<Options<Row>, 'props' | 'columns'> & { active: Cell }) {
  const { selection, onMessage } = props
  const { source, idOf } = props.rows
  /** Where an extension by Shift begins, and the rows that were selected before it; null until it extends. */
  const start = useRef<{ row: number; before: RowSelection<Row> | null } | null>(null)
  /** Counts changes of the selection, so that rows that are read late do not replace a newer one. */
  const changes = useRef(0)
  const failed = () => onMessage('These rows could not be read.')
  const [leaving] = useState(() => new AbortController())
  useEffect(() => () => leaving.abort(), [leaving])
  const change = async (first: number, last: number, to: (rows: Parameters<typeof addRows<Row>>[1]) => void) => {
    changes.current += 1
    const own = changes.current
    if (last - first >= maxSelected) return onMessage(`At most ${formatCount(maxSelected)} rows at once.`)
    const lines = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter(
      (line) => !source.headingAt(line),
    )
    const known = lines.map((line) => source.rowAt(line)).filter((row) => row !== undefined)
    // Rows that are read are selected at once: a second press may follow before a promise resolves, and would replace the first.
    const isRead = known.length === lines.length
    const rows = isRead ? known : await source.readRange({ first, last }, new AbortController().signal)
    if (own === changes.current) to(rows.map((one, at) => ({ id: idOf(one), index: lines[at] ?? first, row: one })))
  }
  const say = (copied: Promise<string>) => void copied.then(onMessage).catch(failed)
  const copied = { source, columns: withBehind(columns.shown), idOf, selection: selection.rows }
  const selected = countSelected(selection.rows, source.count() ?? 0)
  const select = (which: 'all' | 'none') => {
    changes.current += 1
    start.current = null
    selection.onChange(which === 'all' ? allRows : noRows)
  }
  const copyActive = () => say(copyCell({ source, columns: columns.shown }, active))
  return {
    /** Number of selected rows. */
    selected,
    select,
    /** Opens the record of a line. One that is not read yet opens once it is, unless the list is left. */
    open(index: number) {
      const show = (found: Row | undefined) => {
        if (found === undefined || leaving.signal.aborted) return
        props.place.onView({ opened: true })
        props.rows.onOpen(found, index)
      }
      const known = source.rowAt(index)
      if (known !== undefined || source.headingAt(index)) return show(known)
      void source
        .readRange({ first: index, last: index }, leaving.signal)
        .then(([found]) => show(found))
        .catch(() => leaving.signal.aborted || failed())
    },
    /** Selects or deselects a row. The next extension begins at it. */
    tick(index: number) {
      start.current = { row: index, before: null }
      void change(index, index, (rows) => selection.onChange(toggleRows(selection.rows, rows))).catch(failed)
    },
    /** Selects the rows from the start of the extension to this one, besides those selected before. */
    extendTo(index: number) {
      const { row, before } = start.current ?? { row: Math.max(0, active.row), before: null }
      const base = before ?? selection.rows
      start.current = { row, before: base }
      const [first, last] = [Math.min(row, index), Math.max(row, index)]
      void change(first, last, (rows) => selection.onChange(addRows(base, rows))).catch(failed)
    },
    release() {
      start.current = null
    },
    copy() {
      if (selected > 0) say(copySelected(copied))
      else copyActive()
    },
    copyCell: copyActive,
    copyRow: (index: number) => say(copyRow(copied, index)),
  }
}

export type RowActions = ReturnType<typeof useRowActions>

/** The open menu. The focus returns to its cell when it closes. */
function useOpenMenu(scroller: RefObject<HTMLDivElement | null>, moveTo: (cell: Cell) => void) {
  const [open, setOpen] = useState<OpenMenu | null>(null)
  return {
    open,
    /** Opens the menu of a cell below it. */
    openAt(cell: Cell) {
      const element = scroller.current?.querySelector(
        `[aria-rowindex="${cell.row + 2}"] [data-column="${cell.column}"]`,
      )
      if (!element) return
      const { left, top, width, height } = element.getBoundingClientRect()
      setOpen({ cell, place: { left, top, width, height } })
    },
    onContextMenu(event: MouseEvent) {
      const cell = cellOf(event.target)
      if (!cell) return
      event.preventDefault()
      setOpen({ cell, place: { left: event.clientX, top: event.clientY, width: 1, height: 1 } })
    },
    close() {
      if (open) moveTo(open.cell)
      setOpen(null)
    },
  }
}

type Controls<Row> = Options<Row> & {
  focus: ReturnType<typeof useActiveCell>
  actions: RowActions
  menu: ReturnType<typeof useOpenMenu>
}

/**
 * Keys of a header: Enter or Space sorts, Alt+Down opens its menu, Shift+Left and Shift+Right change its width, and with Ctrl they
 * move it. Returns true if the key was handled.
 */
function onHeaderKey<Row>(event: KeyboardEvent, { props, columns, focus, menu }: Controls<Row>): boolean {
  const { layout, onLayout } = props.columns
  const { shown, widths } = columns
  const at = focus.active.column
  const column = shown[at]
  const { key } = event
  if (!column) return false
  if (key === 'Enter' || key === ' ') {
    if (event.target instanceof HTMLElement) event.target.click()
    return true
  }
  if (key === 'ArrowDown' && event.altKey) {
    menu.openAt(focus.active)
    return true
  }
  if (!event.shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false
  const by = key === 'ArrowRight' ? 1 : -1
  if (event.ctrlKey || event.metaKey) {
    const target = at + by
    if (target < 0 || target >= shown.length) return true
    onLayout(nudgeColumn(layout, column.id, by))
    focus.moveTo({ row: -1, column: target })
  } else {
    onLayout(changeColumn(layout, column.id, { width: clampWidth((widths[at] ?? column.width) + by * widthStep) }))
  }
  return true
}

/** The right arrow opens a group, the left one closes it, Enter and Space do either. A heading has no row to act on. */
function onHeadingKey({ key }: KeyboardEvent, isClosed: boolean, toggle: () => void): boolean {
  const isArrow = key === 'ArrowRight' || key === 'ArrowLeft'
  if (key === 'Enter' || key === ' ' || key === (isClosed ? 'ArrowRight' : 'ArrowLeft')) toggle()
  return isArrow || key === 'Enter' || key === ' '
}

/** Escape hides the summary beside the list, then deselects; returns false if there was neither. */
function onEscape<Row>({ props: { peek }, focus, actions }: Controls<Row>): boolean {
  if (peek?.isShown) peek.onToggle(focus.active.row)
  else if (actions.selected > 0) actions.select('none')
  else return false
  return true
}

/** Handles keys other than movement; returns false if the key is not handled. */
function act<Row>(event: KeyboardEvent, controls: Controls<Row>): boolean {
  const { props, focus, actions, menu } = controls
  const { row } = focus.active
  const isCommand = event.ctrlKey || event.metaKey
  const letter = keyOf(event.nativeEvent).toLowerCase()
  const { groups, source } = props.rows
  const heading = groups ? source.headingAt(row) : null
  if (isMenuKey(event)) menu.openAt(focus.active)
  else if (isCommand && letter === 'a') actions.select('all')
  else if (isCommand && letter === 'c' && !isTextSelected(controls.scroller.current)) actions.copy()
  else if (event.key === 'Escape') return onEscape(controls)
  else if (row < 0) return onHeaderKey(event, controls)
  else if (heading) return onHeadingKey(event, heading.closed, () => groups?.onToggle(heading))
  else if (event.key === 'Enter') actions.open(row)
  else if (event.key === ' ' && !event.shiftKey && props.peek) props.peek.onToggle(row)
  else if (event.key === ' ' || (letter === 'x' && !isCommand)) actions.tick(row)
  else return false
  return true
}

/** Handles the keys of a grid (WAI-ARIA grid pattern): arrows move the active cell, and with Shift select rows on the way. */
function onKey<Row>(event: KeyboardEvent, controls: Controls<Row>): void {
  const { focus, actions, columns, scroll } = controls
  // A button in the place of the rows, such as that of an error, keeps its own keys.
  if (cellOf(event.target) === null) return
  const { active } = focus
  if (event.altKey && !(active.row < 0 && event.key === 'ArrowDown')) return
  if (act(event, controls)) {
    event.preventDefault()
    event.stopPropagation()
    return
  }
  if (event.altKey) return
  const { rows } = controls
  const next = moveFocus(active, event, { rows, columns: columns.shown.length, page: scroll.page() })
  if (!next) return
  event.preventDefault()
  if (!event.shiftKey) actions.release()
  else if (active.row >= 0 && next.row >= 0 && next.row !== active.row) actions.extendTo(next.row)
  focus.moveTo(next)
  if (next.row >= 0) scroll.scrollToRow(next.row)
}

/**
 * Until the next press, ignores what belongs to a double click: its second press would fall on the page that the first one opened, or
 * open it twice.
 */
function ignoreSecondClick(): void {
  const abortController = new AbortController()
  const ignore = (event: globalThis.MouseEvent) => {
    if (event.detail > 1) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else if (event.type === 'mousedown') abortController.abort()
  }
  for (const type of ['mousedown', 'mouseup', 'click', 'dblclick'] as const)
    window.addEventListener(type, ignore, { capture: true, signal: abortController.signal })
}

/** The cell at a pointer, also where a wide row is empty after its last cell; null at a header, a tick box or a menu button. */
function pointedCell(event: MouseEvent): Cell | null {
  const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line], [data-group]') : null
  if (!line || rowOf(event, '[data-tick]') !== null || rowOf(event, '[data-more]') !== null) return null
  return cellOf(event.target) ?? { row: Number(line.getAttribute('aria-rowindex')) - 2, column: 0 }
}

/** Pointer actions: a click opens a row; a press with Shift selects all rows up to it, with Ctrl or on the tick box one; dragging selects text. */
function usePointer<Row>({ scroller, props, focus, actions, menu }: Controls<Row>) {
  const { source, idOf } = props.rows
  /** The pressed line and its record, null while it is not read. A click that ends over another record opens none. */
  const pressed = useRef<{ line: number; id: string | null } | null>(null)
  const idAt = (row: number) => {
    const found = source.rowAt(row)
    return found === undefined ? null : idOf(found)
  }
  return {
    onMouseDown(event: MouseEvent) {
      pressed.current = null
      const ticked = rowOf(event, '[data-tick]')
      if (ticked !== null && event.button === 0) {
        event.preventDefault()
        if (event.shiftKey) actions.extendTo(ticked)
        else actions.tick(ticked)
        return
      }
      const cell = pointedCell(event)
      if (!cell || event.button !== 0) return
      if (isModified(event)) {
        // The browser opens a link in another tab or window.
        if (isLink(event)) return
        event.preventDefault()
        if (event.ctrlKey || event.metaKey) actions.tick(cell.row)
        else if (event.shiftKey) actions.extendTo(cell.row)
      } else {
        actions.release()
        // A press that closes a menu or ends a selection of text opens nothing.
        const isForOthers = menu.open !== null || isPopupOpen() || isTextSelected(scroller.current)
        if (!isForOthers) pressed.current = { line: cell.row, id: idAt(cell.row) }
      }
      focus.moveTo(cell, 'in-place')
    },
    onClick(event: MouseEvent) {
      const more = rowOf(event, '[data-more]')
      if (more !== null) return menu.openAt({ row: more, column: 0 })
      const cell = pointedCell(event)
      if (!cell || isModified(event) || event.button !== 0) return
      if (isLink(event)) event.preventDefault()
      // Programs that assist people click without a press before.
      const { line = null, id = null } = pressed.current ?? {}
      const isWhole = event.detail === 0 || (id === null ? line === cell.row : id === idAt(cell.row))
      if (!isWhole || isTextSelected(scroller.current)) return
      ignoreSecondClick()
      focus.moveTo(cell, 'in-place')
      actions.open(cell.row)
    },
  }
}

/** The user's side of a grid: the active cell, selection, keys, pointer and the open menu. */
export function useGridController<Row>(options: Options<Row>) {
  const { scroller, props, columns } = options
  const focus = useActiveCell(options)
  const actions = useRowActions({ props, columns, active: focus.active })
  const menu = useOpenMenu(scroller, focus.moveTo)
  const controls = { ...options, focus, actions, menu }
  const pointer = usePointer(controls)
  return {
    active: focus.active,
    wantedRow: focus.wantedRow,
    actions,
    menu,
    /** For the grid's element. */
    handlers: {
      ...pointer,
      onKeyDown: (event: KeyboardEvent) => onKey(event, controls),
      onFocus: focus.onFocus,
      onBlur: focus.onBlur,
      onContextMenu: menu.onContextMenu,
      onMouseOver: revealCutText,
      onCopy(event: ClipboardEvent) {
        // The Edit menu's Copy, which sends no key. Selected text is copied as such.
        if (isTextSelected(scroller.current)) return
        event.preventDefault()
        actions.copy()
      },
    },
  }
}
