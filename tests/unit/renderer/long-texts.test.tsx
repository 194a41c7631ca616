/// <reference types="vite/client" />
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LongText } from '../../../renderer/components/LongText.tsx'
import { MarkdownText } from '../../../renderer/components/MarkdownText.tsx'
import { RecordText } from '../../../renderer/components/Values.tsx'
import { lineAt, linesOf } from '../../../renderer/features/files/preview/text-lines.ts'
import type { AskedWorker } from '../../../renderer/lib/ask-worker.ts'
import { formatInWorker } from '../../../renderer/lib/markdown/format-in-worker.ts'
import { type Formatted, formatMarkdown } from '../../../renderer/lib/markdown/format-markdown.ts'
import { shortened, textPieces } from '../../../renderer/lib/text-pieces.ts'

// Cost is counted, not timed: the number of blocks, their lengths, their depth and their elements.

const most = 65_536

/** The longest lines of a file, in characters: of simple ones, and of those that combine, join or change direction. */
const maxLineLength = 2000
const maxComplexLength = 300
/** Markdown that is formatted at once, in characters; levels of formatted text, and its elements and strings. */
const maxAtOnce = 1000
const maxDepth = 24
const maxNodes = 2000
const filled = (unit: string, length = most) => unit.repeat(Math.floor(length / unit.length))

/** Chromium took between 0.1 and 47 seconds to lay out each of these as one block. */
const slowTexts: readonly (readonly [string, string])[] = [
  ['one word', 'a'],
  ['accents on one letter', '\u0301'],
  ['line breaks', '\n'],
  ['right to left', '\u05d0\u05d1 '],
  ['both directions', 'a\u05d0'],
  ['joined emoji', '\u{1f469}\u200d'],
  ['joined letters', '\u0628'],
  ['words without spaces', 'กขค'],
  ['letters below a letter', '\u0f90'],
  ['private characters', '\ue000'],
  ['marks of direction', '\u202b\u202c'],
]

const cost = (piece: string) => ({ length: piece.length, lines: piece.split('\n').length })

describe('a text as long as the service takes', () => {
  it.each(slowTexts)('of %s is laid out in pieces that are each cheap', (_what, unit) => {
    const pieces = textPieces(filled(unit))
    expect(pieces.length).toBeGreaterThan(10)
    for (const { length, lines } of pieces.map(cost)) {
      expect(length).toBeLessThanOrEqual(500)
      expect(lines).toBeLessThanOrEqual(100)
    }
  })

  it('is not cut into pieces to find out that its beginning is shown, where it is a name', () => {
    const looks = vi.spyOn(RegExp.prototype, 'test')
    const drawn = renderToStaticMarkup(<RecordText>{`a${filled('\u0301', 4_000_000)}`}</RecordText>)
    const count = looks.mock.calls.length
    looks.mockRestore()
    expect(drawn.length).toBeLessThan(1_000)
    expect(count).toBeLessThan(100)
  })

  it('of short lines is cut without looking at each line, and the browser watches few blocks of it', () => {
    const text = 'a\n\n'.repeat(84_000)
    const looks = vi.spyOn(RegExp.prototype, 'test')
    const pieces = textPieces(text)
    const count = looks.mock.calls.length
    looks.mockRestore()
    expect(count).toBeLessThan(100)
    expect(pieces.length).toBeGreaterThan(1_000)
    const markup = renderToStaticMarkup(<LongText text={text} />)
    // The whole, and each group.
    expect(markup.match(/"><div/g)?.length).toBeLessThan(50)
    expect(markup.replaceAll(/<[^>]*>|\n/g, '')).toBe('a'.repeat(84_000))
  })

  it('loses nothing in its pieces, and no character is cut in two', () => {
    const unit = fc.constantFrom(
      'a',
      ' ',
      '\n',
      'word ',
      '\u0301',
      '\u05d0',
      '\u{1f469}\u200d',
      'x'.repeat(400),
      '\u{20000}'.repeat(90),
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 120 }), (units) => {
        const text = units.join('')
        const pieces = textPieces(text)
        expect(pieces.join('').replaceAll('\n', '')).toBe(text.replaceAll('\n', ''))
        for (const piece of pieces) expect(piece.isWellFormed()).toBe(true)
        for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(5_000)
      }),
      { numRuns: 300 },
    )
  })

  it('as people write them is one piece: a page of paragraphs is not cut', () => {
    const paragraph =
      'The trust holds the house on Larch Street, “as agreed”, for both children – see the deed. '.repeat(12)
    expect(textPieces(paragraph)).toEqual([paragraph])
    expect(renderToStaticMarkup(<LongText text={paragraph} />).match(/<div/g)).toHaveLength(1)
  })
})

describe('a name as long as the service takes', () => {
  it.each(slowTexts)('of %s is cut where it stands in a line', (_what, unit) => {
    const name = filled(unit)
    expect(shortened(name).length).toBeLessThanOrEqual(301)
    expect(shortened(name).isWellFormed()).toBe(true)
    const markup = renderToStaticMarkup(<RecordText>{name}</RecordText>)
    expect(markup.length).toBeLessThan(420)
  })

  it('that people have is whole', () => {
    const name = 'The Alexandra Wilhelmina Featherstonehaugh-Cholmondeley 2014 Irrevocable Insurance Trust, as amended'
    expect(shortened(name)).toBe(name)
  })
})

