import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sheetOf } from '../../../../shared/domain/balance-sheet.ts'
import { textWidth } from '../../../../shared/domain/estate-map/fit-text.ts'
import { estateLanes } from '../../../../shared/domain/estate-map/lanes.ts'
import type { StructureLayout, TextLine } from '../../../../shared/domain/estate-map/placed.ts'
import { layoutStructure } from '../../../../shared/domain/estate-map/structure-layout.ts'
import { exactAmounts, toDecimal } from '../../../../shared/domain/money.ts'
import { rollUp } from '../../../../shared/domain/roll-up.ts'
import type { EstateEntity, EstateMap } from '../../../../shared/ipc/estate.ts'
import { propertyRuns } from '../../../doubles/property-runs.ts'

const usual = fc.integer({ min: 1, max: 10_000_000_000 }).map((cents) => cents / 100)
const anyValue = fc.oneof(
  { weight: 4, arbitrary: usual },
  fc.constantFrom(0, -1250.75, 0.005, 1e308, -1e308, 5e-324, 0.1 + 0.2),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const name = fc.oneof(
  fc
    .array(fc.constantFrom('Okafor', 'Family', 'Irrevocable', 'Trust', 'LLC', 'u/a/d', '03/14/2009', '·', 'GRAT'), {
      minLength: 1,
      maxLength: 14,
    })
    .map((parts) => parts.join(' ')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc.constantFrom('W'.repeat(80), 'משפחת לוי נאמנות', '漢字'.repeat(30)),
)

const entities = (most: number) =>
  fc
    .array(
      fc.record({
        name,
        kind: fc.constantFrom(
          'REVOCABLE_TRUST',
          'GRAT_TRUST',
          'JOINT_PERSONAL_ACCOUNT',
          'PRIVATE_FOUNDATION',
          'A_KIND_TO_COME',
        ),
        stage: fc.constantFrom('ACTIVE', 'DRAFT'),
        in_estate_status: fc.constantFrom('in_estate', 'out_of_estate', 'none', 'split_interest'),
        value: fc.option(anyValue, { freq: 5 }),
      }),
      { maxLength: most },
    )
    .map((all) =>
      all.map(
        (entity, at): EstateEntity => ({
          ...entity,
          id: `entity_${at}`,
          effective_date: entity.value === null ? null : '2026-01-31',
        }),
      ),
    )

const maps = fc
  .record({
    entities: entities(60),
    people: fc.array(fc.record({ name, born: fc.option(fc.integer({ min: 1920, max: 2024 })) }), { maxLength: 20 }),
    links: fc.array(
      fc.tuple(
        fc.nat(40),
        fc.nat(70),
        fc.constantFrom('Trustee', 'Beneficiary', 'settlor', 'Trust protector of the third kind'),
      ),
      {
        maxLength: 60,
      },
    ),
  })
  .map(({ entities: all, people, links }): EstateMap => {
    const ends = ([from, to, role]: [number, number, string]) => {
      const person = people[from % Math.max(1, people.length)]
      const entity = all[to % Math.max(1, all.length)]
      return person && entity ? [{ from: from % people.length, to: entity.id, role }] : []
    }
    return {
      household_name: 'Okafor',
      entities: all,
      entity_count: all.length,
      people: people.map((person, at) => ({
        ...{ id: `p${at}`, name: person.name, is_primary: at < 2, is_deceased: at === 1 },
        ...{ date_of_birth: person.born === null ? null : `${person.born}-05-01`, date_of_death: null, may_be: [] },
      })),
      edges: [],
      proposals: [],
      links: links.flatMap(ends).map(({ from, to, role }, at) => ({
        id: `l${at}`,
        from: { resource: 'individuals' as const, id: `p${from}`, name: null },
        to: { resource: 'entities' as const, id: to, name: null },
        ...{ role, origin: 'drawn' as const, made_at: '2026-01-01T00:00:00Z', found_in: [] },
      })),
      unread_summaries: 0,
    }
  })

const width = fc.integer({ min: 280, max: 2000 })
const at = (map: EstateMap, wide: number, more: { asKinds?: boolean } = {}) =>
  layoutStructure(map, {
    ...{
      width: wide,
      today: '2026-11-26',
      amounts: exactAmounts,
      hidesSizes: false,
      expectsRoles: true,
      allPeople: true,
    },
    open: new Set(map.entities.map(({ in_estate_status, kind }) => `${in_estate_status} ${kind}`)),
    ...more,
  })

const cardsOf = ({ lanes }: StructureLayout) =>
  lanes.flatMap((lane) => [...lane.groups, ...lane.kinds].flatMap(({ cards }) => cards))

/** The edges of a line as it is drawn. */
const edgesOf = ({ text, x, size, bold = false, align }: TextLine) => {
  const wide = textWidth(text, size, bold)
  return align === 'end' ? [x - wide, x] : [x, x + wide]
}

describe('the structure of an estate', () => {
  it('ties to the balance sheet to the cent in each lane and each group, with every entity once', () => {
    fc.assert(
      fc.property(maps, width, fc.boolean(), (map, wide, asKinds) => {
        const layout = at(map, wide, { asKinds })
        const sheet = sheetOf(
          rollUp(
            map.entities.map(({ in_estate_status, kind, value, effective_date }) => ({
              ...{ in_estate_status, kind, entities: 1, valued: value === null ? 0 : 1 },
              ...{ oldest: effective_date, newest: effective_date },
              holdings: value === null ? [] : [{ asset_class: null, amount: toDecimal(value), entities: 1 }],
            })),
          ),
        )
        expect(layout.lanes.map(({ status }) => status)).toEqual(sheet.groups.map(({ key }) => key))
        for (const [nth, group] of sheet.groups.entries()) {
          const lane = layout.lanes[nth]
          const sum = group.entities === group.unvalued ? 'No value known' : exactAmounts.shown(group.cents)
          expect(lane?.name).toContain(`, ${sum}, `)
          for (const kind of lane?.kinds ?? []) {
            const line = group.kinds.find(({ key }) => key === kind.kind)
            expect(kind.facts[1]).toBe(
              line?.entities === line?.unvalued ? 'No value known' : exactAmounts.shown(line?.cents ?? 0n),
            )
          }
        }
        const ids = cardsOf(layout).map(({ figure }) => figure.entity.id)
        expect(ids.toSorted()).toEqual(map.entities.map(({ id }) => id).toSorted())
      }),
      propertyRuns(300),
    )
  })

  it('has bars within 1 % of one scale in all lanes, also negative ones, and none without a known value', () => {
    fc.assert(
      fc.property(maps, width, fc.boolean(), (map, wide, asKinds) => {
        const layout = at(map, wide, { asKinds })
        const largest = Math.max(0, ...map.entities.map(({ value }) => Math.abs(value ?? 0)))
        const values = new Map(map.entities.map(({ id, value }) => [id, value]))
        const bars = [
          ...cardsOf(layout).map(({ figure, bar }) => ({ id: figure.entity.id, bar, full: bar?.width ?? 0 })),
          ...layout.lanes.flatMap(({ kinds }) =>
            kinds.flatMap((kind) => kind.bars.map((bar) => ({ id: bar.id, bar, full: bar.height }))),
          ),
        ]
        for (const { id, bar, full } of bars) {
          const value = values.get(id) ?? null
          if (value === null) expect(bar?.fill).toBeNull()
          else {
            expect(
              Math.abs((bar?.fill ?? Number.NaN) - (largest === 0 ? 0 : (Math.abs(value) / largest) * full)),
            ).toBeLessThanOrEqual(full * 0.01)
            expect(bar?.isNegative).toBe(value < 0)
          }
        }
      }),
      propertyRuns(300),
    )
  })

  it('keeps every text whole and inside its card, and cards inside their lane and apart', () => {
    fc.assert(
      fc.property(maps, width, fc.boolean(), (map, wide, asKinds) => {
        const layout = at(map, wide, { asKinds })
        for (const { texts, x, width: own, y, height, figure, holders } of cardsOf(layout)) {
          const drawn = texts
            .map(({ text }) => text)
            .join('')
            .replaceAll(' ', '')
          expect(drawn.startsWith((figure.entity.name.trim() || figure.entity.id).replace(/\s/g, ''))).toBe(true)
          for (const line of texts) {
            const [left = 0, right = 0] = edgesOf(line)
            expect(left).toBeGreaterThanOrEqual(x)
            expect(right).toBeLessThanOrEqual(x + own + 0.01)
            expect(line.y).toBeLessThanOrEqual(y + height)
          }
          for (const holder of holders) {
            expect(holder.x + holder.radius).toBeLessThanOrEqual(x + own)
            expect(holder.y + holder.radius).toBeLessThanOrEqual(y + height)
          }
        }
        for (const lane of layout.lanes) {
          const cards = [...lane.groups, ...lane.kinds].flatMap((group) => group.cards)
          expect(lane.x + lane.width).toBeLessThanOrEqual(wide + 0.01)
          for (const card of cards) {
            expect(card.x).toBeGreaterThanOrEqual(lane.x)
            expect(card.x + card.width).toBeLessThanOrEqual(lane.x + lane.width + 0.01)
            expect(card.y + card.height).toBeLessThanOrEqual(lane.y + lane.height)
            const overlapping = cards.filter(
              (other) =>
                other !== card &&
                other.x < card.x + card.width - 0.01 &&
                card.x < other.x + other.width - 0.01 &&
                other.y < card.y + card.height &&
                card.y < other.y + other.height,
            )
            expect(overlapping).toEqual([])
          }
        }
        for (const person of layout.people) {
          for (const line of person.texts) expect(edgesOf(line)[1]).toBeLessThanOrEqual(person.x + person.width)
        }
      }),
      propertyRuns(300),
    )
  })

  it('has a row of people for each generation, and initials for those beyond the primaries in a large family', () => {
    const [map] = fc.sample(maps, 1)
    const people = Array.from({ length: 20 }, (_, nth) => ({
      ...{ id: `p${nth}`, name: `Person ${nth}`, is_primary: nth < 2, is_deceased: false },
      ...{ date_of_birth: nth < 2 ? '1950-01-01' : '1980-01-01', date_of_death: null, may_be: [] },
    }))
    const family = { ...(map as EstateMap), people, links: [] }
    const layout = at(family, 1200)
    expect(layout.people).toHaveLength(20)
    expect(layout.texts.map(({ text }) => text)).toEqual(['Generation 1', 'born 1950', 'Generation 2', 'born 1980'])
    const short = layoutStructure(family, {
      ...{ width: 1200, today: '2026-11-26', amounts: exactAmounts, hidesSizes: false, expectsRoles: true },
      ...{ allPeople: false, open: new Set<string>() },
    })
    expect(short.people.map(({ person }) => person.id)).toEqual(['p0', 'p1'])
    expect(short.others?.count).toBe(18)
    expect(short.others?.holders).toHaveLength(18)
  })

  it('takes the age of a kind from its values alone, and writes a sum of zero like any other', () => {
    const entity = (id: string, value: number | null, effective_date: string): EstateEntity => ({
      ...{ id, name: id, kind: 'GRAT_TRUST', stage: 'ACTIVE', in_estate_status: 'none', value, effective_date },
    })
    const entities = [entity('old', null, '2001-01-01'), entity('new', 0, '2026-10-31')]
    expect(estateLanes(entities)[0]?.kinds[0]?.oldest).toBe('2026-10-31')
    const layout = at(
      {
        ...{ household_name: 'Okafor', edges: [], proposals: [], unread_summaries: 0, entity_count: 2 },
        ...{ people: [], links: [], entities },
      },
      900,
    )
    expect(layout.lanes[0]?.total).toMatchObject([{ text: '$0.00', tone: 'ink' }])
  })

  it('has a card for each of twelve people, and for the primaries alone of thirteen', () => {
    const [map] = fc.sample(maps, 1)
    const cards = (count: number) =>
      layoutStructure(
        {
          ...{ ...(map as EstateMap), links: [] },
          people: Array.from({ length: count }, (_, nth) => ({
            ...{ id: `p${nth}`, name: `Person ${nth}`, is_primary: nth < 2, is_deceased: false },
            ...{ date_of_birth: null, date_of_death: null, may_be: [] },
          })),
        },
        {
          ...{ width: 1200, today: '2026-11-26', amounts: exactAmounts, hidesSizes: false, expectsRoles: true },
          ...{ allPeople: false, open: new Set<string>() },
        },
      ).people.length
    expect([cards(12), cards(13)]).toEqual([12, 2])
  })

  it('has a question mark instead of initials for someone who is gone', () => {
    const person = { id: 'a', name: 'Ada Okafor', is_primary: true, is_deceased: false, may_be: [] }
    const trust = { id: 't', name: 'Trust', kind: 'GRAT_TRUST', stage: 'ACTIVE', in_estate_status: 'none', value: 1 }
    const link = (id: string, name: string | null) => ({
      ...{ id, role: 'Trustee', origin: 'drawn' as const, made_at: '2026-01-01T00:00:00Z', found_in: [] },
      from: { resource: 'individuals' as const, id, name },
      to: { resource: 'entities' as const, id: 't', name: null },
    })
    const layout = at(
      {
        ...{ household_name: 'Okafor', edges: [], proposals: [], unread_summaries: 0, entity_count: 1 },
        people: [{ ...person, date_of_birth: null, date_of_death: null }],
        entities: [{ ...trust, effective_date: null }],
        links: [link('gone', null), link('left', null), link('named', 'Alan Newcomb'), link('a', null)],
      },
      900,
    )
    expect(cardsOf(layout)[0]?.holders.map(({ holder }) => holder.initials)).toEqual(['?', '?', 'AN', 'AO'])
  })
})

describe('the family in a structure', () => {
  const person = (id: string, born: number) => ({
    ...{ id, name: `${id} Okafor`, is_primary: false, is_deceased: false },
    ...{ date_of_birth: `${born}-05-01`, date_of_death: null, may_be: [] },
  })
  const node = (id: string) => ({ resource: 'individuals' as const, id, name: null })
  const link = (from: string, role: string, to: string) => ({
    ...{ id: `${from} ${role} ${to}`, from: node(from), to: node(to), role },
    ...{ origin: 'drawn' as const, made_at: '2026-01-01T00:00:00Z', found_in: [] },
  })
  const children = ['Cy', 'Dora', 'Emeka', 'Fay', 'Gil', 'Hana', 'Ike']
  const map: EstateMap = {
    household_name: 'Okafor',
    ...{ entities: [], entity_count: 0, edges: [], proposals: [], unread_summaries: 0 },
    people: [person('Ada', 1950), person('Ben', 1951), ...children.map((id, nth) => person(id, 1980 + nth))],
    links: [
      link('Ada', 'Spouse', 'Ben'),
      ...children.flatMap((child) => [link('Ada', 'Parent', child), link('Ben', 'Parent', child)]),
      link('Cy', 'Former spouse', 'Ike'),
    ],
  }

  it.each([640, 760, 1000, 1280, 1920])(
    'has each relation as a line, or in words where rows of people wrap, at %i pixels',
    (wide) => {
      const { people, family } = at(map, wide)
      const keys = new Set(family.map(({ key }) => key))
      const wordsOf = (id: string) =>
        people
          .find((placed) => placed.person.id === id)
          ?.texts.map(({ text }) => text)
          .join(' ') ?? ''
      for (const child of children)
        for (const parent of ['Ada', 'Ben'])
          expect(keys.has(`Parent ${child}`) !== wordsOf(child).includes(`Child of ${parent} Okafor`)).toBe(true)
      const isDrawn = keys.has('Former spouse Cy Ike')
      expect(isDrawn !== wordsOf('Ike').includes('Former spouse of Cy Okafor')).toBe(true)
      for (const { texts, y, height } of people)
        for (const text of texts) expect(text.y > y && text.y < y + height).toBe(true)
    },
  )
})
