/// <reference types="vite/client" />
import { beforeEach, describe, expect, it } from 'vitest'
import { contents, goInHelp, placeNow, stepInHelp, useHelp } from '../../../renderer/features/help/help-state.ts'
import { anchorOf, type Topic, topics } from '../../../renderer/features/help/manual.ts'
import { searchManual } from '../../../renderer/features/help/search-manual.ts'
import { cutAtMatches } from '../../../renderer/lib/text-pieces.ts'

const part = (text: string, heading = '') => ({ anchor: anchorOf(heading), heading, text })
const small: Topic[] = [
  { name: 'one', title: 'Boats', text: '', parts: [part('Boats float.'), part('A sail catches wind.', 'Sails')] },
  { name: 'two', title: 'The sea', text: '', parts: [part('The sea has waves, and many boats and boats.')] },
]
const found = (text: string) => searchManual(small, text).map(({ topic, anchor }) => `${topic}#${anchor}`)

describe('a topic of the manual', () => {
  it.each([...topics.values()])(
    '$name is found by its title, its headings and its words without their Markdown',
    ({ title, text, parts }) => {
      expect(title).toMatch(/^[^#]/)
      expect(text).not.toContain(`# ${title}`)
      const headings = text.split('\n').flatMap((line) => /^##+ (.+)$/.exec(line)?.[1] ?? [])
      expect(parts.map(({ heading, anchor }) => ({ heading, anchor }))).toEqual(
        ['', ...headings].map((heading) => ({ heading, anchor: anchorOf(heading) })),
      )
      expect(parts.filter((one) => /\*\*|\]\(|^#/.test(one.text))).toEqual([])
      expect(parts.map((one) => one.text).join('').length).toBeGreaterThan(100)
    },
  )
})

describe('the search in the manual', () => {
  it('finds words by their beginnings, headings first', () => {
    expect(found('boat')).toEqual(['one#', 'two#'])
    expect(found('SAIL')).toEqual(['one#sails'])
    expect(found('ail')).toEqual([])
  })

  it('wants every word, of which some may be in the title of the topic', () => {
    expect(found('sea waves')).toEqual(['two#'])
    expect(found('boats wind')).toEqual(['one#sails'])
    expect(found('sea wind')).toEqual([])
  })

  it('finds nothing for a text without words', () => {
    expect(found('')).toEqual([])
    expect(found('  .*([ ')).toEqual([])
  })

  it('shows the words around the first match, and marks every match', () => {
    const [hit] = searchManual(small, 'boats')
    expect(hit?.excerpt).toBe('Boats float.')
    const marked = cutAtMatches(hit?.excerpt ?? '', hit?.excerptMatches ?? []).filter(({ matched }) => matched)
    expect(marked.map(({ text }) => text)).toEqual(['Boats'])
    const [long] = searchManual(topics.values(), 'fingerprint')
    expect(long?.excerpt).toMatch(/^… .*fingerprint/)
    expect(long?.excerpt.length).toBeLessThan(170)
  })

  it.each([
    ['conflict', 'conflict'],
    ['proxy', 'starting'],
    ['flight', 'travel'],
    ['passphrase', 'computer'],
    ['paste', 'valuation'],
    ['undo', 'edit'],
  ])('answers “%s” with the topic %s first', (text, topic) => {
    expect(searchManual(topics.values(), text)[0]?.topic).toBe(topic)
  })
})

describe('the places visited in Help', () => {
  beforeEach(() => useHelp.setState({ opened: true, trail: [], at: -1, typed: 'word', reading: false, from: null }))
  const now = () => placeNow(useHelp.getState()).topic

  it('can be gone back and forward through, and a new one replaces those ahead', () => {
    expect(now()).toBe(contents.topic)
    for (const topic of ['find', 'edit', 'travel']) goInHelp({ topic, anchor: '' })
    stepInHelp(-1)
    stepInHelp(-1)
    expect(now()).toBe('find')
    stepInHelp(-1)
    expect(now()).toBe('find')
    stepInHelp(1)
    expect(now()).toBe('edit')
    goInHelp({ topic: 'lists', anchor: '' })
    stepInHelp(1)
    expect(now()).toBe('lists')
    expect(useHelp.getState().trail.map(({ topic }) => topic)).toEqual(['find', 'edit', 'lists'])
  })

  it('are not repeated, and end the search', () => {
    goInHelp({ topic: 'find', anchor: '' })
    useHelp.setState({ typed: 'again' })
    goInHelp({ topic: 'find', anchor: '' })
    expect(useHelp.getState()).toMatchObject({ typed: '', at: 0 })
  })
})
