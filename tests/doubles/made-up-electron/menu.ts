import { calls } from '../electron/calls.ts'
import type { MenuItem } from '../electron/menu.ts'

type Copying = { copy(): void }
type Item = {
  id: string | undefined
  role: string | undefined
  readonly enabled: boolean
  click(event: unknown, window: unknown, contents: Copying): void
  submenu: { items: Item[] } | null
}

/** Electron fills the menu of this role itself. */
const edit = (): Item[] => [
  { id: undefined, role: 'copy', enabled: true, submenu: null, click: (_event, _window, contents) => contents.copy() },
]

function itemOf(item: MenuItem): Item {
  const own = item.submenu?.items.map(itemOf) ?? []
  const items = String(item.role).toLowerCase() === 'editmenu' && own.length === 0 ? edit() : own
  return {
    id: process.env.STEWARD_BROKEN === 'menu' ? undefined : item.id,
    role: item.role,
    get enabled() {
      return item.enabled
    },
    click(_event, _window, contents) {
      if (item.role === 'copy') contents.copy()
      else item.click()
    },
    submenu: { items },
  }
}

/** The menu that the app installed last, with items that can be chosen by their role too. */
export const applicationMenu = (): { items: Item[] } => ({ items: calls.menus.at(-1)?.items.map(itemOf) ?? [] })