describe('a file of text', () => {
  it.each(slowTexts)('of %s has lines that are each cheap to lay out', (_what, unit) => {
    const lines = linesOf(filled(unit))
    const lengths = Array.from({ length: lines.count }, (_, at) => lineAt(lines, at).length)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(unit === 'a' ? maxLineLength : maxComplexLength + 2)
    for (let at = 0; at < lines.count; at += 1) expect(lineAt(lines, at).isWellFormed()).toBe(true)
  })
})

const depthOf = (formatted: readonly Formatted[]): number =>
  Math.max(0, ...formatted.map((one) => (typeof one === 'string' ? 0 : 1 + depthOf(one.children))))
const countOf = (formatted: readonly Formatted[]): number =>
  formatted.reduce((sum, one) => sum + 1 + (typeof one === 'string' ? 0 : countOf(one.children)), 0)

describe('Markdown that would keep the window from answering', () => {
  it.each([
    ['nested quotes', '>'.repeat(900)],
    ['nested lists', '- '.repeat(450)],
    ['nested emphasis', `${'*a **b '.repeat(120)}${'** *'.repeat(30)}`],
    ['a slow word', filled('\u0301', maxAtOnce)],
  ])('at once, as of %s, is shown as it was written', (_what, text) => {
    const markup = renderToStaticMarkup(<MarkdownText text={text} />)
    const formatted = formatMarkdown(text)
    if (formatted === null) expect(markup).toContain('Shown as plain text')
    else expect(depthOf(formatted)).toBeLessThanOrEqual(maxDepth + 2)
  })

  it('is not drawn where it has too many elements', () => {
    expect(formatMarkdown('a\n\n'.repeat(maxNodes / 2 - 1))).not.toBeNull()
    expect(formatMarkdown('a\n\n'.repeat(maxNodes))).toBeNull()
  })

  it('is drawn within limits, whatever it is made of', () => {
    const unit = fc.constantFrom(
      ...[
        '>',
        '> ',
        '- ',
        '1. ',
        '\t',
        '  ',
        '\n',
        '\n\n',
        '#',
        '# ',
        '*',
        '**',
        '_',
        '`',
        '```\n',
        '[',
        '](',
        ')',
        '[a]: b\n',
      ],
      ...[
        '![',
        '<a>',
        '<!--',
        '&amp;',
        '&#0;',
        '|',
        '---\n',
        'a',
        'word ',
        '\u0301',
        '\u05d0',
        '\u202e',
        '\\',
        'https://a.example',
      ],
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(unit, fc.integer({ min: 1, max: 40 })), { maxLength: 40 }), (parts) => {
        const formatted = formatMarkdown(parts.map(([text, times]) => text.repeat(times)).join(''))
        if (formatted === null) return
        expect(depthOf(formatted)).toBeLessThanOrEqual(maxDepth + 2)
        expect(countOf(formatted)).toBeLessThanOrEqual(2 * maxNodes)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['quotes', '>'],
    ['emphasis', '*a**a'],
    ['brackets', '['],
    ['links', '[a]('],
    ['pictures', '![a]'],
  ])('as 63,000 characters of %s is never formatted on the page’s own thread', (_what, unit) => {
    const markup = renderToStaticMarkup(<MarkdownText text={filled(unit, 63_000)} />)
    expect(markup).toContain('aria-busy="true"')
  })
})

describe('the worker that formats', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Creates a worker that answers when the test says so. */
  function arrange(isAborted = false) {
    const listeners = new Map<string, (event: MessageEvent) => void>()
    const worker = {
      postMessage: vi.fn(),
      terminate: vi.fn(),
      addEventListener: (type: string, listener: (event: MessageEvent) => void) => void listeners.set(type, listener),
    }
    const leaving = new AbortController()
    if (isAborted) leaving.abort()
    const start = () => worker as unknown as AskedWorker
    const formatted = formatInWorker('a text', { signal: leaving.signal, start })
    const tell = (type: string, data?: unknown) => listeners.get(type)?.({ data } as MessageEvent)
    return { worker, leaving, formatted, tell }
  }

  it('is ended with its answer', async () => {
    const { worker, formatted, tell } = arrange()
    tell('message', ['words'])
    expect(await formatted).toEqual(['words'])
    expect(worker.terminate).toHaveBeenCalled()
  })

  it.each([
    ['takes too long', () => vi.advanceTimersByTime(5_000)],
    ['fails', ({ tell }: ReturnType<typeof arrange>) => tell('error')],
    ['is not needed any more', ({ leaving }: ReturnType<typeof arrange>) => leaving.abort()],
  ])('is ended when it %s, and the text is shown as it was written', async (_what, happen) => {
    const arranged = arrange()
    happen(arranged)
    expect(await arranged.formatted).toBeNull()
    expect(arranged.worker.terminate).toHaveBeenCalled()
  })

  it('is ended at once when it was no longer needed before it began', async () => {
    const { worker, formatted } = arrange(true)
    expect(worker.terminate).toHaveBeenCalled()
    expect(await formatted).toBeNull()
    expect(worker.postMessage).not.toHaveBeenCalled()
  })
})
