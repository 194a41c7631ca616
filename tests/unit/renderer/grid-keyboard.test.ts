import { describe, expect, it } from 'vitest'
import { moveFocus } from '../../../renderer/components/data-grid/keyboard.ts'

const extent = { rows: 1000, columns: 6, page: 20 }
const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false })
const at = (row: number, column: number) => ({ row, column })

describe('keys in a grid', () => {
  it.each([
    ['ArrowDown', false, at(5, 2), at(6, 2)],
    ['ArrowDown', false, at(999, 2), at(999, 2)],
    ['ArrowDown', false, at(-1, 2), at(0, 2)],
    ['ArrowUp', false, at(0, 2), at(-1, 2)],
    ['ArrowUp', false, at(-1, 2), at(-1, 2)],
    ['ArrowLeft', false, at(5, 0), at(5, 0)],
    ['ArrowRight', false, at(5, 5), at(5, 5)],
    ['ArrowRight', false, at(5, 2), at(5, 3)],
    ['PageDown', false, at(5, 2), at(25, 2)],
    ['PageDown', false, at(995, 2), at(999, 2)],
    ['PageUp', false, at(25, 2), at(5, 2)],
    ['PageUp', false, at(5, 2), at(0, 2)],
    ['Home', false, at(5, 3), at(5, 0)],
    ['End', false, at(5, 3), at(5, 5)],
    ['Home', true, at(500, 3), at(0, 0)],
    ['End', true, at(5, 3), at(999, 5)],
    ['ArrowDown', true, at(5, 3), at(999, 3)],
    ['ArrowUp', true, at(500, 3), at(0, 3)],
  ])('%s (ctrl %s) moves %o to %o', (key, ctrl, from, to) => {
    expect(moveFocus(from, press(key, ctrl), extent)).toEqual(to)
  })

  it('stay on the header of an empty list', () => {
    const empty = { rows: 0, columns: 6, page: 20 }
    for (const key of ['ArrowDown', 'PageDown', 'PageUp', 'End', 'Home']) {
      expect(moveFocus(at(-1, 0), press(key), empty)?.row).toBe(-1)
    }
  })

  it('that mean nothing here are left to others', () => {
    expect(moveFocus(at(5, 2), press('a'), extent)).toBeNull()
    expect(moveFocus(at(5, 2), press('Tab'), extent)).toBeNull()
  })
})
