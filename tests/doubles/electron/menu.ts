import type * as Electron from 'electron'
import { BrowserWindow } from './browser-window.ts'
import { calls } from './calls.ts'
import { Emitter } from './emitter.ts'
import type { EventsOf, Here } from './surface.ts'

type Entry = Here<Electron.MenuItemConstructorOptions>

const pressed = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, triggeredByAccelerator: false }

/** Electron's declarations know these roles only in templates. */
const onlyInTemplates: readonly unknown[] = [
  'showSubstitutions',
  'toggleSmartDashes',
  'toggleSmartQuotes',
  'toggleTextReplacement',
]

const isItemRole = (role: Entry['role']): role is NonNullable<Electron.MenuItem['role']> =>
  role !== undefined && !onlyInTemplates.includes(role)

export class MenuItem {
  readonly id: string
  readonly label: string
  readonly type: Electron.MenuItem['type']
  readonly role: Electron.MenuItem['role']
  readonly submenu?: Menu
  enabled: boolean
  readonly #options: Entry
  constructor(options: Entry) {
    const { id = '', label = '', type, role, enabled = true, submenu } = options
    this.#options = options
    this.id = id
    this.label = label
    this.role = isItemRole(role) ? role : undefined
    this.enabled = enabled
    if (submenu !== undefined) this.submenu = submenu instanceof Menu ? submenu : Menu.buildFromTemplate(submenu)
    this.type = type ?? (submenu === undefined ? 'normal' : 'submenu')
  }
  /** The user can choose an entry only while it is enabled. */
  readonly click = (): void => {
    if (this.enabled) this.#options.click?.(this, BrowserWindow.getFocusedWindow() ?? undefined, pressed)
  }
}

export class Menu extends Emitter<EventsOf<Electron.Menu>> {
  readonly items: MenuItem[]
  constructor() {
    super()
    this.items = []
  }
  static buildFromTemplate(template: (Entry | MenuItem)[]): Menu {
    const menu = new Menu()
    for (const entry of withoutExtraSeparators(template)) {
      if (!('label' in entry) && !('role' in entry) && entry.type !== 'separator')
        throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type')
      menu.items.push(entry instanceof MenuItem ? entry : new MenuItem(entry))
    }
    return menu
  }
  static setApplicationMenu(menu: Menu | null): void {
    if (menu !== null) calls.menus.push(menu)
  }
  getMenuItemById(id: string): MenuItem | null {
    return entriesOf(this).find((item) => item.id === id) ?? null
  }
  popup({ window }: Here<Electron.PopupOptions> = {}): void {
    const open = BrowserWindow.getAllWindows()
    if (!open.some((one) => one === window) && open.length === 0)
      throw new Error('Cannot open Menu without a BaseWindow present')
    calls.popups.push(this)
  }
}

/** Two separators in a row are one, and none is at an end. */
function withoutExtraSeparators<Each extends Entry | MenuItem>(entries: Each[]): Each[] {
  const isSeparator = (entry: Each | undefined) => entry === undefined || entry.type === 'separator'
  const folded = entries.filter((entry, at) => !isSeparator(entry) || !isSeparator(entries[at - 1]))
  return folded.filter((entry, at) => !isSeparator(entry) || at < folded.length - 1)
}

/** Returns a menu's entries, including those of its submenus. */
export const entriesOf = (menu: Menu | undefined): MenuItem[] =>
  menu === undefined ? [] : menu.items.flatMap((item) => [item, ...entriesOf(item.submenu)])
