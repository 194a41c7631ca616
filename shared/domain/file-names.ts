/**
 * Makes names safe for use in file names on every system. Names come from users and may imitate another name, escape from their
 * folder, or name a device.
 */

/** The maximum length of a name in bytes of UTF-8: file systems allow 255, and copies get a suffix. */
const maxBytes = 200

/**
 * Invisible characters: control, format (bidi, zero-width), line separators, private use, unassigned, lone surrogates, and
 * fillers that look empty.
 */
const unseen = String.raw`\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|\p{Cn}|\p{Cs}|[\u115f\u1160\u2800\u3164\uffa0]|[\u034f\ufe00-\ufe0f]|[\u17b4\u17b5]`

const emoji = String.raw`(?!\p{Cn})\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?`
/** Arabic letters that join the following letter. After any other letter a non-joiner has no visible effect. */
const joining = String.raw`[[\p{L}&&\p{Script=Arabic}]--[اآأإٱدذرزژوؤةىءڈڑ]]`
const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`

/**
 * Invisible characters that have a visible effect and are kept: within an emoji, in a keycap, in the three flags made of tags,
 * and, as in domain names (RFC 5892, A.1 and A.2), a non-joiner between Arabic letters and either joiner after a virama.
 */
const meant = [
  String.raw`${emoji}(?:\u200d${emoji})*`,
  String.raw`[0-9#]\ufe0f\u20e3`,
  String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
  String.raw`\u200c(?<=${joining}\p{M}*\u200c)(?=[\p{L}&&\p{Script=Arabic}])`,
  String.raw`[\u200c\u200d](?<=${virama}.)(?=\p{L})`,
]
const meantOrUnseen = new RegExp(`(${meant.toReversed().join('|')})|${unseen}`, 'gv')

/** Path separators, characters that Windows forbids, and characters that look like separators. */
const forbidden = /[/\\:*?"<>|\u2044\u2215\u29f8\u29f9\ufe68\uff0f\uff3c\uff1a\u2236\ua789]/g

/** Windows device names, with any extension and trailing spaces. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³])(?=\s*(?:\.|$))/i

/** Removed from both ends: Windows drops trailing dots and spaces, and a leading dot hides a file. */
const edges = /^[\s.]+|[\s.]+$/g

/** A part of a file name, such as a firm's name, cut to `bytes` bytes of UTF-8; may be empty. */
export function fileNamePart(text: string, bytes = maxBytes): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll('\ufeff', '')
    .replace(/\s+/g, ' ')
    .replace(meantOrUnseen, '$1')
    .replace(forbidden, '-')
  // Cutting may leave a joiner at the end, without a second character to join.
  return cut(plain.replace(edges, ''), bytes).replace(meantOrUnseen, '$1').replace(edges, '')
}

/**
 * A name that is safe to suggest for a new file on every system: never empty, and without path separators.
 *
 * @param name - with its extension, if it has one of up to ten letters and digits
 */
export function safeFileName(name: string): string {
  const [, stem = '', extension = ''] = /^(.*?)(\.[a-z0-9]{1,10})?$/isu.exec(fileNamePart(name, name.length * 4)) ?? []
  const safe = fileNamePart(stem, maxBytes - extension.length)
  const named = safe === '' ? 'file' : safe
  return `${device.test(named) ? '_' : ''}${named}${extension}`
}

/** An alternative name for when the first is taken: `name (2).csv`. */
export function numberedFileName(name: string, number: number): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.[a-z0-9]{1,10})?$/isu.exec(name) ?? []
  return `${stem} (${number})${extension}`
}

/** Cuts a text to at most `bytes` bytes of UTF-8, between grapheme clusters. */
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
