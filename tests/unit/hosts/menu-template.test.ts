import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { menuTemplate } from '../../../electron/hosts/desktop/menu-template.ts'
import { type CommandDescription, type CommandId, commandIds, commands } from '../../../shared/domain/commands.ts'

type Entry = MenuItemConstructorOptions

const flat = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...(Array.isArray(entry.submenu) ? flat(entry.submenu) : [])])

const menusOn = (mac: boolean) => menuTemplate({ mac, run: () => {}, newWindow: () => {}, checkForUpdates: () => {} })

describe('an accelerator', () => {
  /** The first command with these keys, since only it shows them. */
  const commandWith = (keys: string | undefined) =>
    commandIds.find((id: CommandId) => (commands[id] as CommandDescription).keys === keys)
  const acceleratorOf = (keys: string | undefined, mac: boolean) => {
    const id = commandWith(keys)
    const item = flat(menusOn(mac)).find((entry) => entry.id === id)
    if (id === undefined || item === undefined) throw new Error('No command has these keys.')
    return item.accelerator
  }

  it.each([
    ['Mod+K', false, 'CmdOrCtrl+K'],
    ['Mod+Shift+S', false, 'CmdOrCtrl+Shift+S'],
    ['Alt+ArrowLeft', false, 'Alt+Left'],
    ['Alt+ArrowLeft', true, 'CmdOrCtrl+['],
    ['F1', false, 'F1'],
    ['G H', false, undefined],
    ['?', false, undefined],
    ['Escape', false, undefined],
  ])('of %s (on a Mac: %s) is %s', (keys, onMac, accelerator) => {
    expect(acceleratorOf(keys, onMac)).toBe(accelerator)
  })

  it('is none for a command without keys', () => {
    expect(acceleratorOf(undefined, false)).toBeUndefined()
  })
})

describe.each([false, true])('the desktop’s menus (on a Mac: %s)', (mac) => {
  const chosen: string[] = []
  const menus = menuTemplate({
    mac,
    run: (id) => chosen.push(id),
    newWindow: () => chosen.push('new window'),
    checkForUpdates: () => chosen.push('updates'),
  })
  const entries = flat(menus).filter(({ id }) => id !== undefined)
  const isOwn = (id: string | undefined): boolean => commandIds.some((own) => own === id)
  const own = entries.filter(({ id }) => isOwn(id))

  it('hold every command of the catalogue once, and a click runs it', () => {
    expect(own.map(({ id }) => id).toSorted()).toEqual(commandIds.toSorted())
    for (const { click } of own) (click as () => void)()
    expect(chosen).toEqual(own.map(({ id }) => id))
  })

  it('begin with every command greyed out, and never grey out what is the program’s own', () => {
    expect(new Set(own.map(({ enabled }) => enabled))).toEqual(new Set([false]))
    const others = entries.filter(({ id }) => !isOwn(id))
    expect(others.map(({ id, enabled }) => [id, enabled])).toEqual(
      (mac ? ['updates.check', 'window.new'] : ['window.new', 'updates.check']).map((id) => [id, undefined]),
    )
    chosen.length = 0
    for (const { click } of others) (click as () => void)()
    expect(chosen.toSorted()).toEqual(['new window', 'updates'])
  })

  it('have the menus and the entries that every program has on this system', () => {
    const titles = ['File', 'Edit', 'View', 'Go', 'Record', 'List', 'Window', 'Help']
    const roles = flat(menus).map(({ role }) => role)
    expect(menus.map(({ label }) => label)).toEqual(mac ? ['Steward', ...titles] : titles.map((title) => `&${title}`))
    expect(roles.filter((role) => role === 'quit')).toHaveLength(1)
    expect(roles.includes('services')).toBe(mac)
    expect(roles).toEqual(expect.arrayContaining(['close', 'editMenu', 'windowMenu', 'help']))
  })

  it('give no two entries the same keys, and no two menus the same letter', () => {
    const keys = entries.flatMap(({ accelerator }) => accelerator ?? [])
    expect(keys).toEqual(expect.arrayContaining(['CmdOrCtrl+K', 'CmdOrCtrl+N']))
    expect(new Set(keys).size).toBe(keys.length)
    const letters = menus.flatMap(({ label }) => /&(.)/.exec(label ?? '')?.[1] ?? [])
    expect(new Set(letters).size).toBe(mac ? 0 : menus.length)
  })

  it('show keys without taking them from the page', () => {
    for (const { accelerator, registerAccelerator } of own) {
      expect(registerAccelerator).toBe(accelerator === undefined ? undefined : false)
    }
  })

  it('have no keys that the program’s own entries have', () => {
    const theirs = ['R', 'A', 'C', 'V', 'X', 'Z', 'W', 'M', 'N', 'Q', 'H', '0', '+', '-'].map(
      (key) => `CmdOrCtrl+${key}`,
    )
    expect(own.filter(({ accelerator }) => accelerator && theirs.includes(accelerator))).toEqual([])
  })
})
