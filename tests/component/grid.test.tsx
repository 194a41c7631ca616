import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { cell, count, focusOn, openPeopleGrid, press, rows } from './support/people-grid.tsx'

describe('the grid', () => {
  it('has one tab stop, which a press moves', async () => {
    openPeopleGrid()
    fireEvent.mouseDown(await cell('Castro'), { button: 0 })
    await waitFor(() => expect(screen.getByRole('gridcell', { name: 'Castro' })).toHaveFocus())
    expect(document.querySelectorAll('[role="gridcell"][tabindex="0"]')).toHaveLength(1)
  })

  it('opens a row that was pressed before it was read, as in a list that is scrolled very fast', async () => {
    const line = (nth: number) =>
      waitFor(() => document.querySelector<HTMLElement>(`[data-line="${nth}"]`) ?? expect.fail('It is not drawn yet.'))
    const read = openPeopleGrid({ rows: 'late' })
    fireEvent.mouseDown(await line(104), { button: 0 })
    await act(async () => read.seen.arrive.resolve())
    await screen.findByText('Person 104')
    fireEvent.click(await line(104), { button: 0, detail: 1 })
    expect(read.seen.opened).toEqual(['Person 104'])
    read.unmount()
    const unread = openPeopleGrid({ rows: 'late' })
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
    openPeopleGrid({ rows: 'many' })
    const pressed = await cell('Person 105')
    const before = screen.getAllByRole('row').length
    for (const run of idle) run({ didTimeout: false, timeRemaining: () => 50 })
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(before))
    expect(await cell('Person 105')).toBe(pressed)
  })

  it('moves the focus by arrows, and to the ends with Ctrl', async () => {
    const { user } = openPeopleGrid()
    focusOn(await cell('Berg'))
    await user.keyboard('{ArrowDown}{ArrowRight}')
    await waitFor(async () => expect(await cell('98')).toHaveFocus())
    await user.keyboard('{Control>}{End}{/Control}')
    await waitFor(async () => expect(await cell('93')).toHaveFocus())
    await user.keyboard('{Control>}{Home}{/Control}')
    await waitFor(async () => expect(await cell('Adams')).toHaveFocus())
  })

  it('does not leave the list at its ends', async () => {
    const { user } = openPeopleGrid()
    focusOn(await cell('Haddad'))
    await user.keyboard('{ArrowDown}{ArrowLeft}')
    await waitFor(async () => expect(await cell('Haddad')).toHaveFocus())
  })

  it('opens the row by Enter and by a click, once however often it is clicked', async () => {
    const { user, seen } = openPeopleGrid()
    focusOn(await cell('Diaz'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(seen.opened).toEqual(['Diaz']))
    await user.dblClick(await cell('Gupta'))
    expect(seen.opened).toEqual(['Diaz', 'Gupta'])
    await user.click(await cell('98'))
    expect(seen.opened).toEqual(['Diaz', 'Gupta', 'Castro'])
  })

  it('opens no row by a press on its tick box, its menu, with Ctrl or Shift, or with another button', async () => {
    const { seen } = openPeopleGrid()
    const row = (await cell('Castro')).closest('[role="row"]')
    for (const part of ['[data-tick]', '[data-more]']) press(row?.querySelector<HTMLElement>(part) ?? document.body)
    press(await cell('Castro'), { ctrlKey: true })
    press(await cell('Diaz'), { shiftKey: true })
    fireEvent.mouseDown(await cell('Diaz'), { button: 1 })
    fireEvent(await cell('Diaz'), new MouseEvent('auxclick', { bubbles: true, button: 1 }))
    expect(seen.opened).toEqual([])
  })

  it('opens no row that came under the pointer after it was pressed, and none by the press that closes a menu', async () => {
    const { user, seen } = openPeopleGrid()
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
    const { seen } = openPeopleGrid()
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
    openPeopleGrid()
    const castro = await cell('Castro')
    fireEvent.mouseDown(castro, { button: 0, detail: 1 })
    await waitFor(() => expect(castro).toHaveFocus())
    expect(await cell('Castro')).toBe(castro)
  })

  it('gives its tab stop to the nearest row and column while those that had it are gone', async () => {
    const { seen } = openPeopleGrid()
    focusOn(await cell('93'))
    act(() => seen.show({ rows: 3 }))
    await waitFor(async () => expect(await cell('98')).toHaveFocus())
    act(() => seen.show({ columns: ['name'] }))
    await waitFor(async () => expect(await cell('Castro')).toHaveFocus())
    expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1)
  })

  it('is reachable by Tab while it has no rows, and gives the tab stop back to its row when there are some again', async () => {
    const { user, seen } = openPeopleGrid()
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
    const { user, seen, marked } = openPeopleGrid()
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
    const { user, seen } = openPeopleGrid()
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
    const { user, seen } = openPeopleGrid({ rows: 'fail' })
    const button = await screen.findByRole('button', { name: 'Read again' })
    button.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(seen.reads).toBe(2))
  })

  it('shows the last rows of a list that had more when it was left, or has fewer while it is shown', async () => {
    const { seen } = openPeopleGrid({ rows: 'shrank' })
    expect(await cell('Haddad')).toBeVisible()
    await waitFor(async () => expect(await cell('Haddad')).toHaveAttribute('tabindex', '0'))
    act(() => seen.show({ rows: 2 }))
    await waitFor(async () => expect(await cell('Berg')).toHaveAttribute('tabindex', '0'))
    expect(screen.queryByText('Haddad')).toBeNull()
  })

  it('says what the screen says if there are no rows', async () => {
    openPeopleGrid({ rows: 'none' })
    expect(await screen.findByText('Nobody here')).toBeVisible()
  })
})

describe('looking at a row beside the list', () => {
  it('begins and ends with Space, follows the arrows, and leaves the focus in the list', async () => {
    const { user, seen } = openPeopleGrid({ peeks: true })
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
    const { user, seen } = openPeopleGrid({ peeks: true })
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
    const { user, seen } = openPeopleGrid({ footer: true })
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
    openPeopleGrid({ footer: true, rows: 'none' })
    expect(await screen.findByText('Nobody here')).toBeVisible()
    expect(screen.queryByRole('row', { name: 'Totals' })).toBeNull()
  })
})
