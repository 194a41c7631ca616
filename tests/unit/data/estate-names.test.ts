import { describe, expect, it } from 'vitest'
import { createNameFinder } from '../../../electron/data/reads/estate-names.ts'

const person = (key: string, first: string, last: string, more: { middle?: string; suffix?: string } = {}) => ({
  key,
  name: `${first} ${last}`,
  person: { first, last, middle: more.middle ?? '', suffix: more.suffix ?? '' },
})
const entity = (key: string, name: string) => ({ key, name, person: null })

const keysIn = (text: string, ...records: Parameters<typeof createNameFinder>[0]) =>
  createNameFinder(records)(text).map(({ key }) => key)

describe('names in a text', () => {
  const ada = person('ada', 'Ada', 'Okafor', { middle: 'Maria' })

  it.each([
    ['Ada Okafor is the trustee.', ['ada']],
    ['ADA OKAFOR', ['ada']],
    ['… by **Ada** M. Okafor, …', ['ada']],
    ['Ada Maria Okafor', ['ada']],
    ['Áda Ökafor', ['ada']],
    ['The Okafor family', []],
    ['Okafor', []],
    ['Ada', []],
    ['Ada Okaforson', []],
    ['Granada Okafor', []],
    ['Ada Lovelace and Ben Okafor', []],
    ['Okafor, Ada', []],
  ])('%s', (text, found) => {
    expect(keysIn(text, ada)).toEqual(found)
  })

  it('counts the longest of overlapping names only', () => {
    const trust = entity('trust', 'Ada Okafor Trust')
    expect(keysIn('The Ada Okafor Trust of 2014.', ada, trust)).toEqual(['trust'])
    expect(keysIn('The Ada Okafor Trust; Ada Okafor.', ada, trust)).toEqual(['trust', 'ada'])
    expect(keysIn('Ada Okafor Trust II', trust, entity('second', 'Ada Okafor Trust II'))).toEqual(['second'])
  })

  it('names nobody by a name that two records have, unless a suffix tells them apart', () => {
    const [elder, younger] = [
      person('sr', 'Efren', 'Hilpert', { suffix: 'Sr.' }),
      person('jr', 'Efren', 'Hilpert', { suffix: 'Jr.' }),
    ]
    expect(keysIn('Efren Hilpert', elder, younger)).toEqual([])
    expect(keysIn('Efren Hilpert, Jr.', elder, younger)).toEqual(['jr'])
  })

  it('takes no entity with a single word for a name', () => {
    expect(keysIn('Okafor', entity('one', 'Okafor'))).toEqual([])
    expect(keysIn('Okafor Holdings', entity('two', 'Okafor Holdings'))).toEqual(['two'])
  })

  it('reads a role beside the name, if it is the only one', () => {
    const roleIn = (text: string) => createNameFinder([ada])(text)[0]?.role
    expect(roleIn('Trustee Ada Okafor signs.')).toBe('Trustee')
    expect(roleIn('Ada Okafor serves as initial trustee.')).toBe('Trustee')
    expect(roleIn('The settlor is Ada Okafor.')).toBe('Grantor')
    expect(roleIn('Ada Okafor, trustee and beneficiary.')).toBeNull()
    expect(roleIn('Ada Okafor lives in Reno.')).toBeNull()
    expect(roleIn('Ben is the trustee.\n- Ada Okafor receives an annuity. The trustee files.')).toBeNull()
  })

  it('quotes the passage as it reads, without marks of Markdown', () => {
    const text = '## Parties\n\n- **Grantor:** Ada Okafor\n- | Trustee | `Ben` |\n'
    expect(createNameFinder([ada])(text)[0]?.excerpt).toBe('Parties Grantor: Ada Okafor Trustee Ben')
  })

  it('quotes the passage around the name, whole letters only', () => {
    const text = `${'word '.repeat(60)}Ada Okafor signs${' more'.repeat(60)}`
    const [mention] = createNameFinder([ada])(text)
    expect(mention?.excerpt).toMatch(/^…(word )+Ada Okafor signs( more)+…$/)
    const dense = createNameFinder([ada])(`${'😀'.repeat(99)} Ada Okafor ${'😀'.repeat(99)}`)[0]
    expect(dense?.excerpt).toContain('Ada Okafor')
    expect(dense?.excerpt.isWellFormed()).toBe(true)
  })
})
