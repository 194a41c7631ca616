import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StructureLayout } from '../../../../shared/domain/estate-map/placed.ts'
import { layoutStructure } from '../../../../shared/domain/estate-map/structure-layout.ts'
import { pagesOf } from '../../../../shared/domain/estate-map/structure-pages.ts'
import { exactAmounts } from '../../../../shared/domain/money.ts'
import type { EstateMap } from '../../../../shared/ipc/estate.ts'
import { propertyRuns } from '../../../doubles/property-runs.ts'

const kinds = ['REVOCABLE_TRUST', 'GRAT_TRUST', 'JOINT_PERSONAL_ACCOUNT', 'PRIVATE_FOUNDATION', 'A_KIND_TO_COME']
const statuses = ['in_estate', 'out_of_estate', 'none']

const mapOf = (entities: number, people: number): EstateMap => ({
  household_name: 'Okafor',
  entities: Array.from({ length: entities }, (_, at) => ({
    id: `entity_${at}`,
    name: `Okafor Family Trust of ${1970 + at}`,
    kind: kinds[(at * 7) % kinds.length] ?? '',
    stage: 'ACTIVE',
    in_estate_status: statuses[(at * 5) % statuses.length] ?? '',
    value: at % 9 === 0 ? null : at * 1000.5,
    effective_date: at % 9 === 0 ? null : '2026-01-31',
  })),
  entity_count: entities,
  people: Array.from({ length: people }, (_, at) => ({
    ...{ id: `p${at}`, name: `Ada Okafor ${at}`, is_primary: at < 2, is_deceased: false },
    ...{ date_of_birth: at % 7 === 6 ? null : `${1940 + at * 2}-05-01`, date_of_death: null, may_be: [] },
  })),
  ...{ edges: [], proposals: [], links: [], unread_summaries: 0 },
})

const options = {
  ...{
    width: 700,
    today: '2026-11-26',
    amounts: exactAmounts,
    hidesSizes: false,
    expectsRoles: false,
    allPeople: true,
  },
  ...{ open: new Set<string>(), isStacked: true },
}

const entitiesIn = ({ lanes }: StructureLayout) =>
  lanes.flatMap(({ groups, kinds: lines }) => [
    ...groups.flatMap(({ cards }) => cards.map(({ figure }) => figure.entity.id)),
    ...lines.flatMap(({ ids }) => ids),
  ])

test('the pages of a structure fit their height, have every entity and person once, and each lane under its name', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 160 }),
      fc.integer({ min: 0, max: 20 }),
      fc.boolean(),
      (entities, people, asKinds) => {
        const whole = layoutStructure(mapOf(entities, people), { ...options, asKinds })
        const pages = pagesOf(whole, 770)
        for (const page of pages) {
          expect(page.height).toBeLessThanOrEqual(770)
          for (const lane of page.lanes) {
            expect(lane.texts[0]?.text).toMatch(/^(?:In the estate|Outside the estate|No status)(?:, continued)?$/)
            expect(lane.total).toHaveLength(1)
            const parts = [...lane.groups.flatMap(({ cards }) => cards), ...lane.kinds]
            for (const part of parts) {
              expect(part.y).toBeGreaterThanOrEqual(lane.total[0]?.y ?? 0)
              expect(part.y + part.height).toBeLessThanOrEqual(lane.y + lane.height + 0.01)
            }
          }
        }
        expect(pages.flatMap(entitiesIn).sort()).toEqual(entitiesIn(whole).sort())
        expect(pages.flatMap((page) => page.people)).toEqual(whole.people)
      },
    ),
    propertyRuns(40),
  )
})

test('a group that goes on has its heading again on the next page', () => {
  const map = mapOf(18, 0)
  const entities = map.entities.map((one) => ({ ...one, kind: 'REVOCABLE_TRUST', in_estate_status: 'in_estate' }))
  const whole = layoutStructure({ ...map, entities }, options)
  const pages = pagesOf(whole, 400)
  const headings = whole.lanes.flatMap(({ groups }) =>
    groups.map(({ texts }) => texts.map(({ text }) => text).join(' ')),
  )
  let repeated = 0
  for (const { lanes } of pages) {
    for (const lane of lanes) {
      const [first, second] = lane.groups
      // The heading is a group of its own only where it is repeated.
      const words = first?.texts.map(({ text }) => text).join(' ') ?? ''
      expect(headings).toContain(words.replace(/, continued$/, ''))
      if (!words.endsWith(', continued')) continue
      repeated += 1
      const top = Math.min(...(second?.cards.map(({ y }) => y) ?? []))
      for (const text of first?.texts ?? []) {
        expect(text.y).toBeLessThan(top)
        expect(text.y).toBeGreaterThan(Math.max(...lane.texts.map(({ y }) => y)))
      }
    }
  }
  expect(repeated).toBeGreaterThan(0)
})

test('a page of people alone has the whole words beside their last generation', () => {
  const whole = layoutStructure(mapOf(60, 14), { ...options, asKinds: true })
  const [people] = pagesOf(whole, whole.top + 20)
  expect(people?.lanes).toEqual([])
  const last = people?.texts.at(-1)
  expect(last?.text).toBe('not known')
  // Letters such as “g” go below their line.
  expect(people?.height).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.size ?? 0) / 3)
})

test('what fits one page stays on one', () => {
  const whole = layoutStructure(mapOf(2, 2), { ...options, isStacked: true })
  expect(pagesOf(whole, 770)).toHaveLength(1)
})
