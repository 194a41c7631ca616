import { describe, expect, it } from 'vitest'
import { sectionsFor } from '../../../renderer/features/palette/entries.ts'
import type { AvailableCommand } from '../../../renderer/lib/commands/offers.ts'
import { cutAtMatches } from '../../../renderer/lib/text-pieces.ts'
import { commands } from '../../../shared/domain/commands.ts'
import type { SearchHit } from '../../../shared/ipc/records.ts'

const hit = (resource: SearchHit['resource'], id: string): SearchHit => ({
  resource,
  id,
  title: id,
  title_matches: [],
  subtitle: '',
  snippet: null,
  snippet_matches: [],
  pending: null,
  found_by: 'name',
})

const available = (ids: (keyof typeof commands)[]): AvailableCommand[] =>
  ids.map((id) => ({ ...commands[id], id, run: () => {} }))

const nothing = { documents: null, hits: [], recents: [], favourites: [], commands: [] }

describe('hits in the palette', () => {
  it('are grouped by kind, the kind of the best first, and keep their rank within it', () => {
    const hits = [hit('entities', 'a'), hit('households', 'b'), hit('entities', 'c')]
    const sections = sectionsFor({ ...nothing, text: 'x', hits })
    expect(sections.map(({ label, entries }) => [label, entries.map(({ key }) => key)])).toEqual([
      ['Entities', ['hit:entities:a', 'hit:entities:c']],
      ['Households', ['hit:households:b']],
    ])
  })
})

describe('commands in the palette', () => {
  const all = available(['go.individuals', 'theme.dark', 'theme.light', 'help.shortcuts'])

  it.each([
    ['dark', ['theme.dark']],
    ['THEME da', ['theme.dark']],
    ['people', ['go.individuals']],
    ['kéyb', ['help.shortcuts']],
    ['ke’ybø', ['help.shortcuts']],
    ['Sh\u2032ort', ['help.shortcuts']],
    ['nothing of the kind', []],
    [' ', []],
    ['…', []],
  ])('are found for %j by the beginnings of their words', (text, ids) => {
    const sections = sectionsFor({ ...nothing, text, commands: all })
    expect(sections.flatMap(({ entries }) => entries.map(({ key }) => key))).toEqual(ids.map((id) => `command:${id}`))
  })
})

describe('the likelier of records and commands comes first', () => {
  const all = available(['screen.print', 'go.today', 'go.outbox'])
  const record = (title: string, found_by: SearchHit['found_by']) => ({ ...hit('entities', title), found_by })

  it.each<[text: string, found: SearchHit, first: string]>([
    ['print', record('Cedar Point Holdings', 'similar'), 'Commands'],
    ['print', record('A list of assets', 'text'), 'Commands'],
    ['print', record('Print Works, Inc.', 'name'), 'Entities'],
    ['today', record('Today’s Bakery', 'name'), 'Commands'],
    ['today', record('Today', 'name'), 'Entities'],
    ['unsent', record('Letters', 'text'), 'Entities'],
    ['unsent', record('Unset', 'similar'), 'Commands'],
    ['screen', record('Screenwright Family', 'name'), 'Commands'],
    ['scre', record('Screenwright Family', 'name'), 'Entities'],
    ['screen', record('Silver Screen Partners', 'name'), 'Entities'],
    ['print this', record('Printhis', 'name'), 'Commands'],
  ])('for %j', (text, found, first) => {
    const sections = sectionsFor({ ...nothing, text, hits: [found], commands: all })
    expect(sections.map(({ label }) => label)).toEqual([first, first === 'Commands' ? 'Entities' : 'Commands'])
  })
})

describe('the palette', () => {
  const recents = [
    { resource: 'households', id: 'h', title: 'Okafor' },
    { resource: 'spaceships', id: 's', title: 'Unknown kind' },
  ]
  const commandsHere = available(['go.book'])

  it('offers recent records, favourites and commands before anything is typed', () => {
    const sections = sectionsFor({
      text: '',
      documents: null,
      hits: [],
      recents,
      favourites: [],
      commands: commandsHere,
    })
    expect(sections.map(({ label, entries }) => [label, entries.length])).toEqual([
      ['Recent', 1],
      ['Commands', 1],
    ])
  })

  it('puts records before commands once something is typed', () => {
    const hits = [hit('users', 'u')]
    const sections = sectionsFor({
      text: 'boo',
      documents: null,
      hits,
      recents,
      favourites: [],
      commands: commandsHere,
    })
    expect(sections.map(({ label }) => label)).toEqual(['Users', 'Commands'])
  })
})

describe('a text cut at its matches', () => {
  it('is whole again when put together, whatever the ranges', () => {
    for (const ranges of [
      [],
      [[0, 3]],
      [
        [4, 9],
        [0, 2],
      ],
      [
        [0, 5],
        [3, 7],
      ],
      [[2, 2]],
      [[5, 99]],
      [[-3, 1]],
    ] as [number, number][][]) {
      expect(
        cutAtMatches('Ana 👩‍👧 Zoë', ranges)
          .map(({ text }) => text)
          .join(''),
      ).toBe('Ana 👩‍👧 Zoë')
    }
  })

  it('marks what matched', () => {
    expect(cutAtMatches('Okafor Family', [[7, 10]])).toEqual([
      { text: 'Okafor ', matched: false, at: 0 },
      { text: 'Fam', matched: true, at: 7 },
      { text: 'ily', matched: false, at: 10 },
    ])
  })
})
