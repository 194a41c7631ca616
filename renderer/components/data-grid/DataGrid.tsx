import { IconArrowDown, IconArrowUp, IconDotsVertical } from '@tabler/icons-react'
import {
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useCommand } from '../../lib/commands/use-command.ts'
import { lazyDialog } from '../../lib/lazy-part.ts'
import { useNow } from '../../lib/use-now.ts'
import { changeColumn, clampWidth, moveColumn } from './column-layout.ts'
import classes from './data-grid.module.css'
import type { GridMenusProps } from './GridMenus.tsx'
import { GridRow } from './GridRow.tsx'
import { GroupRow } from './GroupRow.tsx'
import type { DataGridProps, GridRows } from './grid-props.ts'
import type { Cell } from './keyboard.ts'
import { isSelected, type RowSelection } from './selection.ts'
import { type ShownColumn, useGridColumns } from './use-grid-columns.ts'
import { useGridController } from './use-grid-controller.ts'
import { type GridPlace, type PlaceStore, useGridSize, useGridView } from './use-grid-view.ts'
import type { SortState } from './view-state.ts'
import { withActiveRow } from './windows.ts'

type DragOptions = {
  ids: readonly string[]
  widths: readonly number[]
  onResize: (id: string, width: number) => void
  /** Called while the edge is being dragged. */
  onResizing: (id: string, width: number) => void
  onMove: (id: string, before: string | null) => void
}

/** Pixels of movement after which a press on a header counts as a drag. */
const slack = 6

/** Follows the pointer until it is released, even outside the element. */
function follow(event: PointerEvent, onMove: (event: globalThis.PointerEvent) => void, onEnd: () => void) {
  const element = event.currentTarget
  element.setPointerCapture(event.pointerId)
  const abortController = new AbortController()
  const end = () => {
    abortController.abort()
    onEnd()
  }
  const { signal } = abortController
  element.addEventListener('pointermove', (moved) => onMove(moved as globalThis.PointerEvent), { signal })
  element.addEventListener('pointerup', end, { signal })
  element.addEventListener('pointercancel', end, { signal })
}

function headerUnder(x: number, root: Element): { id: string; after: boolean } | null {
  for (const header of root.querySelectorAll<HTMLElement>('[role="columnheader"]')) {
    const { left, right, width } = header.getBoundingClientRect()
    if (x >= left && x < right) return { id: header.dataset.column ?? '', after: x > left + width / 2 }
  }
  return null
}

/** Pointer actions of headers: dragging the edge resizes the column, dragging the rest moves it. */
function useHeaderDrag({ ids, widths, onResize, onResizing, onMove }: DragOptions) {
  const [target, setTarget] = useState<string | null>(null)
  const dragged = useRef(0)

  return {
    /** The column before which the dragged one would be inserted. */
    target,
    /** True if the next click is only the end of a drag. */
    justDragged: () => performance.now() - dragged.current < 200,
    onResizeStart(event: PointerEvent, at: number) {
      event.stopPropagation()
      event.preventDefault()
      const id = ids[at]
      if (id === undefined) return
      const from = event.clientX
      const start = widths[at] ?? 0
      let width = start
      follow(
        event,
        (moved) => {
          width = start + moved.clientX - from
          onResizing(id, width)
        },
        () => {
          dragged.current = performance.now()
          if (width !== start) onResize(id, width)
        },
      )
    },
    onMoveStart(event: PointerEvent, id: string) {
      const root = event.currentTarget.parentElement
      if (event.button !== 0 || !root) return
      const from = event.clientX
      let before: string | null | undefined
      follow(
        event,
        (moved) => {
          if (before === undefined && Math.abs(moved.clientX - from) < slack) return
          const under = headerUnder(moved.clientX, root)
          if (!under) return
          const at = Number(under.id) + (under.after ? 1 : 0)
          before = ids[at] ?? null
          setTarget(before)
        },
        () => {
          setTarget(null)
          if (before === undefined) return
          dragged.current = performance.now()
          if (before !== id && ids[ids.indexOf(id) + 1] !== before) onMove(id, before)
        },
      )
    },
  }
}

