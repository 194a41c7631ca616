import type { Content } from './detect-polyglot.ts'

/** Detects the type of a text; null if the content is not text. */
export async function textType({ name, size, head, read }: Content): Promise<string | null> {
  const text = decode(head, size > head.byteLength)
  if (text === null) return null
  const tail =
    size > head.byteLength ? await read(Math.max(head.byteLength, size - head.byteLength), head.byteLength) : null
  if (tail !== null && hasControls(tail, isWide(head))) return null
  return (
    active(text) ??
    (isSylk(text) ? 'text/x-sylk' : null) ??
    byName[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ??
    'text/plain'
  )
}

const byName: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  md: 'text/markdown',
  markdown: 'text/markdown',
  json: 'application/json',
}

/** Beginnings of texts that some program would execute or interpret, whatever their names. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^<\?xml[^>]*\?>\s*(?:<!--[\s\S]*?-->\s*|<!doctype\s+svg[^>]*>\s*)*<svg\b/i, 'image/svg+xml'],
  [/^(?:<!--[\s\S]*?-->\s*|<!doctype\s+svg[^>]*>\s*)*<svg\b/i, 'image/svg+xml'],
  [/^<\?xml\b/i, 'application/xml'],
  [
    /^(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body|script|iframe|title|style|meta|table|form|img|a\s|h1|div|p>|br)/i,
    'text/html',
  ],
  [/^(?:#[^\n]*\n\s*)*\[Desktop Entry\]/i, 'application/x-desktop'],
  [/^\[\{?(?:InternetShortcut|000214A0)/i, 'application/x-mswinurl'],
  [/^#!/, 'text/x-script'],
  [/^(?:@echo\b|rem\s|::)/i, 'text/x-script'],
  [/^mime-version:|^(?:[a-z-]+:[^\n]*\n)+mime-version:/i, 'message/rfc822'],
]

function active(text: string): string | null {
  const start = text.replace(/^\ufeff/, '').trimStart()
  return beginnings.find(([form]) => form.test(start))?.[1] ?? null
}

/**
 * Excel reads a text that begins with a SYLK header (`ID;P` and a program's name) as SYLK, whatever its name. SYLK holds formulas
 * that can start programs. A table whose first columns are called ID and Name is still recognised as a table.
 */
const isSylk = (text: string): boolean => /^ID;(?:P|[NE](?:[;\s]|$))/.test(text)

/** Decodes UTF-8, UTF-16 with its byte order mark, or Windows-1252 without control characters. */
function decode(head: Uint8Array, isCut: boolean): string | null {
  if (isWide(head)) return new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(head)
  if (hasControls(head, false)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: isCut })
  } catch {
    return new TextDecoder('windows-1252').decode(head)
  }
}

const isWide = (head: Uint8Array) => (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)

/** Tabs, line ends and form feeds are the only control characters of ordinary texts. */
function hasControls(bytes: Uint8Array, wide: boolean): boolean {
  if (wide) return false
  return bytes.some((byte) => byte < 0x20 && (byte < 9 || byte > 13) && byte !== 0x1b)
}
