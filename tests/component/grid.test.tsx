import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useMemo, useRef, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { arrange, toLayout } from '../../renderer/components/data-grid/column-layout.ts'
import { DataGrid } from '../../renderer/components/data-grid/DataGrid.tsx'
import type { GridColumn } from '../../renderer/components/data-grid/grid-column.ts'
import { createRowSource } from '../../renderer/components/data-grid/row-source.ts'
import { countSelected, noRows, type RowSelection } from '../../renderer/components/data-grid/selection.ts'
import type { SortState } from '../../renderer/components/data-grid/view-state.ts'
import { notCopied } from '../../renderer/lib/copy-text.ts'
import { renderInApp } from './support/render-in-app.tsx'

type Row = { id: string; name: string; count: number }

const people = ['Adams', 'Berg', 'Castro', 'Diaz', 'Eriksen', 'Fontaine', 'Gupta', 'Haddad']
const rows: readonly Row[] = people.map((name, at) => ({ id: `r${at}`, name, count: 100 - at }))

const columns: readonly GridColumn<Row>[] = [
  { id: 'name', header: 'Name', width: 200, sortable: true, cell: (row) => row.name, text: (row) => row.name },
  { id: 'count', header: 'Count', width: 100, sortable: true, cell: (row) => row.count, text: (row) => `${row.count}` },
]

const ordered = ({ column, direction }: SortState) =>
  rows.toSorted((one, other) => {
    const by = column === 'name' ? one.name.localeCompare(other.name) : one.count - other.count
    return direction === 'asc' ? by : -by
  })

const sourceOf = (of: () => readonly Row[], expected: number | null) =>
  createRowSource<Row>({
    expected,
    read: async ({ offset, limit }) => ({ rows: of().slice(offset, offset + limit), total: of().length, offset }),
  })

const manyRows: readonly Row[] = Array.from({ length: 300 }, (_, at) => ({
  id: `m${at}`,
  name: `Person ${at}`,
  count: at,
}))

function open(of: { rows?: 'none' | 'fail' | 'late' | 'many' | 'shrank'; peeks?: boolean; footer?: boolean } = {}) {
  const seen = {
    opened: [] as string[],
    said: [] as string[],
    peeked: [] as (number | null)[],
    selection: noRows as RowSelection<Row>,
    reads: 0,
    /** Answers the reads of a list whose rows come late. */
    arrive: Promise.withResolvers<void>(),
    /** Shows fewer rows or columns, as when records were deleted or columns hidden. */
    show: (_: { rows?: number; columns?: string[] }): void => undefined,
  }
  const isLong = of.rows === 'many' || of.rows === 'shrank' || of.rows === 'late'
  function Grid() {
    const [sort, setSort] = useState<SortState>({ column: 'name', direction: 'asc' })
    const [selection, setSelection] = useState<RowSelection<Row>>(noRows)
    const [layout, setLayout] = useState(() => toLayout(arrange(columns, [])))
    const left = useRef(rows.length)
    const source = useMemo(
      () =>
        of.rows === 'late'
          ? createRowSource<Row>({
              expected: manyRows.length,
              read: async ({ offset, limit }) => {
                await seen.arrive.promise
                return { rows: manyRows.slice(offset, offset + limit), total: manyRows.length, offset }
              },
            })
          : of.rows === 'fail'
            ? createRowSource<Row>({
                expected: null,
                read: () => {
                  seen.reads += 1
                  return Promise.reject(new Error('gone'))
                },
              })
            : sourceOf(
                () => (of.rows === 'none' ? [] : of.rows === 'many' ? manyRows : ordered(sort).slice(0, left.current)),
                isLong ? manyRows.length : null,
              ),
      [sort],
    )
    const [peek, setPeek] = useState<number | null>(null)
    seen.selection = selection
    seen.show = ({ rows: count, columns: shown }) => {
      if (shown) setLayout(layout.map((column) => ({ ...column, hidden: !shown.includes(column.column) })))
      if (count === undefined) return
      left.current = count
      void source.refresh()
    }
    if (seen.peeked.at(-1) !== peek) seen.peeked.push(peek)
    return (
      <DataGrid
        label="People"
        rows={{
          source,
          idOf: (row) => row.id,
          height: 30,
          onOpen: (row) => seen.opened.push(row.name),
          empty: <p>Nobody here</p>,
          failed: (_error, retry) => (
            <button type="button" onClick={retry}>
              Read again
            </button>
          ),
        }}
        columns={{
          ...{ all: columns, layout, sort },
          onLayout: setLayout,
          onSort: setSort,
          onFilter: () => undefined,
          onOnlySame: () => null,
          footer: of.footer ? (column, first) => (first ? '8 people' : `all of ${column}`) : undefined,
        }}
        selection={{ rows: selection, onChange: setSelection }}
        place={{ view: isLong ? { scrollTop: 3010, activeRow: 105 } : {}, onView: () => undefined }}
        onMessage={(text) => seen.said.push(text)}
        {...(of.peeks
          ? {
              peek: {
                isShown: peek !== null,
                onToggle: (index: number) => setPeek(peek === null ? index : null),
                onActive: (index: number) => setPeek((before) => (before === null ? null : index)),
              },
            }
          : {})}
      />
    )
  }
  const app = renderInApp(Grid)
  const marked = () =>
    screen
      .getAllByRole('row', { selected: true })
      .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent ?? '')
  return { ...app, seen, marked }
}