type HeaderDrag = ReturnType<typeof useHeaderDrag>

type Props<Row> = {
  columns: readonly ShownColumn<Row>[]
  sort: SortState
  onSort: (sort: SortState) => void
  template: string
  /** Column of the header cell that is the tab stop; null if the header row does not have the focus. */
  activeColumn: number | null
  drag: HeaderDrag
  onMenu: (column: number) => void
  /** How many of the rows are selected. */
  ticked: 'all' | 'some' | 'none'
  onTickAll: () => void
}

const sortNames = { asc: 'ascending', desc: 'descending' } as const

/** The first click on a header sorts up, the next ones turn the order round. */
const toggledSort = (sort: SortState, column: string): SortState => ({
  column,
  direction: sort.column === column && sort.direction === 'asc' ? 'desc' : 'asc',
})

/** The header row. Click, Enter or Space sorts by a sortable header. */
function GridHeader<Row>({
  columns,
  sort,
  onSort,
  template,
  activeColumn,
  drag,
  onMenu,
  ticked,
  onTickAll,
}: Props<Row>) {
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row} style={{ gridTemplateColumns: template }}>
        <span className={classes.gutter} data-tick-all="" aria-hidden="true" onClick={onTickAll}>
          <span className={classes.tick} data-ticked={ticked} />
        </span>
        {columns.map((column, at) => {
          const { behind } = column
          const sorted = sort.column === column.id || sort.column === behind?.id ? sort.direction : null
          const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp
          const arrow = <Arrow size={12} stroke={2} aria-hidden="true" className={classes.arrow} />
          /** Sorts by the column, or by the one behind it where its name is pressed. */
          const onPress = (target: EventTarget) => {
            const isBehind = target instanceof Element && target.closest('[data-behind]') !== null
            const { id, sortable } = isBehind && behind ? behind : column
            if (sortable && !drag.justDragged()) onSort(toggledSort(sort, id))
          }
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={at + 1}
              aria-sort={sorted ? sortNames[sorted] : column.sortable ? 'none' : undefined}
              tabIndex={activeColumn === at ? 0 : -1}
              className={column.sortable ? classes.sortable : classes.header}
              data-column={at}
              data-align={column.align}
              data-pinned={column.left === null ? undefined : true}
              data-drop={drag.target === column.id || undefined}
              style={column.left === null ? undefined : { left: column.left }}
              onPointerDown={(event) => drag.onMoveStart(event, column.id)}
              onClick={(event) => onPress(event.target)}
            >
              <span className={classes.headerText}>{column.header}</span>
              {sort.column === column.id ? arrow : null}
              {behind ? (
                <span className={classes.behindHeader} data-behind="">
                  <span className={classes.headerText}>{behind.header}</span>
                  {sort.column === behind.id ? arrow : null}
                </span>
              ) : null}
              <span
                className={classes.menuMark}
                aria-hidden="true"
                onPointerDown={(event) => event.stopPropagation()}
                onClick={(event) => {
                  event.stopPropagation()
                  onMenu(at)
                }}
              >
                <IconDotsVertical size={14} stroke={1.75} />
              </span>
              <span
                className={classes.resizer}
                aria-hidden="true"
                onPointerDown={(event) => drag.onResizeStart(event, at)}
                onClick={(event) => event.stopPropagation()}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** `lazyDialog` loses the type parameter, hence the cast. */
const GridMenus = lazyDialog(
  'The menu',
  async () => (await import('./GridMenus.tsx')).GridMenus,
  ({ onClose }) => ({ cancel: onClose }),
) as unknown as <Row>(props: GridMenusProps<Row>) => ReactNode

/** Skeleton rows drawn before the first response. */
const unknownRows = 24

type FooterProps<Row> = {
  columns: readonly ShownColumn<Row>[]
  template: string
  of: (column: string, first: boolean) => ReactNode
}

/** A row of sums that stays in view below the rows. It is not one of the list's rows, so it has no index and no tab stop. */
function GridFooter<Row>({ columns, template, of }: FooterProps<Row>) {
  return (
    <div role="rowgroup" className={classes.foot}>
      <div role="row" aria-label="Totals" className={classes.row} style={{ gridTemplateColumns: template }}>
        <span className={classes.gutter} aria-hidden="true" />
        {columns.map((column, at) => (
          <div
            key={column.id}
            role="gridcell"
            className={`cut ${classes.footCell}`}
            data-align={column.align}
            data-pinned={column.left === null ? undefined : true}
            style={column.left === null ? undefined : { left: column.left }}
          >
            {of(column.id, at === 0)}
            {column.behind ? <span className={classes.behind}>{of(column.behind.id, false)}</span> : null}
          </div>
        ))}
      </div>
    </div>
  )
}

type BodyProps<Row> = {
  places: PlaceStore
  rows: GridRows<Row>
  /** Number of rows, and their height in pixels. */
  count: number
  height: number
  columns: readonly ShownColumn<Row>[]
  template: string
  active: Cell
  selection: RowSelection<Row>
}

/** Rows drawn beyond each edge, so that scrolling never shows a gap; drawn only once the rows in view are on screen. */
const beyond = 6

function useOverscan(): number {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    const idle = requestIdleCallback(() => setDrawn(true), { timeout: 200 })
    return () => cancelIdleCallback(idle)
  }, [])
  return drawn ? beyond : 0
}

function drawnRows({ first, last }: GridPlace, rows: number, overscan: number): number[] {
  const from = Math.max(0, first - overscan)
  const to = Math.min(rows - 1, last + overscan)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}

/** Keys of elements by row. */
type ElementKeys = ReadonlyMap<number, number>

/** The keys of the rows that are now drawn, after those before: a row that stays keeps its key, one that enters takes that of one that left. */
function nextKeys(drawn: readonly number[], before: ElementKeys): ElementKeys {
  if (drawn.length === before.size && drawn.every((row) => before.has(row))) return before
  const keys = new Map([...before].filter(([row]) => drawn.includes(row)))
  const kept = new Set(keys.values())
  const free = Array.from({ length: drawn.length }, (_, key) => key).filter((key) => !kept.has(key))
  for (const row of drawn) if (!keys.has(row)) keys.set(row, free.shift() ?? -1)
  return keys
}

function useElementKeys(drawn: readonly number[]): ElementKeys {
  const [before, setKeys] = useState<ElementKeys>(new Map())
  const keys = nextKeys(drawn, before)
  if (keys !== before) setKeys(keys)
  return keys
}

/**
 * The rows in view and a few around them. A row keeps its element while it is drawn, also when it becomes the active one: a press is lost,
 * and the selection of text ends, if the element is another one when the button comes up.
 */
function GridBody<Row>(props: BodyProps<Row>) {
  const { places, count, active, selection } = props
  const { source, groups, height: rowHeight, idOf, markOf } = props.rows
  const place = useSyncExternalStore(places.subscribe, places.get)
  const now = useNow()
  const overscan = useOverscan()
  const drawn = withActiveRow(drawnRows(place, count, place.fast ? 0 : overscan), active.row, count)
  const keys = useElementKeys(drawn)
  const lineOf = (index: number) => {
    const row = source.rowAt(index)
    const group = source.headingAt(index)
    const top = (index - place.base) * rowHeight
    if (group && groups) {
      return (
        <GroupRow
          key={`group-${group.key}`}
          {...{ index, top, group }}
          display={groups}
          template={props.template}
          columns={props.columns}
          active={index === active.row}
        />
      )
    }
    return (
      <GridRow
        key={keys.get(index)}
        index={index}
        top={top}
        template={props.template}
        row={row}
        mark={row === undefined ? null : (markOf?.(row) ?? null)}
        columns={props.columns}
        bare={place.fast}
        activeColumn={index === active.row ? active.column : null}
        selected={row !== undefined && isSelected(selection, idOf(row))}
        now={now}
      />
    )
  }
  return (
    <div role="rowgroup" className={classes.body} style={{ height: props.height }}>
      <div role="presentation" className={classes.strip} style={{ transform: `translateY(${place.baseTop}px)` }}>
        {drawn.map(lineOf)}
      </div>
    </div>
  )
}

/**
 * A virtualised list of any length: only the rows in view are read and drawn, any row can be jumped to, and the keyboard reaches
 * every cell (WAI-ARIA grid pattern). Give it another `key` for another list.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, rows, columns, selection, place } = props
  const { source, height: rowHeight } = rows
  const { layout, onLayout, footer } = columns
  const { view, onView } = place
  const scroller = useRef<HTMLDivElement>(null)
  const { width, height } = useGridSize(scroller)
  const total = useSyncExternalStore(source.subscribe, source.total)
  const loaded = useSyncExternalStore(source.subscribe, source.loaded)
  const count = useSyncExternalStore(source.subscribe, source.count)
  const error = useSyncExternalStore(source.subscribe, source.error)
  const { shown, widths, template, setResizing } = useGridColumns({
    ...{ columns: columns.all, layout, label, source },
    from: Math.floor((view.scrollTop ?? 0) / rowHeight),
    available: width,
  })
  const isInstead = error !== null || (total === 0 && loaded)
  const scroll = useGridView({
    scroller,
    source,
    rows: total ?? unknownRows,
    rowHeight,
    startAt: view.scrollTop ?? 0,
    height: height - (footer ? rowHeight : 0),
    end: props.covered ?? 0,
  })
  const { active, wantedRow, actions, menu, handlers } = useGridController({
    scroller,
    props,
    columns: { shown, widths },
    rows: isInstead ? 0 : (total ?? unknownRows),
    scroll,
  })
  useCommand('list.copy', total === null || total === 0 ? null : actions.copy)

  const rememberPlace = useEffectEvent(() => onView({ activeRow: wantedRow, scrollTop: scroll.offset() }))
  useEffect(() => () => rememberPlace(), [])
  useEffect(() => {
    if (total !== null && loaded) onView({ total })
  }, [total, loaded, onView])

  const sortFromTop = (next: SortState) => {
    scroller.current?.scrollTo({ top: 0 })
    onView({ scrollTop: 0 })
    columns.onSort(next)
  }
  const drag = useHeaderDrag({
    ids: shown.map(({ id }) => id),
    widths,
    onResizing: (id, wide) => setResizing({ id, width: wide }),
    onResize: (id, wide) => {
      setResizing(null)
      onLayout(changeColumn(layout, id, { width: clampWidth(wide) }))
    },
    onMove: (id, before) => onLayout(moveColumn(layout, id, before)),
  })
  const { selected } = actions

  return (
    <>
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={total === null ? -1 : total + 1}
        aria-colcount={shown.length}
        aria-multiselectable="true"
        aria-busy={!loaded}
        className={classes.grid}
        style={{ '--row': `${rowHeight}px` } as React.CSSProperties}
        {...handlers}
      >
        <GridHeader
          columns={shown}
          sort={columns.sort}
          onSort={sortFromTop}
          template={template}
          activeColumn={active.row < 0 ? active.column : null}
          drag={drag}
          onMenu={(column) => menu.openAt({ row: -1, column })}
          ticked={selected === 0 ? 'none' : selected === count ? 'all' : 'some'}
          onTickAll={() => actions.select(selected === count ? 'none' : 'all')}
        />
        {error ? (
          <div className={classes.instead}>{rows.failed(error, source.retry)}</div>
        ) : total === 0 && loaded ? (
          <div className={classes.instead}>{rows.empty}</div>
        ) : (
          <GridBody
            places={scroll.places}
            rows={rows}
            count={total ?? unknownRows}
            height={scroll.height}
            columns={shown}
            template={template}
            active={active}
            selection={selection.rows}
          />
        )}
        {footer && total !== null && total > 0 ? <GridFooter columns={shown} template={template} of={footer} /> : null}
      </div>
      {/* Beside the grid, not in it: React sends the events of a menu's items to the elements around the menu. */}
      {menu.open && !source.headingAt(menu.open.cell.row) ? (
        <GridMenus
          {...{ rows, columns, actions, shown, widths }}
          selection={selection.rows}
          menu={menu.open}
          onSort={sortFromTop}
          onClose={menu.close}
        />
      ) : null}
    </>
  )
}
