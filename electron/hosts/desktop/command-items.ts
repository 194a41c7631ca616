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

/**
 * Makes entries of commands. All begin greyed out, until the window in front says what it offers. Of two commands with the
 * same keys the first one shows them.
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
      // The page hears the keys itself, and knows what they mean there: the menu only shows them.
      ...(fresh ? { accelerator, registerAccelerator: false } : {}),
    }
  }
}
