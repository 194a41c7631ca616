import { Menu } from 'electron'
import { type CommandId, commandIds } from '../../../shared/domain/commands.ts'
import { menuTemplate } from './menu-template.ts'

export type AppMenu = {
  /** Disables every command except these. */
  offer(commands: ReadonlySet<CommandId>): void
}

/** Installs the menus. */
export function setMenu(does: Omit<Parameters<typeof menuTemplate>[0], 'mac'>): AppMenu {
  const menu = Menu.buildFromTemplate(menuTemplate({ ...does, mac: process.platform === 'darwin' }))
  Menu.setApplicationMenu(menu)
  return {
    offer(commands) {
      for (const id of commandIds) {
        const item = menu.getMenuItemById(id)
        if (item !== null && item.enabled !== commands.has(id)) item.enabled = commands.has(id)
      }
    },
  }
}
