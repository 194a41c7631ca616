import type { MenuItemConstructorOptions } from 'electron'
import { type CommandDescription, type CommandId, commands } from '../../../shared/domain/commands.ts'

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
export function acceleratorOf({ keys, mac }: CommandDescription, onMac: boolean): string | undefined {
  const chord = onMac ? (mac ?? keys) : keys
  if (chord === undefined || !/^(Mod|Alt)\+\S+$/.test(chord)) return undefined
  return chord
    .split('+')
    .map((key) => acceleratorKeys[key] ?? key)
    .join('+')
}

/**
 * Creates menu items for commands. All are disabled until the front window reports which commands it offers. If two commands have
 * the same keys, only the first one shows them.
 */
export function commandItems({ mac, run }: { mac: boolean; run(id: CommandId): void }) {
  const shown = new Set<string>()
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
