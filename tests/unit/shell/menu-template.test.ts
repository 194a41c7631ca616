import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { acceleratorOf, menuTemplate } from '../../../electron/shell/desktop/menu-template.ts'
import { commandIds } from '../../../shared/domain/commands.ts'

type Entry = MenuItemConstructorOptions

const flat = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...(Array.isArray(entry.submenu) ? flat(entry.submenu) : [])])

describe('an accelerator', () => {
  it.each([
    ['Mod+K', false, 'CmdOrCtrl+K'],
    ['Mod+Shift+S', false, 'CmdOrCtrl+Shift+S'],
    ['Alt+ArrowLeft', false, 'Alt+Left'],
    ['Alt+ArrowLeft', true, 'CmdOrCtrl+['],
    ['G H', false, undefined],
    ['?', false, undefined],
    ['Escape', false, undefined],
  ])('of %s (on a Mac: %s) is %s', (keys, onMac, accelerator) => {
    const mac = keys === 'Alt+ArrowLeft' ? { mac: 'Mod+[' } : {}
    expect(acceleratorOf({ title: 'Any', group: 'View', keys, ...mac }, onMac)).toBe(accelerator)
  })

  it('is none for a command without keys', () => {
    expect(acceleratorOf({ title: 'Any', group: 'View' }, false)).toBeUndefined()
  })
})

describe.each([false, true])('the desktop’s menus (on a Mac: %s)', (mac) => {
  const chosen: string[] = []
  const menus = menuTemplate({ mac, run: (id) => chosen.push(id), checkForUpdates: () => chosen.push('updates') })
  const entries = flat(menus).filter(({ id }) => id !== undefined)
  const own = entries.filter(({ id }) => id !== 'updates.check')

  it('hold every command of the catalogue once, and a click runs it', () => {
    expect(own.map(({ id }) => id).toSorted()).toEqual(commandIds.toSorted())
    for (const { click } of own) (click as () => void)()
    expect(chosen).toEqual(own.map(({ id }) => id))
  })

  it('have an entry of the program’s own for updates', () => {
    const { click } = entries.find(({ id }) => id === 'updates.check') ?? {}
    ;(click as () => void)()
    expect(chosen.at(-1)).toBe('updates')
  })

  it('begin with the program’s own menu and give no two entries the same keys', () => {
    expect(menus[0]).toEqual({ role: mac ? 'appMenu' : 'fileMenu' })
    const keys = own.flatMap(({ accelerator }) => accelerator ?? [])
    expect(keys).toContain('CmdOrCtrl+K')
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('show keys without taking them from the page', () => {
    for (const { accelerator, registerAccelerator } of own) {
      expect(registerAccelerator).toBe(accelerator === undefined ? undefined : false)
    }
  })

  it('have no keys that the program’s own entries have', () => {
    const theirs = ['R', 'A', 'C', 'V', 'X', 'Z', 'W', 'M', 'Q', '0', '+', '-'].map((key) => `CmdOrCtrl+${key}`)
    expect(own.filter(({ accelerator }) => accelerator && theirs.includes(accelerator))).toEqual([])
  })
})