const cell = (text: string) => screen.findByRole('gridcell', { name: text })
const count = (selection: RowSelection<Row>) => countSelected(selection, rows.length)

/** A press with the mouse, as the grid hears it: the focus moves on pressing. */
const press = (element: HTMLElement, keys: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => {
  fireEvent.mouseDown(element, { button: 0, ...keys })
  fireEvent.mouseUp(element, { button: 0, ...keys })
  fireEvent.click(element, { button: 0, ...keys })
}

/** Moves the focus without a press. */
const focusOn = (element: HTMLElement) => act(() => element.focus())

describe('the grid', () => {
  it('has one tab stop, which a press moves', async () => {
    open()
    fireEvent.mouseDown(await cell('Castro'), { button: 0 })
    await waitFor(() => expect(screen.getByRole('gridcell', { name: 'Castro' })).toHaveFocus())
    expect(document.querySelectorAll('[role="gridcell"][tabindex="0"]')).toHaveLength(1)
  })

  it('opens a row that was pressed before it was read, as in a list that is scrolled very fast', async () => {
    const line = (nth: number) =>
      waitFor(() => document.querySelector<HTMLElement>(`[data-line="${nth}"]`) ?? expect.fail('It is not drawn yet.'))
    const read = open({ rows: 'late' })
    fireEvent.mouseDown(await line(104), { button: 0 })
    await act(async () => read.seen.arrive.resolve())
    await screen.findByText('Person 104')
    fireEvent.click(await line(104), { button: 0, detail: 1 })
    expect(read.seen.opened).toEqual(['Person 104'])
    read.unmount()
    const unread = open({ rows: 'late' })
    const pressed = await line(103)
    fireEvent.mouseDown(pressed, { button: 0 })
    fireEvent.click(pressed, { button: 0, detail: 1 })
    expect(unread.seen.opened).toEqual([])
    await act(async () => unread.seen.arrive.resolve())
    await waitFor(() => expect(unread.seen.opened).toEqual(['Person 103']))
  })

  it('keeps the element of each row when rows beyond the edges are drawn, so that a press on a link reaches it', async () => {
    const idle: IdleRequestCallback[] = []
    vi.spyOn(window, 'requestIdleCallback').mockImplementation((run) => idle.push(run))
    open({ rows: 'many' })
    const pressed = await cell('Person 105')
    const before = screen.getAllByRole('row').length
    for (const run of idle) run({ didTimeout: false, timeRemaining: () => 50 })
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(before))
    expect(await cell('Person 105')).toBe(pressed)
  })

  it('moves the focus by arrows, and to the ends with Ctrl', async () => {
    const { user } = open()
    focusOn(await cell('Berg'))
    await user.keyboard('{ArrowDown}{ArrowRight}')
    await waitFor(async () => expect(await cell('98')).toHaveFocus())
    await user.keyboard('{Control>}{End}{/Control}')
    await waitFor(async () => expect(await cell('93')).toHaveFocus())
    await user.keyboard('{Control>}{Home}{/Control}')
    await waitFor(async () => expect(await cell('Adams')).toHaveFocus())
  })

  it('does not leave the list at its ends', async () => {
    const { user } = open()
    focusOn(await cell('Haddad'))
    await user.keyboard('{ArrowDown}{ArrowLeft}')
    await waitFor(async () => expect(await cell('Haddad')).toHaveFocus())
  })

  it('opens the row by Enter and by a click, once however often it is clicked', async () => {
    const { user, seen } = open()
    focusOn(await cell('Diaz'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(seen.opened).toEqual(['Diaz']))
    await user.dblClick(await cell('Gupta'))
    expect(seen.opened).toEqual(['Diaz', 'Gupta'])
    await user.click(await cell('98'))
    expect(seen.opened).toEqual(['Diaz', 'Gupta', 'Castro'])
  })

  it('opens no row by a press on its tick box, its menu, with Ctrl or Shift, or with another button', async () => {
    const { seen } = open()
    const row = (await cell('Castro')).closest('[role="row"]')
    for (const part of ['[data-tick]', '[data-more]']) press(row?.querySelector<HTMLElement>(part) ?? document.body)
    press(await cell('Castro'), { ctrlKey: true })
    press(await cell('Diaz'), { shiftKey: true })
    fireEvent.mouseDown(await cell('Diaz'), { button: 1 })
    fireEvent(await cell('Diaz'), new MouseEvent('auxclick', { bubbles: true, button: 1 }))
    expect(seen.opened).toEqual([])
  })

  it('opens no row that came under the pointer after it was pressed, and none by the press that closes a menu', async () => {
    const { user, seen } = open()
    await cell('Adams')
    fireEvent.mouseDown(await cell('Adams'), { button: 0, detail: 1 })
    fireEvent.click(await cell('Berg'), { button: 0, detail: 1 })
    await user.keyboard('{Shift>}{F10}{/Shift}')
    await waitFor(() => expect(screen.getByRole('menu')).toBeVisible())
    fireEvent.mouseDown(await cell('Diaz'), { button: 0, detail: 1 })
    fireEvent.click(await cell('Diaz'), { button: 0, detail: 1 })
    expect(seen.opened).toEqual([])
  })

  it('lets text be selected by dragging, which opens nothing, nor does the press that ends the selection', async () => {
    const { seen } = open()
    const diaz = await cell('Diaz')
    expect(fireEvent.mouseDown(diaz, { button: 0, detail: 1 })).toBe(true)
    getSelection()?.selectAllChildren(diaz)
    fireEvent.click(diaz, { button: 0, detail: 1 })
    fireEvent.mouseDown(diaz, { button: 0, detail: 1 })
    getSelection()?.removeAllRanges()
    fireEvent.click(diaz, { button: 0, detail: 1 })
    expect(seen.opened).toEqual([])
  })

  it('keeps the element of a row that becomes the active one, so that a press on its link reaches it', async () => {
    open()
    const castro = await cell('Castro')
    fireEvent.mouseDown(castro, { button: 0, detail: 1 })
    await waitFor(() => expect(castro).toHaveFocus())
    expect(await cell('Castro')).toBe(castro)
  })

  it('gives its tab stop to the nearest row and column while those that had it are gone', async () => {
    const { seen } = open()
    focusOn(await cell('93'))
    act(() => seen.show({ rows: 3 }))
    await waitFor(async () => expect(await cell('98')).toHaveFocus())
    act(() => seen.show({ columns: ['name'] }))
    await waitFor(async () => expect(await cell('Castro')).toHaveFocus())
    expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1)
  })

  it('is reachable by Tab while it has no rows, and gives the tab stop back to its row when there are some again', async () => {
    const { user, seen } = open()
    focusOn(await cell('Berg'))
    act(() => seen.show({ rows: 0 }))
    await waitFor(() => expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveFocus())
    act(() => (document.activeElement as HTMLElement).blur())
    await user.tab()
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveFocus()
    act(() => (document.activeElement as HTMLElement).blur())
    act(() => seen.show({ rows: 8 }))
    await waitFor(async () => expect(await cell('Berg')).toHaveAttribute('tabindex', '0'))
    expect(document.body).toHaveFocus()
  })

  it('leaves the keys in the menu of a row to the menu', async () => {
    const { user, seen, marked } = open()
    focusOn(await cell('Castro'))
    await user.keyboard('{Shift>}{F10}{/Shift}')
    await waitFor(() => expect(screen.getByRole('menu')).toBeVisible())
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Open' })).toHaveFocus())
    expect(document.querySelector('[role="row"][data-active]')).toHaveTextContent('Castro')
    await user.keyboard('x{ArrowDown}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Select row' })).toHaveFocus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(marked()).toEqual(['Castro']))
    expect(seen.opened).toEqual([])
    await waitFor(async () => expect(await cell('Castro')).toHaveFocus())
  })

  it('leaves the keys in the menu of a column to the menu, and the pointer too', async () => {
    const { user, seen } = open()
    focusOn(await cell('Castro'))
    await user.keyboard('{Control>}{Home}{/Control}{ArrowUp}{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(screen.getByRole('menu')).toBeVisible())
    await user.keyboard('{ArrowDown}{ArrowDown}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Sort descending' })).toHaveFocus())
    expect(fireEvent.contextMenu(screen.getByRole('menu'))).toBe(true)
    expect(fireEvent.copy(screen.getByRole('menu'))).toBe(true)
    await user.keyboard('{Enter}')
    const header = screen.getByRole('columnheader', { name: 'Name' })
    await waitFor(() => expect(header).toHaveAttribute('aria-sort', 'descending'))
    await waitFor(() => expect(header).toHaveFocus())
    expect(seen.opened).toEqual([])
    expect(seen.said).toEqual([])
  })

  it('leaves the keys to a button in the place of the rows', async () => {
    const { user, seen } = open({ rows: 'fail' })
    const button = await screen.findByRole('button', { name: 'Read again' })
    button.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(seen.reads).toBe(2))
  })

  it('shows the last rows of a list that had more when it was left, or has fewer while it is shown', async () => {
    const { seen } = open({ rows: 'shrank' })
    expect(await cell('Haddad')).toBeVisible()
    await waitFor(async () => expect(await cell('Haddad')).toHaveAttribute('tabindex', '0'))
    act(() => seen.show({ rows: 2 }))
    await waitFor(async () => expect(await cell('Berg')).toHaveAttribute('tabindex', '0'))
    expect(screen.queryByText('Haddad')).toBeNull()
  })

  it('says what the screen says if there are no rows', async () => {
    open({ rows: 'none' })
    expect(await screen.findByText('Nobody here')).toBeVisible()
  })
})

