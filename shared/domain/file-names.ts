/**
 * What may stand in a file's name everywhere: names that people gave end up in file names, and a name can be made to look
 * like another, to climb out of its folder, or to be a device.
 */

/** Bytes of UTF-8 that a name may have: file systems allow 255, and copies get something appended. */
const maxBytes = 200

/** Control, format (bidi, zero-width), line separators, private use, unassigned, lone surrogates; fillers look empty. */
const unseen = String.raw`\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|\p{Cn}|\p{Cs}|[\u115f\u1160\u2800\u3164\uffa0]|[\u034f\ufe00-\ufe0f]|[\u17b4\u17b5]`

const emoji = String.raw`(?!\p{Cn})\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?`
/** Arabic letters that join the letter after them: behind the others a non-joiner changes nothing that can be seen. */
const joining = String.raw`[[\p{L}&&\p{Script=Arabic}]--[اآأإٱدذرزژوؤةىءڈڑ]]`
const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`

/**
 * Unseen characters that people write and that change what is seen: between the parts of an emoji, in a keycap, in the three flags made of
 * tags, and, as in domain names (RFC 5892, A.1 and A.2), a non-joiner between Arabic letters and either joiner behind a virama.
 */
const meant = [
  String.raw`${emoji}(?:\u200d${emoji})*`,
  String.raw`[0-9#]\ufe0f\u20e3`,
  String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
  String.raw`\u200c(?<=${joining}\p{M}*\u200c)(?=[\p{L}&&\p{Script=Arabic}])`,
  String.raw`[\u200c\u200d](?<=${virama}.)(?=\p{L})`,
]
const meantOrUnseen = new RegExp(`(${meant.toReversed().join('|')})|${unseen}`, 'gv')

/** Separators, what Windows forbids, and letters that look like separators. */
const forbidden = /[/\\:*?"<>|\u2044\u2215\u29f8\u29f9\ufe68\uff0f\uff3c\uff1a\u2236\ua789]/g

/** Names of devices in Windows, with any extension and trailing spaces. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³])(?=\s*(?:\.|$))/i

/** Not at an end of a name: Windows drops them, and a leading dot hides a file. */
const edges = /^[\s.]+|[\s.]+$/g

/** One part of a file's name, such as a firm's, cut to so many bytes of UTF-8; may be empty. */
export function fileNamePart(text: string, bytes = maxBytes): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll('\ufeff', '')
    .replace(/\s+/g, ' ')
    .replace(meantOrUnseen, '$1')
    .replace(forbidden, '-')
  // What joined two characters is at the end once the second was cut off.
  return cut(plain.replace(edges, ''), bytes).replace(meantOrUnseen, '$1').replace(edges, '')
}

/**
 * A name that is safe to suggest for a new file, in one folder, on every system: never empty, never with a separator.
 *
 * @param name - with its extension, as far as it has one of up to ten letters and digits
 */
export function safeFileName(name: string): string {
  const [, stem = '', extension = ''] = /^(.*?)(\.[a-z0-9]{1,10})?$/isu.exec(fileNamePart(name, name.length * 4)) ?? []
  const safe = fileNamePart(stem, maxBytes - extension.length)
  const named = safe === '' ? 'file' : safe
  return `${device.test(named) ? '_' : ''}${named}${extension}`
}

/** Another name for the same file, where the first is taken: `name (2).csv`. */
export function numberedFileName(name: string, number: number): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.[a-z0-9]{1,10})?$/isu.exec(name) ?? []
  return `${stem} (${number})${extension}`
}

/** As many whole characters, as people see them, as fit. */
function cut(text: string, bytes: number): string {
  if (utf8Length(text) <= bytes) return text
  let kept = ''
  let length = 0
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    length += utf8Length(segment)
    if (length > bytes) break
    kept += segment
  }
  return kept
}

function utf8Length(text: string): number {
  let length = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return length
}
