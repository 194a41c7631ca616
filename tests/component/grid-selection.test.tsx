import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { notCopied } from '../../renderer/lib/copy-text.ts'
import { cell, count, focusOn, openPeopleGrid, press, rows } from './support/people-grid.tsx'

describe('selecting rows', () => {
  const box = async (name: string) => {
    const found = (await cell(name)).closest('[role="row"]')?.querySelector<HTMLElement>('[data-tick]')
    if (!found) throw new Error(`No tick box beside ${name}.`)
    return found
  }

  it('ticks one by its box, with Shift all up to the next, and unticks it again', async () => {
    const { marked } = openPeopleGrid()
    press(await box('Berg'))
    await waitFor(() => expect(marked()).toEqual(['Berg']))
    press(await box('Eriksen'), { shiftKey: true })
    await waitFor(() => expect(marked()).toEqual(['Berg', 'Castro', 'Diaz', 'Eriksen']))
    press(await box('Castro'))
    await waitFor(() => expect(marked()).toEqual(['Berg', 'Diaz', 'Eriksen']))
  })

  it('ticks all by the box of the header, and none again', async () => {
    const { seen } = openPeopleGrid()
    await cell('Berg')
    const all = document.querySelector<HTMLElement>('[data-tick-all]')
    fireEvent.click(all ?? document.body)
    await waitFor(() => expect(count(seen.selection)).toBe(rows.length))
    fireEvent.click(all ?? document.body)
    await waitFor(() => expect(count(seen.selection)).toBe(0))
  })

  it('ticks the active one by X, or Shift and Space', async () => {
    const { user, marked } = openPeopleGrid({ peeks: true })
    focusOn(await cell('Berg'))
    await user.keyboard('x')
    await waitFor(() => expect(marked()).toEqual(['Berg']))
    await user.keyboard('{ArrowDown}{Shift>} {/Shift}')
    await waitFor(() => expect(marked()).toEqual(['Berg', 'Castro']))
  })

  it('marks no row by a mere click', async () => {
    const { seen } = openPeopleGrid()
    focusOn(await cell('Castro'))
    expect(count(seen.selection)).toBe(0)
  })

  it('marks and unmarks single rows with Ctrl', async () => {
    const { marked, seen } = openPeopleGrid()
    press(await cell('Castro'), { ctrlKey: true })
    await waitFor(() => expect(marked()).toEqual(['Castro']))
    press(await cell('Eriksen'), { ctrlKey: true })
    await waitFor(() => expect(marked()).toEqual(['Castro', 'Eriksen']))
    press(await cell('Castro'), { ctrlKey: true })
    await waitFor(() => expect(marked()).toEqual(['Eriksen']))
    expect([...seen.selection.marked.keys()]).toEqual(['r4'])
  })

  it('selects the rows up to another with Shift, which a further press of Shift changes', async () => {
    const { marked } = openPeopleGrid()
    focusOn(await cell('Berg'))
    press(await cell('Diaz'), { shiftKey: true })
    await waitFor(() => expect(marked()).toEqual(['Berg', 'Castro', 'Diaz']))
    press(await cell('Adams'), { shiftKey: true })
    await waitFor(() => expect(marked()).toEqual(['Adams', 'Berg']))
  })

  it('selects whole rows by Shift and arrows, in both directions, and keeps them when the focus moves on', async () => {
    const { user, marked } = openPeopleGrid()
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
    const { user, seen, marked } = openPeopleGrid()
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
    const { user, seen } = openPeopleGrid()
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
    const { user, seen } = openPeopleGrid()
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
    const { seen } = openPeopleGrid()
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
    const { user, seen } = openPeopleGrid()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
    document.execCommand = () => false
    focusOn(await cell('98'))
    await user.keyboard('{Control>}c{/Control}')
    await waitFor(() => expect(seen.said).toEqual([notCopied]))
    vi.restoreAllMocks()
  })

  it('offers the same selection in the menu of a row', async () => {
    const { user, seen, marked } = openPeopleGrid()
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
    const { user, seen } = openPeopleGrid()
    press(await cell('Berg'), { ctrlKey: true })
    await waitFor(() => expect(count(seen.selection)).toBe(1))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(count(seen.selection)).toBe(0))
  })

  it('keeps the rows marked, not their places, when the order changes', async () => {
    const { user, marked, seen } = openPeopleGrid()
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