describe('looking at a row beside the list', () => {
  it('begins and ends with Space, follows the arrows, and leaves the focus in the list', async () => {
    const { user, seen } = open({ peeks: true })
    focusOn(await cell('Berg'))
    await user.keyboard(' ')
    await waitFor(() => expect(seen.peeked).toEqual([null, 1]))
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(seen.peeked).toEqual([null, 1, 2]))
    await waitFor(async () => expect(await cell('Castro')).toHaveFocus())
    await user.keyboard(' ')
    await waitFor(() => expect(seen.peeked).toEqual([null, 1, 2, null]))
    expect(count(seen.selection)).toBe(0)
  })

  it('ends with Escape, which keeps the selection', async () => {
    const { user, seen } = open({ peeks: true })
    focusOn(await cell('Berg'))
    await user.keyboard('x ')
    await waitFor(() => expect(seen.peeked.at(-1)).toBe(1))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(seen.peeked.at(-1)).toBe(null))
    expect(count(seen.selection)).toBe(1)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(count(seen.selection)).toBe(0))
  })
})

describe('the row of sums', () => {
  it('is below the rows, and neither counted nor selected as one', async () => {
    const { user, seen } = open({ footer: true })
    const totals = await screen.findByRole('row', { name: 'Totals' })
    expect(within(totals).getByText('8 people')).toBeVisible()
    expect(within(totals).getByText('all of count')).toBeVisible()
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '9')
    focusOn(await cell('Berg'))
    await user.keyboard('{Control>}a{/Control}')
    await waitFor(() => expect(count(seen.selection)).toBe(rows.length))
    expect(totals).not.toHaveAttribute('aria-selected')
  })

  it('is absent from an empty list', async () => {
    open({ footer: true, rows: 'none' })
    expect(await screen.findByText('Nobody here')).toBeVisible()
    expect(screen.queryByRole('row', { name: 'Totals' })).toBeNull()
  })
})

