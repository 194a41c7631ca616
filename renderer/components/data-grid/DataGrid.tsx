import { type ReactNode, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useCommand } from '../../lib/commands/use-command.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { changeColumn, clampWidth, moveColumn } from './column-layout.ts'
import classes from './data-grid.module.css'
import { GridBody } from './GridBody.tsx'
import { GridFooter } from './GridFooter.tsx'
import { GridHeader } from './GridHeader.tsx'
import type { GridMenusProps } from './GridMenus.tsx'
import type { DataGridProps } from './grid-props.ts'
import { headerKeys } from './header-keys.ts'
import { revealCutText } from './reveal-cut-text.ts'
import { countSelected } from './selection.ts'
import { useGridActions } from './use-grid-actions.ts'
import { useGridColumns } from './use-grid-columns.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { onGridKey } from './use-grid-keys.ts'
import { useGridMenu } from './use-grid-menu.ts'
import { gridPointer } from './use-grid-pointer.ts'
import { useGridSize } from './use-grid-size.ts'
import { useGridView } from './use-grid-view.ts'
import { useHeaderDrag } from './use-header-drag.ts'
import type { SortState } from './view-state.ts'

/** `lazyPart` loses the type parameter, hence the cast. */
const GridMenus = lazyPart(async () => (await import('./GridMenus.tsx')).GridMenus) as unknown as <Row>(
  props: GridMenusProps<Row>,
) => ReactNode

/** Skeleton rows drawn before the first response. */
const unknownRows = 24

/**
 * A virtualised list of any length: only the rows in view are read and drawn, any row can be jumped to, and the keyboard reaches
 * every cell (WAI-ARIA grid pattern). Give it another `key` for another list.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, layout, source, view, rowHeight, selection, idOf, onView } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { width, height } = useGridSize(scroller)
  const total = useSyncExternalStore(source.subscribe, source.total)
  const loaded = useSyncExternalStore(source.subscribe, source.loaded)
  const count = useSyncExternalStore(source.subscribe, source.count)
  const error = useSyncExternalStore(source.subscribe, source.error)
  const { shown, widths, template, setResizing } = useGridColumns(props.columns, layout, width)
  const rows = total ?? unknownRows
  const focus = useGridFocus({ scroller, view, onView })
  const grid = useGridView({
    scroller,
    source,
    rows,
    rowHeight,
    startAt: view.scrollTop ?? 0,
    height: height - (props.footer ? rowHeight : 0),
  })
  const actions = useGridActions({ ...props, focus, shown })
  const menu = useGridMenu(scroller)
  useCommand('list.copy', total === null || total === 0 ? null : actions.copy)

  const rememberPlace = useEffectEvent(() => onView({ activeRow: focus.active.row, scrollTop: grid.offset() }))
  useEffect(() => () => rememberPlace(), [])
  useEffect(() => {
    if (total !== null && loaded) onView({ total })
  }, [total, loaded, onView])

  const activate = useEffectEvent((row: number) => {
    if (row >= 0 && !source.headingAt(row)) props.onActive?.(row)
  })
  useEffect(() => activate(focus.active.row), [focus.active.row])

  const sortFromTop = (next: SortState) => {
    scroller.current?.scrollTo({ top: 0 })
    onView({ scrollTop: 0 })
    props.onSort(next)
  }
  const ids = shown.map(({ id }) => id)
  const drag = useHeaderDrag({
    ids,
    widths,
    onResizing: (id, wide) => setResizing({ id, width: wide }),
    onResize: (id, wide) => {
      setResizing(null)
      props.onLayout(changeColumn(layout, id, { width: clampWidth(wide) }))
    },
    onMove: (id, before) => props.onLayout(moveColumn(layout, id, before)),
  })
  const header = headerKeys({ focus, shown, widths, layout, onLayout: props.onLayout, onMenu: menu.openAt })
  const pointer = gridPointer({
    focus,
    open: actions.open,
    tick: actions.tick,
    extend: actions.extendTo,
    release: actions.release,
    menu: (row) => menu.openAt({ row, column: 0 }),
  })
  const selected = countSelected(selection, count ?? 0)
  const { groups } = props
  const heading = groups ? source.headingAt(focus.active.row) : null

  return (
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
      onKeyDown={(event) =>
        onGridKey(event, {
          focus,
          rows: total ?? 0,
          columns: shown.length,
          page: grid.page,
          scrollToRow: grid.scrollToRow,
          open: actions.open,
          toggle: () => actions.tick(focus.active.row),
          extend: actions.extendTo,
          release: actions.release,
          peek: () => (props.onPeek ? props.onPeek(focus.active.row) : actions.tick(focus.active.row)),
          selectAll: () => actions.select('all'),
          clear: () => {
            if (!props.peeking || !props.onPeek) return actions.clear()
            props.onPeek(focus.active.row)
            return true
          },
          copy: actions.copy,
          heading: groups && heading ? { closed: heading.closed, toggle: () => groups.onToggle(heading) } : null,
          header,
          menu: () => menu.openAt(focus.active),
        })
      }
      {...pointer}
      onCopy={(event) => {
        // The Edit menu's Copy, which sends no key. Selected text is copied as such.
        if (getSelection()?.isCollapsed === false) return
        event.preventDefault()
        actions.copy()
      }}
      onContextMenu={menu.onContextMenu}
      onFocus={focus.onFocus}
      onMouseOver={revealCutText}
    >
      <GridHeader
        columns={shown}
        sort={props.sort}
        onSort={sortFromTop}
        template={template}
        activeColumn={focus.active.row < 0 ? focus.active.column : null}
        drag={drag}
        onMenu={(column) => menu.openAt({ row: -1, column })}
        ticked={selected === 0 ? 'none' : selected === count ? 'all' : 'some'}
        onTickAll={() => actions.select(selected === count ? 'none' : 'all')}
      />
      {error ? (
        <div className={classes.instead}>{props.failed(error, source.retry)}</div>
      ) : total === 0 && loaded ? (
        <div className={classes.instead}>{props.empty}</div>
      ) : (
        <GridBody
          places={grid.places}
          rows={rows}
          height={grid.height}
          rowHeight={rowHeight}
          source={source}
          columns={shown}
          template={template}
          idOf={idOf}
          markOf={props.markOf}
          active={focus.active}
          selection={selection}
          groups={groups}
        />
      )}
      {props.footer && total !== null && total > 0 ? (
        <GridFooter columns={shown} template={template} of={props.footer} />
      ) : null}
      {menu.open && !source.headingAt(menu.open.cell.row) ? (
        <GridMenus
          {...props}
          menu={menu.open}
          shown={shown}
          widths={widths}
          actions={actions}
          selected={selected}
          onSort={sortFromTop}
          onClose={() => menu.close(focus)}
        />
      ) : null}
    </div>
  )
}
