import { clipboard } from 'electron'

/**
 * Puts a text on the system's clipboard and reads it back: another program, or a firm's rules for the clipboard, may have prevented it
 * without an error.
 */
export async function copy(text: string): Promise<boolean> {
  try {
    await clipboard.writeText(text)
    return sameLines(await clipboard.readText(), text)
  } catch {
    return false
  }
}

/** Windows may store other line ends. */
const sameLines = (one: string, other: string) => one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n')
