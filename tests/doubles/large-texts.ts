const many = (count: number, make: (at: number) => string, between = '') =>
  Array.from({ length: count }, (_, at) => make(at)).join(between)
const filled = (length: number, piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** The largest texts and files within the limits, by what makes them expensive. */
export const largeTexts: [what: string, kind: string, make: () => string][] = [
  ['63,000 words in emphasis', 'markdown', () => many(63_000, () => '*a*', ' ').slice(0, 252_000)],
  ['63,000 items', 'markdown', () => many(63_000, () => '- a', '\n')],
  ['126,000 lines', 'markdown', () => many(126_000, () => 'a', '\n\n').slice(0, 252_000)],
  ['2,900 paragraphs of words', 'markdown', () => many(1_450, () => filled(340, 'plain words of a letter '), '\n\n')],
  ['2,900 items', 'markdown', () => many(950, (at) => `- item ${at} with some words`, '\n')],
  ['paragraphs of accents', 'markdown', () => many(900, () => filled(490, 'a\u0301\u0302'), '\n\n')],
  ['a short summary of items', 'summary', () => many(330, () => '- ', '\n')],
  ['126,000 lines', 'summary', () => many(126_000, () => 'a', '\n\n').slice(0, 252_000)],
  ['a long summary', 'summary', () => many(240, () => filled(200, 'plain words of a letter '), '\n\n')],
  ['65,536 line ends', 'note', () => '\n'.repeat(65_536)],
  ['65,536 accents', 'note', () => `a${'\u0301'.repeat(65_535)}`],
  ['65,536 of Arabic', 'note', () => filled(65_536, 'بسم الله ')],
  ['65,536 emoji', 'note', () => filled(65_536, '👨‍👩‍👧‍👦')],
  ['words', 'note', () => filled(65_536, 'plain words of a letter ')],
  ['4 MB of words', 'name', () => filled(4_000_000, 'plain words of a letter ')],
  ['4 MB of accents', 'name', () => `a${'\u0301'.repeat(2_000_000)}`],
  ['1,000 lines of 50', 'text', () => filled(50_000, `${'x'.repeat(49)}\n`)],
  ['50,000 of Arabic', 'text', () => filled(25_000, 'بسم الله الرحمن الرحيم ')],
  ['20 MB of short lines', 'text', () => filled(20_000_000, 'some words\n')],
  ['20 MB of line ends', 'text', () => '\n'.repeat(20_000_000)],
  ['20 MB in one line', 'text', () => filled(20_000_000, 'x')],
  ['lines of accents', 'text', () => filled(2_000_000, 'a\u0301\u0302')],
  ['200 columns', 'csv', () => many(10_000, () => filled(399, 'a,'), '\n')],
  ['20 MB of rows', 'csv', () => filled(20_000_000, 'a,b,c\n')],
  ['20 MB in one row', 'csv', () => filled(20_000_000, 'a,')],
  ['20 MB in one cell', 'csv', () => filled(20_000_000, 'x')],
  ['20 MB of quotes', 'csv', () => filled(20_000_000, '"a""b",')],
  ['cells of accents', 'csv', () => many(2_000, () => filled(2_000, 'a\u0301\u0302'), '\n')],
  ['an open quote', 'csv', () => `"${filled(19_000_000, 'a,\n')}`],
]
