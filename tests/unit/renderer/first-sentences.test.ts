import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstSentences } from '../../../renderer/features/documents/first-sentences.ts'

describe('the first sentences of a summary', () => {
  it('are whole, and as many as fit', () => {
    const text = 'Ada created the trust in 2019. Ben is the trustee. Income goes to Cleo for life.'
    expect(firstSentences(text, null, 60)).toBe('Ada created the trust in 2019. Ben is the trustee.')
    expect(firstSentences(text, null)).toBe(text)
  })

  it('are cut at a word if the first one is too long', () => {
    expect(firstSentences('One sentence that does not end before the room does.', null, 30)).toBe(
      'One sentence that does not…',
    )
  })

  it('leave out the headings, tables and marks of Markdown', () => {
    const text = [
      '# Trust agreement',
      '',
      '**Ada** created the [Vineyard Trust](https://example.com).',
      '- `Ben` is the trustee.',
      '| a | b |',
      '---',
      '> 1. Income goes to Cleo.',
    ].join('\n')
    expect(firstSentences(text, 'MARKDOWN')).toBe(
      'Ada created the Vineyard Trust. Ben is the trustee. Income goes to Cleo.',
    )
    expect(firstSentences('# 5 is a number', 'PLAIN_TEXT')).toBe('# 5 is a number')
  })

  it('end the items of a list, so that they do not run together', () => {
    const text = '- The trustee may distribute income to the children\n- The remainder goes to charity at the end.'
    expect(firstSentences(text, 'MARKDOWN')).toBe(
      'The trustee may distribute income to the children. The remainder goes to charity at the end.',
    )
  })

  it('never exceed their room, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), fc.constantFrom('MARKDOWN', null), (text, format) => {
        expect(firstSentences(text, format, 100).length).toBeLessThanOrEqual(101)
      }),
    )
  })

  it('of a hostile text are found at once', () => {
    expect(firstSentences('['.repeat(60_000), 'MARKDOWN').length).toBeLessThan(400)
    expect(firstSentences(`${'- '.repeat(30_000)}x`, 'MARKDOWN').length).toBeLessThan(400)
  })
})
