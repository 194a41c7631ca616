/** The message if a text was not copied. */
export const notCopied = 'Nothing was copied: the system’s clipboard did not take the text. Try again.'

/** Larger texts are copied by the page itself, since a message to the main process is 4 MiB at most. In bytes. */
const longest = 3_000_000

const fits = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length <= longest

type Copy = (text: string) => Promise<boolean>

let copyByShell: Copy | null = null

/**
 * Copies through the main process from now on. On the desktop a page has no permission for the clipboard, and a command of the menu bar is
 * not the click in the page that Chromium asks for instead.
 */
export function setShellCopy(copy: Copy): void {
  copyByShell = copy
}

/** Copies a text to the clipboard. False if the clipboard does not have it. */
export async function copyText(text: string): Promise<boolean> {
  if (copyByShell !== null && fits(text)) return copyByShell(text).catch(() => false)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByField(text)
  }
}

/** The deprecated way, which needs no permission. */
function copyByField(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return copied
}

const number = /^-?\d+(\.\d+)?$/

/**
 * A text as a spreadsheet cell. Text that a spreadsheet would run as a formula is prefixed with an apostrophe; text with line
 * breaks or tabs is quoted.
 */
function cellText(text: string): string {
  const safe = /^[\s]*[=+\-@]/.test(text) && !number.test(text) ? `'${text}` : text
  return /[\t\n\r"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of texts as tab-separated values for the clipboard, as spreadsheets read them. */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(cellText).join('\t')).join('\n')