describe('selecting rows', () => {
  const box = async (name: string) => {
    const found = (await cell(name)).closest('[role="row"]')?.querySelector<HTMLElement>('[data-tick]')
    if (!found) throw new Error(`No tick box beside ${name}.`)
    return found
  }

  it('ticks one by its box, with Shift all up to the next, and unticks it again', async () => {
    const { marked } = open()
    press(await box('Berg'))
    await waitFor(() => expect(marked()).toEqual(['Berg']))
    press(await box('Eriksen'), { shiftKey: true })
    await waitFor(() => expect(marked()).toEqual(['Berg', 'Castro', 'Diaz', 'Eriksen']))
    press(await box('Castro'))
    await waitFor(() => expect(marked()).toEqual(['Berg', 'Diaz', 'Eriksen']))
  })

  it('ticks all by the box of the header, and none again', async () => {
    const { seen } = open()
    await cell('Berg')
    const all = document.querySelector<HTMLElement>('[data-tick-all]')
    fireEvent.click(all ?? document.body)
    await waitFor(() => expect(count(seen.selection)).toBe(rows.length))
    fireEvent.click(all ?? document.body)
    await waitFor(() => expect(count(seen.selection)).toBe(0))
  })

  it('ticks the active one by X, or Shift and Space', async () => {
    const { user, marked } = open({ peeks: true })
    focusOn(await cell('Berg'))
    await user.keyboard('x')
    await waitFor(() => expect(marked()).toEqual(['Berg']))
    await user.keyboard('{ArrowDown}{Shift>} {/Shift}')
    await waitFor(() => expect(marked()).toEqual(['Berg', 'Castro']))
  })

  it('marks no row by a mere click', async () => {
    const { seen } = open()
    focusOn(await cell('Castro'))
    expect(count(seen.selection)).toBe(0)
  })

  it('marks and unmarks single rows with Ctrl', async () => {
    const { marked, seen } = open()
    press(await cell('Castro'), { ctrlKey: true })
    await waitFor(() => expect(marked()).toEqual(['Castro']))
    press(await cell('Eriksen'), { ctrlKey: true })
    await waitFor(() => expect(marked()).toEqual(['Castro', 'Eriksen']))
    press(await cell('Castro'), { ctrlKey: true })
    await waitFor(() => expect(marked()).toEqual(['Eriksen']))
    expect([...seen.selection.marked.keys()]).toEqual(['r4'])
  })

  it('selects the rows up to another with Shift, which a further press of Shift changes', async () => {
    const { marked } = open()
    focusOn(await cell('Berg'))
    press(await cell('Diaz'), { shiftKey: true })
    await waitFor(() => expect(marked()).toEqual(['Berg', 'Castro', 'Diaz']))
    press(await cell('Adams'), { shiftKey: true })
    await waitFor(() => expect(marked()).toEqual(['Adams', 'Berg']))
  })

  it('selects whole rows by Shift and arrows, in both directions, and keeps them when the focus moves on', async () => {
    const { user, marked } = open()
    focusOn(await cell('Diaz'))
    await user.keyboard('{Shift>}{ArrowUp}{ArrowUp}{ArrowRight}{/Shift}')
    await waitFor(() => expect(marked()).toEqual(['Berg', 'Castro', 'Diaz']))
    expect(screen.queryAllByRole('gridcell', { selected: true })).toEqual([])
    await waitFor(async () => expect(await cell('99')).toHaveFocus())
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await waitFor(() => expect(marked()).toEqual(['Castro', 'Diaz']))
    await user.keyboard('{ArrowUp}{ArrowUp}')
    await waitFor(async () => expect(await cell('100')).toHaveFocus())
    expect(marked()).toEqual(['Castro', 'Diaz'])
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await waitFor(() => expect(marked()).toEqual(['Adams', 'Berg', 'Castro', 'Diaz']))
  })

  it('does not select by dragging, and by Space only where there is no preview', async () => {
    const { user, seen, marked } = open()
    const [from, to] = [await cell('Berg'), await cell('Diaz')]
    fireEvent.mouseDown(from, { button: 0 })
    fireEvent.mouseMove(to, { buttons: 1 })
    fireEvent.mouseUp(to, { button: 0 })
    expect(count(seen.selection)).toBe(0)
    await user.keyboard(' ')
    await waitFor(() => expect(marked()).toEqual(['Berg']))
    await user.keyboard(' ')
    await waitFor(() => expect(screen.queryAllByRole('row', { selected: true })).toEqual([]))
  })

  it('selects everything by Ctrl+A, without reading it, and lets rows be taken out', async () => {
    const { user, seen } = open()
    focusOn(await cell('Berg'))
    await user.keyboard('{Control>}a{/Control}')
    await waitFor(() => expect(count(seen.selection)).toBe(rows.length))
    expect(seen.selection.marked.size).toBe(0)
    press(await cell('Castro'), { ctrlKey: true })
    await waitFor(() => expect(count(seen.selection)).toBe(rows.length - 1))
    expect(seen.selection).toMatchObject({ all: true })
    expect([...seen.selection.marked.keys()]).toEqual(['r2'])
  })

  it('copies the selected rows with their headers, or else the active cell', async () => {
    const { user, seen } = open()
    focusOn(await cell('98'))
    await user.keyboard('{Control>}c{/Control}')
    await waitFor(() => expect(seen.said).toEqual(['Copied the cell.']))
    expect(await navigator.clipboard.readText()).toBe('98')
    await user.keyboard('x{ArrowDown}')
    await waitFor(() => expect(count(seen.selection)).toBe(1))
    await user.keyboard('{Control>}c{/Control}')
    await waitFor(() => expect(seen.said).toEqual(['Copied the cell.', 'Copied 1 row.']))
    expect(await navigator.clipboard.readText()).toBe('Name\tCount\nCastro\t98')
  })

  it('copies the same by the Edit menu, which sends an event and no key, but leaves selected text alone', async () => {
    const { seen } = open()
    focusOn(await cell('98'))
    const grid = screen.getByRole('grid')
    expect(fireEvent.copy(grid)).toBe(false)
    await waitFor(() => expect(seen.said).toEqual(['Copied the cell.']))
    getSelection()?.selectAllChildren(await cell('Berg'))
    expect(fireEvent.copy(grid)).toBe(true)
    getSelection()?.removeAllRanges()
    expect(seen.said).toEqual(['Copied the cell.'])
  })

  it('says so when the clipboard does not take it', async () => {
    const { user, seen } = open()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
    document.execCommand = () => false
    focusOn(await cell('98'))
    await user.keyboard('{Control>}c{/Control}')
    await waitFor(() => expect(seen.said).toEqual([notCopied]))
    vi.restoreAllMocks()
  })

  it('offers the same selection in the menu of a row', async () => {
    const { user, seen, marked } = open()
    focusOn(await cell('Berg'))
    await user.keyboard('{Shift>}{ArrowDown}{F10}{/Shift}')
    await user.click(await screen.findByRole('menuitem', { name: 'Copy 2 selected rows' }))
    await waitFor(() => expect(seen.said).toEqual(['Copied 2 rows.']))
    await user.keyboard('{Shift>}{F10}{/Shift}')
    await user.click(await screen.findByRole('menuitem', { name: 'Deselect row' }))
    await waitFor(() => expect(marked()).toEqual(['Berg']))
    await user.keyboard('{Shift>}{F10}{/Shift}')
    await user.click(await screen.findByRole('menuitem', { name: 'Copy row' }))
    await waitFor(() => expect(seen.said).toEqual(['Copied 2 rows.', 'Copied the row.']))
    expect(await navigator.clipboard.readText()).toBe('Castro\t98')
  })

  it('clears the selection by Escape', async () => {
    const { user, seen } = open()
    press(await cell('Berg'), { ctrlKey: true })
    await waitFor(() => expect(count(seen.selection)).toBe(1))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(count(seen.selection)).toBe(0))
  })

  it('keeps the rows marked, not their places, when the order changes', async () => {
    const { user, marked, seen } = open()
    press(await cell('Adams'), { ctrlKey: true })
    await waitFor(() => expect(marked()).toEqual(['Adams']))
    press(await cell('Berg'), { ctrlKey: true })
    await waitFor(() => expect(marked()).toEqual(['Adams', 'Berg']))
    await user.click(screen.getByRole('columnheader', { name: 'Name' }))
    await waitFor(() =>
      expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending'),
    )
    await waitFor(() => expect(marked()).toEqual(['Berg', 'Adams']))
    const last = screen.getAllByRole('row').at(-1)
    expect(last).toHaveTextContent('Adams')
    expect([...seen.selection.marked.keys()]).toEqual(['r0', 'r1'])
  })
})
