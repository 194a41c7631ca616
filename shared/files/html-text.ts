const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  hellip: '…',
  euro: '€',
  copy: '©',
}

/** The text of HTML, as lines. Nothing in it is run or loaded: its tags are removed as text. */
export function htmlText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(style|script|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<(?:br|hr)\b[^>]*>|<\/(?:p|div|tr|h\d|ul|ol|table|blockquote)\s*>/gi, '\n')
    .replace(/<li\b[^>]*>/gi, '\n• ')
    .replace(/<\/t[dh]\s*>/gi, '\t')
    .replace(/<[^>]*(?:>|$)/g, '')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, entity)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function entity(whole: string, code: string): string {
  if (!code.startsWith('#')) return named[code.toLowerCase()] ?? whole
  const number = /^#x/i.test(code) ? Number.parseInt(code.slice(2), 16) : Number.parseInt(code.slice(1), 10)
  return number > 0 && number <= 0x10ffff ? String.fromCodePoint(number) : whole
}
