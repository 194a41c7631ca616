import { type CommandDescription, type CommandId, commands } from '../../../shared/domain/commands.ts'

/** Returns true on macOS, where shortcuts use Cmd. */
export const onMac = (): boolean => /^Mac/.test(navigator.platform)

/** The properties of a key event that determine its chord. */
export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const modifierKeys = new Set(['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'CapsLock'])

const signs: Readonly<Record<string, string>> = {
  ...{ BracketLeft: '[', BracketRight: ']', Comma: ',', Period: '.', Slash: '/', Semicolon: ';', Quote: "'" },
  ...{ Backquote: '`', Minus: '-', Equal: '=' },
}

/**
 * The key that a shortcut is compared with. Where the keyboard's layout gives a letter of another script (Cyrillic, Greek, Hebrew,
 * Arabic …), it is the character at the same place of a US keyboard, as in other programs; a Latin layout's own letters count as typed.
 */
export function keyOf({ key, code }: Pick<Press, 'key' | 'code'>): string {
  if (!/^(?!\p{Script=Latin})\p{L}$/u.test(key)) return key
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? signs[code] ?? key
}

/**
 * A key press in the notation of the command catalogue (`Mod+K`, `Alt+ArrowLeft`, `?`, `G`); null for a modifier alone. A Shift
 * that is needed to type the character itself (`?`) is left out.
 */
export function chordOf(press: Press, mac: boolean): string | null {
  if (modifierKeys.has(press.key)) return null
  const mod = mac ? press.metaKey : press.ctrlKey
  const other = mac ? press.ctrlKey : press.metaKey
  const pressed = keyOf(press)
  const printable = pressed.length === 1
  const key = printable ? pressed.toUpperCase() : pressed
  const named = press.shiftKey && (!printable || mod || press.altKey || /[A-Z]/.test(key))
  const parts = [mod ? 'Mod' : '', other ? 'Other' : '', press.altKey ? 'Alt' : '', named ? 'Shift' : '', key]
  return parts.filter(Boolean).join('+')
}

/** The keys of a command on this platform; undefined if it has none. */
export function keysOf({ keys, mac }: CommandDescription, onMac: boolean): string | undefined {
  return onMac ? (mac ?? keys) : keys
}

/** Returns true if the keys are characters without modifiers. Such shortcuts can be switched off, and never work while typing. */
export const isPlain = (keys: string): boolean => keys.split(' ').every((chord) => chord.length === 1)

/** Shortcuts that belong to the field while the user is typing. */
const ofFields = new Set(['Mod+Z'])

/** Returns true if the shortcut works while the user is typing: it uses Ctrl, Cmd or Alt, and is none of the field's own. */
export const worksWhileTyping = (keys: string): boolean => /^(Mod|Alt)\+/.test(keys) && !ofFields.has(keys)

/** The commands with this shortcut. There may be several if at most one of them is available at a time. */
export function commandsWithKeys(keys: string, onMac: boolean): CommandId[] {
  return (Object.keys(commands) as CommandId[]).filter((id) => keysOf(commands[id], onMac) === keys)
}

/** Returns true if a shortcut of two chords begins with this one. */
export function isFirstOfTwo(chord: string, onMac: boolean): boolean {
  return Object.values<CommandDescription>(commands).some((one) => keysOf(one, onMac)?.startsWith(`${chord} `))
}

const faces: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc', Alt: 'Alt' }
const macFaces: Readonly<Record<string, string>> = { ...faces, Mod: '⌘', Alt: '⌥' }
const otherFaces: Readonly<Record<string, string>> = { ...faces, Mod: 'Ctrl' }

/** The key labels of a shortcut: a list of keys for each chord. */
export function keyFaces(keys: string, onMac: boolean): string[][] {
  const names = onMac ? macFaces : otherFaces
  const keysIn = (chord: string) => (chord === '+' ? [chord] : chord.split('+'))
  return keys.split(' ').map((chord) => keysIn(chord).map((key) => names[key] ?? key))
}
