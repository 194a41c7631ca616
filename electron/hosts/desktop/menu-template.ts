import type { MenuItemConstructorOptions } from 'electron'
import { type CommandGroup, type CommandId, commandIds, commands } from '../../../shared/domain/commands.ts'
import { commandItems } from './command-items.ts'

type Entry = MenuItemConstructorOptions

type Options = {
  mac: boolean
  run(id: CommandId): void
  /** Not a page's command: it belongs to the app and is always enabled. */
  newWindow(): void
  checkForUpdates(): void
}

/** Commands that have a standard place in the menus instead of one in their group. */
const apart: ReadonlySet<string> = new Set([
  'go.settings',
  'help.about',
  'screen.pdf',
  'screen.print',
  'steward.lock',
  'window.open',
])

const separator: Entry = { type: 'separator' }

/**
 * The desktop's menus: the catalogue's commands by group, and each platform's standard items in their standard places. Except on
 * macOS, the menu bar is in the window, and Alt gives access to the menus by their underlined letters.
 */
export function menuTemplate(options: Options): Entry[] {
  const { mac } = options
  const item = commandItems(options)
  const some = (...ids: string[]) => commandIds.filter((id) => ids.includes(id)).map(item)
  const of = (...groups: CommandGroup[]) =>
    commandIds.filter((id) => groups.includes(commands[id].group) && !apart.has(id)).map(item)
  const title = (label: string) => (mac ? label.replace('&', '') : label)
  const updates: Entry = {
    id: 'updates.check',
    label: 'Check for updates…',
    click: () => options.checkForUpdates(),
  }
  const newWindow: Entry = {
    id: 'window.new',
    label: 'New window',
    accelerator: 'CmdOrCtrl+N',
    click: () => options.newWindow(),
  }
  const quit: Entry[] = mac ? [] : [...some('go.settings', 'steward.lock'), separator, { role: 'quit' }]
  return [
    ...(mac ? [macMenu(some, updates)] : []),
    {
      label: title('&File'),
      submenu: [
        newWindow,
        ...some('window.open'),
        separator,
        ...some('screen.print', 'screen.pdf'),
        separator,
        { role: 'close', label: 'Close window' },
        ...quit,
      ],
    },
    { role: 'editMenu', label: title('&Edit') },
    {
      label: title('&View'),
      submenu: [
        ...of('View'),
        separator,
        { role: 'reload' },
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
    { label: title('&Go'), submenu: of('Go to') },
    { label: title('&Record'), submenu: [...of('Record'), separator, ...of('Sync')] },
    { label: title('&List'), submenu: of('List') },
    { role: 'windowMenu', label: title('&Window') },
    {
      role: 'help',
      label: title('&Help'),
      submenu: [...of('Help'), ...(mac ? [] : [separator, updates, separator, ...some('help.about')])],
    },
  ]
}

/** The application menu of macOS. */
function macMenu(some: (...ids: string[]) => Entry[], updates: Entry): Entry {
  return {
    label: 'Steward',
    submenu: [
      ...some('help.about'),
      updates,
      separator,
      ...some('go.settings', 'steward.lock'),
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  }
}
