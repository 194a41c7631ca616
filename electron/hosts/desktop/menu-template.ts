import type { MenuItemConstructorOptions } from 'electron'
import {
  type CommandDescription,
  type CommandGroup,
  type CommandId,
  commandIds,
  commands,
} from '../../../shared/domain/commands.ts'

const acceleratorKeys: Readonly<Record<string, string>> = {
  Mod: 'CmdOrCtrl',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
}

/**
 * A command's keys in Electron's syntax. Undefined for keys that a menu must not take: two keys in sequence, plain characters,
 * which can be switched off, and Escape, which has another meaning in every dialog.
 */
function acceleratorOf({ keys, mac }: CommandDescription, onMac: boolean): string | undefined {
  const chord = onMac ? (mac ?? keys) : keys
  if (chord === undefined || !/^(?:(?:Mod|Alt)\+\S+|F\d+)$/.test(chord)) return undefined
  return chord
    .split('+')
    .map((key) => acceleratorKeys[key] ?? key)
    .join('+')
}

/**
 * Creates menu items for commands. All are disabled until the front window reports which commands it offers. If two commands have
 * the same keys, only the first one shows them.
 */
function commandItems({ mac, run }: { mac: boolean; run(id: CommandId): void }) {
  // Electron's Edit menu shows these keys for its own Undo, in a text field. The page still receives them first.
  const shown = new Set(['CmdOrCtrl+Z'])
  return (id: CommandId): MenuItemConstructorOptions => {
    const accelerator = acceleratorOf(commands[id], mac)
    const fresh = accelerator !== undefined && !shown.has(accelerator)
    if (fresh) shown.add(accelerator)
    return {
      id,
      label: commands[id].title.replaceAll('&', '&&'),
      enabled: false,
      click: () => run(id),
      // The page handles the keys itself, depending on its context; the menu only displays them.
      ...(fresh ? { accelerator, registerAccelerator: false } : {}),
    }
  }
}

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
