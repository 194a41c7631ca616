import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sheetOf } from '../../../../shared/domain/balance-sheet.ts'
import { layoutBySize } from '../../../../shared/domain/estate-map/size-layout.ts'
import { toDecimal } from '../../../../shared/domain/money.ts'
import { rollUp } from '../../../../shared/domain/roll-up.ts'
import type { EstateEntity } from '../../../../shared/ipc/estate.ts'
import { propertyRuns } from '../../../doubles/property-runs.ts'

const usual = fc.integer({ min: 1, max: 10_000_000_000 }).map((cents) => cents / 100)
const anyValue = fc.oneof(
  usual,
  fc.constantFrom(0, -1250.75, 0.005, 1e308, -1e308, 5e-324, 0.1 + 0.2),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const entitiesWith = (value: fc.Arbitrary<number>) =>
  fc
    .array(
      fc.record({
        name: fc.string({ unit: 'grapheme', maxLength: 40 }),
        kind: fc.constantFrom('REVOCABLE_TRUST', 'GRAT_TRUST', 'A_KIND_TO_COME'),
        stage: fc.constantFrom('ACTIVE', 'DRAFT'),
        in_estate_status: fc.constantFrom('in_estate', 'out_of_estate', 'none', 'split_interest'),
        value: fc.option(value, { freq: 5 }),
      }),
      { maxLength: 150 },
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

const width = fc.integer({ min: 240, max: 2000 })
const at = (entities: readonly EstateEntity[], wide: number) => layoutBySize(entities, wide)

describe('the estate by size', () => {
  it('has lanes that tie to the balance sheet to the cent, and every entity once', () => {
    fc.assert(
      fc.property(entitiesWith(anyValue), width, (entities, wide) => {
        const { lanes } = at(entities, wide)
        const sheet = sheetOf(
          rollUp(
            entities.map(({ in_estate_status, kind, value, effective_date }) => ({
              in_estate_status,
              kind,
              entities: 1,
              valued: value === null ? 0 : 1,
              oldest: effective_date,
              newest: effective_date,
              holdings: value === null ? [] : [{ asset_class: null, amount: toDecimal(value), entities: 1 }],
            })),
          ),
        )
        expect(lanes.map(({ status, cents }) => [status, cents])).toEqual(
          sheet.groups.map(({ key, cents }) => [key, cents]),
        )
        expect(lanes.reduce((sum, { cents }) => sum + cents, 0n)).toBe(sheet.cents)
        const ids = lanes.flatMap((lane) => lane.entities.map(({ entity }) => entity.id))
        expect(ids.toSorted()).toEqual(entities.map(({ id }) => id).toSorted())
      }),
      propertyRuns(2000),
    )
  })

  it('gives every positive value an area within 1 % of its share of all lanes, and no area to anything else', () => {
    fc.assert(
      fc.property(entitiesWith(fc.oneof(usual, usual, fc.constantFrom(0, -5))), width, (entities, wide) => {
        const placed = at(entities, wide).lanes.flatMap((lane) => lane.entities)
        const boxes = placed.filter(({ shape }) => shape === 'box')
        const total = boxes.reduce((sum, { entity }) => sum + (entity.value ?? 0), 0)
        const area = boxes.reduce((sum, box) => sum + box.width * box.height, 0)
        for (const box of boxes) {
          const share = (box.entity.value ?? 0) / total
          expect(Math.abs((box.width * box.height) / area - share)).toBeLessThanOrEqual(share * 0.01 + 1e-12)
          expect(box.share).toBeCloseTo(share, 9)
        }
        for (const { entity, shape, share } of placed) {
          if (entity.value === null) expect({ shape, share }).toEqual({ shape: 'hatched', share: null })
          else if (entity.value <= 0) expect({ shape, share }).toEqual({ shape: 'row', share: null })
          else expect(shape).toBe('box')
        }
      }),
      propertyRuns(2000),
    )
  })

  it('keeps everything inside the drawing and inside its lane, apart from each other, whatever the values', () => {
    fc.assert(
      fc.property(entitiesWith(anyValue), width, (entities, wide) => {
        const layout = at(entities, wide)
        for (const lane of layout.lanes) {
          expect(lane.x + lane.width).toBeLessThanOrEqual(wide + 0.01)
          for (const { x, y, width: w, height, named } of lane.entities) {
            for (const place of [{ x, y, width: w, height }, ...(named ? [named] : [])]) {
              expect(Object.values(place).every(Number.isFinite)).toBe(true)
              expect(place.x).toBeGreaterThanOrEqual(lane.x)
              expect(place.x + place.width).toBeLessThanOrEqual(lane.x + lane.width + 0.01)
              expect(place.y + place.height).toBeLessThanOrEqual(lane.y + lane.height + 0.01)
            }
          }
        }
      }),
      propertyRuns(2000),
    )
  })

  it('is the same whatever the order of the entities', () => {
    fc.assert(
      fc.property(entitiesWith(usual), (entities) => {
        expect(at(entities.toReversed(), 900)).toEqual(at(entities, 900))
      }),
      propertyRuns(500),
    )
  })

  it('names a box that is too small in a row below the boxes', () => {
    const entity = (id: string, value: number): EstateEntity => ({
      id,
      name: id,
      kind: 'GRAT_TRUST',
      stage: 'ACTIVE',
      in_estate_status: 'in_estate',
      value,
      effective_date: '2026-01-31',
    })
    const [lane] = at([entity('large', 1_000_000), entity('small', 10)], 900).lanes
    const [large, small] = lane?.entities ?? []
    expect(large).toMatchObject({ named: null })
    expect(small?.named?.y).toBeGreaterThan((large?.y ?? 0) + (large?.height ?? 0))
    expect((small?.width ?? 0) * (small?.height ?? 0) * 100_000).toBeCloseTo(
      (large?.width ?? 0) * (large?.height ?? 0),
      3,
    )
  })
})
