import { calls } from './calls.ts'

/** A menu entry as the main process describes it. */
export type MenuEntry = {
  id?: string
  role?: string
  label?: string
  type?: string
  accelerator?: string
  enabled?: boolean
  click?: () => void
  submenu?: MenuEntry[]
}

/** Returns a menu's entries, including those of its submenus. */
export const entriesOf = (menu: readonly MenuEntry[] = []): MenuEntry[] =>
  menu.flatMap((entry) => [entry, ...entriesOf(entry.submenu)])

type BuiltMenu = { template: MenuEntry[]; getMenuItemById(id: string): MenuEntry | null; popup(): void }

export const Menu = {
  buildFromTemplate: (template: MenuEntry[]): BuiltMenu => ({
    template,
    getMenuItemById: (id) => entriesOf(template).find((entry) => entry.id === id) ?? null,
    popup: () => void calls.popups.push(template),
  }),
  setApplicationMenu: (menu: BuiltMenu) => void calls.menus.push(menu.template),
}
