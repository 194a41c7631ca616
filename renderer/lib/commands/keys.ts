import { type CommandDescription, type CommandId, commands } from '../../../shared/domain/commands.ts'

/** What of a key press decides. */
export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const modifierKeys = new Set(['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'CapsLock'])

/**
 * A key press as the catalogue writes it (`Mod+K`, `Alt+ArrowLeft`, `?`, `G`); null for a modifier by itself. The Shift
 * that a character itself takes (`?`) is not named.
 */
export function chordOf(press: Press, mac: boolean): string | null {
  if (modifierKeys.has(press.key)) return null
  const mod = mac ? press.metaKey : press.ctrlKey
  const other = mac ? press.ctrlKey : press.metaKey
  const printable = press.key.length === 1
  const key = printable ? press.key.toUpperCase() : press.key
  const named = press.shiftKey && (!printable || mod || press.altKey || /[A-Z]/.test(key))
  const parts = [mod ? 'Mod' : '', other ? 'Other' : '', press.altKey ? 'Alt' : '', named ? 'Shift' : '', key]
  return parts.filter(Boolean).join('+')
}

/** The keys of a command on this computer; undefined when it has none. */
export function keysOf({ keys, mac }: CommandDescription, onMac: boolean): string | undefined {
  return onMac ? (mac ?? keys) : keys
}

/** Whether keys print characters and nothing else: those can be switched off, and never work while typing. */
export const isPlain = (keys: string): boolean => keys.split(' ').every((chord) => chord.length === 1)

/** Whether a person who types may use these keys: they hold Ctrl, Cmd or Alt. */
export const worksWhileTyping = (keys: string): boolean => /^(Mod|Alt)\+/.test(keys)

/** The commands a shortcut stands for; several when only one of them can be run at a time. */
export function commandsWithKeys(keys: string, onMac: boolean): CommandId[] {
  return (Object.keys(commands) as CommandId[]).filter((id) => keysOf(commands[id], onMac) === keys)
}

/** Whether some shortcut begins with this chord and goes on. */
export function isFirstOfTwo(chord: string, onMac: boolean): boolean {
  return Object.values<CommandDescription>(commands).some((one) => keysOf(one, onMac)?.startsWith(`${chord} `))
}

const faces: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc', Alt: 'Alt' }
const macFaces: Readonly<Record<string, string>> = { ...faces, Mod: '⌘', Alt: '⌥' }
const otherFaces: Readonly<Record<string, string>> = { ...faces, Mod: 'Ctrl' }

/** The keys as they are printed on a keyboard: chords one after the other, each a list of keys. */
export function keyFaces(keys: string, onMac: boolean): string[][] {
  const names = onMac ? macFaces : otherFaces
  const keysIn = (chord: string) => (chord === '+' ? [chord] : chord.split('+'))
  return keys.split(' ').map((chord) => keysIn(chord).map((key) => names[key] ?? key))
}
