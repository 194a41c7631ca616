import type { MenuItemConstructorOptions } from 'electron'
import {
  type CommandDescription,
  type CommandGroup,
  type CommandId,
  commandIds,
  commands,
} from '../../../shared/domain/commands.ts'

type Options = {
  mac: boolean
  run(id: CommandId): void
  /** No command of a page: it is the program's alone. */
  checkForUpdates(): void
}

/** `shown`: keys that an entry has already. */
type Making = Options & { shown: Set<string> }

const acceleratorKeys: Readonly<Record<string, string>> = {
  Mod: 'CmdOrCtrl',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
}

/**
 * Keys of the catalogue as Electron writes them. None for what a menu must not take: two keys one after the other, plain
 * characters, which can be switched off, and Escape, which means something else in every dialog.
 */
export function acceleratorOf({ keys, mac }: CommandDescription, onMac: boolean): string | undefined {
  const chord = onMac ? (mac ?? keys) : keys
  if (chord === undefined || !/^(Mod|Alt)\+\S+$/.test(chord)) return undefined
  return chord
    .split('+')
    .map((key) => acceleratorKeys[key] ?? key)
    .join('+')
}

/** The commands of some groups, in the catalogue's order; of two with the same keys the first one shows them. */
function itemsOf(groups: readonly CommandGroup[], { mac, run, shown }: Making): MenuItemConstructorOptions[] {
  return commandIds
    .filter((id) => groups.includes(commands[id].group))
    .map((id) => {
      const accelerator = acceleratorOf(commands[id], mac)
      const fresh = accelerator !== undefined && !shown.has(accelerator)
      if (fresh) shown.add(accelerator)
      return {
        id,
        label: commands[id].title.replaceAll('&', '&&'),
        click: () => run(id),
        // The page hears the keys itself, and knows what they mean there: the menu only shows them.
        ...(fresh ? { accelerator, registerAccelerator: false } : {}),
      }
    })
}

/** The menus of the desktop: the catalogue's commands by group, and the few entries that every program has. */
export function menuTemplate(asked: Options): MenuItemConstructorOptions[] {
  const options = { ...asked, shown: new Set<string>() }
  const separator = { type: 'separator' } as const
  return [
    options.mac ? { role: 'appMenu' } : { role: 'fileMenu' },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        ...itemsOf(['View'], options),
        separator,
        { role: 'reload' },
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
    { label: 'Go', submenu: itemsOf(['Go to'], options) },
    { label: 'Record', submenu: [...itemsOf(['Record'], options), separator, ...itemsOf(['Sync'], options)] },
    { label: 'List', submenu: itemsOf(['List'], options) },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        ...itemsOf(['Help'], options),
        separator,
        { id: 'updates.check', label: 'Check for updates…', click: () => options.checkForUpdates() },
      ],
    },
  ]
}
