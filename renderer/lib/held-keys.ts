/** Keys of the browser itself, which work while others are held. */
const ofBrowser = new Set(['F5', 'F11', 'F12'])
const modifiers = new Set(['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'CapsLock'])

type HeldKeys = {
  /** Called when the user presses Escape. */
  onEscape: () => void
  /** Gets every other key. */
  onKey?: ((event: KeyboardEvent) => void) | undefined
  /** Whether a key is held; default: always. */
  isHeld?: (event: KeyboardEvent) => boolean
}

/**
 * Keeps keys from the screen while what the user opened is not there yet: they were meant for it.
 *
 * @returns ends it
 */
export function holdKeys({ onEscape, onKey, isHeld = () => true }: HeldKeys): () => void {
  const listener = (event: KeyboardEvent) => {
    const isReload = event.key === 'r' && (event.ctrlKey || event.metaKey)
    if (event.isComposing || isReload || ofBrowser.has(event.key) || modifiers.has(event.key) || !isHeld(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Escape') onEscape()
    else onKey?.(event)
  }
  window.addEventListener('keydown', listener, { capture: true })
  return () => window.removeEventListener('keydown', listener, { capture: true })
}

/** The text of a field that is not there yet, after a key: a character is added, Backspace removes the last one. */
export function textAfter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, text: string): string {
  if (ctrlKey || metaKey || altKey) return text
  if (key === 'Backspace') return [...text].slice(0, -1).join('')
  return key.length === 1 ? text + key : text
}
