import { decode } from '../../../shared/tables/decode.ts'
import type { Content } from './content.ts'

/** Detects the kind of a text; null if the content is not text. */
export async function textKind({ name, size, head, read }: Content): Promise<string | null> {
  const isWhole = size <= head.byteLength
  const { text, encoding } = decode(head, { cut: !isWhole })
  if (hasControls(text)) return null
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be'
  if (isWide && isMostlyUnassigned(text)) return null
  if (!isWhole && !isWide) {
    const tail = Buffer.from(await read(Math.max(head.byteLength, size - head.byteLength), head.byteLength))
    if (hasControls(tail.toString('latin1'))) return null
  }
  const start = text.trimStart()
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return (
    kindOfMarkup(start) ??
    beginnings.find(([form]) => form.test(start))?.[1] ??
    mailKind(start, extension) ??
    (isSylk(start) ? 'text/x-sylk' : null) ??
    byName[extension] ??
    'text/plain'
  )
}

const byName: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  tab: 'text/tab-separated-values',
  md: 'text/markdown',
  markdown: 'text/markdown',
  json: 'application/json',
}

/** Beginnings of texts that some program would execute or interpret, whatever their names. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^(?:#[^\n]*\n\s*)*\[Desktop Entry\]/i, 'application/x-desktop'],
  [/^\[\{?(?:InternetShortcut|000214A0)/i, 'application/x-mswinurl'],
  [/^#!/, 'text/x-script'],
  [/^(?:@echo\b|rem\s|::)/i, 'text/x-script'],
]

const page = /^<(?:!doctype\s+html|html|head|body|script|iframe|title|style|meta|table|form|img|a\s|h1|div|p>|br)/i
/** Text that may precede the first element of a page or a vector picture. */
const beforeElement = /^(?:<!--[\s\S]*?-->|<!doctype\s+svg[^>]*>|<\?xml[^>]*\?>)\s*/i

/** A vector picture, a page or other XML; null for any other text. */
function kindOfMarkup(text: string): string | null {
  let element = text
  // One at a time: a pattern of many comments would try every way to divide them.
  for (let before = beforeElement.exec(element); before !== null; before = beforeElement.exec(element))
    element = element.slice(before[0].length)
  if (/^<svg\b/i.test(element)) return 'image/svg+xml'
  if (/^<\?xml\b/i.test(text)) return 'application/xml'
  return page.test(element) ? 'text/html' : null
}

/** Fields that mail programs write and people do not. */
const technicalField =
  /^(?:mime-version|message-id|received|return-path|delivered-to|dkim-signature|content-transfer-encoding|authentication-results|x-[a-z0-9-]+|thread-(?:index|topic)|arc-[a-z-]+|list-[a-z]+|envelope-to|user-agent)$/
const ownField =
  /^(?:from|to|cc|bcc|date|subject|sender|reply-to|content-type|in-reply-to|references|importance|resent-[a-z-]+)$/

/**
 * The kind of a text that begins with the header of a mail, of which fields may be folded over several lines, or of an mbox. A memo
 * may begin with From, To, Date and Subject too, so these alone are a mail's header only in a file named `.eml`.
 */
function mailKind(text: string, extension: string): string | null {
  const isMbox = /^From \S[^\r\n]*\d\d:\d\d/.test(text)
  const header = (isMbox ? text.replace(/^.*\r?\n/, '') : text).split(/\r?\n\r?\n|\r\r/, 1)[0] ?? ''
  const fields = new Map<string, string>()
  for (const line of header.replace(/(?:\r\n?|\n)[ \t]+/g, ' ').split(/\r\n?|\n/)) {
    const field = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*:(.*)$/.exec(line)
    if (field === null) break
    fields.set(field[1]?.toLowerCase() ?? '', field[2] ?? '')
  }
  const names = [...fields.keys()]
  const technical = names.filter((name) => technicalField.test(name)).length
  const known = technical + names.filter((name) => ownField.test(name)).length
  if (fields.has('snapshot-content-location') || /saved by/i.test(fields.get('from') ?? ''))
    return 'application/x-mimearchive'
  const isNamed = extension === 'eml' || extension === 'mbox'
  if (isMbox && known > 0) return extension === 'eml' ? 'message/rfc822' : 'application/mbox'
  if (fields.has('mime-version') || (technical > 0 && known >= 2)) return 'message/rfc822'
  return isNamed && known >= 2 ? 'message/rfc822' : null
}

/**
 * Excel reads a text that begins with a SYLK header (`ID;P` and a program's name) as SYLK, whatever its name. SYLK holds formulas
 * that can start programs. A table whose first columns are called ID and Name is still recognised as a table.
 */
const isSylk = (text: string): boolean => /^ID;(?:P|[NE](?:[;\s]|$))/.test(text)

/** Tabs, line ends, form feeds, escapes and the end mark of DOS are the only control characters of ordinary texts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const hasControls = (text: string): boolean => /[\x00-\x08\x0e-\x19\x1c-\x1f]|\x1a(?!$)/.test(text)

/** Bytes that are no text, read as pairs, are to a large part no characters. */
function isMostlyUnassigned(text: string): boolean {
  const some = text.slice(0, 4096)
  return some.replace(/[^\p{Cn}\p{Co}\p{Cs}\ufffd]/gu, '').length > some.length / 4
}
