import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { estateSizes, layoutEstate } from '../../../../shared/domain/estate-map/layout.ts'
import { estateLines, type PlacedLine, placeLines } from '../../../../shared/domain/estate-map/lines.ts'
import type { EstateNode } from '../../../../shared/ipc/estate.ts'
import { propertyRuns } from '../../../doubles/property-runs.ts'

type Point = readonly [number, number]

/** Points along a path of `M`, `C` and `L` with absolute coordinates. */
function pointsOf(path: string): Point[] {
  const points: Point[] = []
  let last: Point = [0, 0]
  for (const [, command = '', numbers = ''] of path.matchAll(/([MCL])([^MCL]*)/g)) {
    const found = numbers.trim().split(' ').map(Number)
    const [x = 0, y = 0, x2 = x, y2 = y, x3 = x2, y3 = y2] = found
    for (let t = 0.02; command !== 'M' && t <= 1; t += 0.02) {
      const r = 1 - t
      const mix = (a: number, b: number, c: number, d: number) =>
        command === 'L' ? r * a + t * b : r ** 3 * a + 3 * r ** 2 * t * b + 3 * r * t ** 2 * c + t ** 3 * d
      points.push([mix(last[0], x, x2, x3), mix(last[1], y, y2, y3)])
    }
    last = [x3, y3]
  }
  return points
}

const person = (at: number) => ({
  id: `p-${at}`,
  name: `Person ${at}`,
  is_primary: false,
  is_deceased: false,
  may_be: [],
})
const entity = (at: number) => ({
  ...{ id: `e-${at}`, name: `Entity ${at}`, kind: 'LLC', stage: 'ACTIVE', in_estate_status: 'in_estate' },
  ...{ value: 1000 * (at + 1), effective_date: '2026-01-01' },
})
const node = (resource: EstateNode['resource'], id: string): EstateNode => ({ resource, id })

const maps = fc.record({
  people: fc.integer({ min: 1, max: 14 }),
  entities: fc.integer({ min: 1, max: 8 }),
  width: fc.integer({ min: 440, max: 1200 }),
  pairs: fc.array(fc.tuple(fc.nat(13), fc.nat(7), fc.boolean()), { maxLength: 20 }),
})

it('crosses no person, and writes a role between the people and the lanes', () => {
  fc.assert(
    fc.property(maps, ({ people: count, entities: boxes, width, pairs }) => {
      const people = Array.from({ length: count }, (_, at) => person(at))
      const entities = Array.from({ length: boxes }, (_, at) => entity(at))
      const proposals = pairs.map(([p, e, fromEntity]) => {
        const [a, b] = [node('individuals', `p-${p % count}`), node('entities', `e-${e % boxes}`)]
        return { from: fromEntity ? b : a, to: fromEntity ? a : b, role: 'Trustee', alike: [], evidence: [] }
      })
      const linked = new Set(proposals.flatMap(({ from, to }) => [from.id, to.id]))
      const layout = layoutEstate({ entities, people, linked, width })
      const placed: PlacedLine[] = placeLines(estateLines({ edges: [], links: [], proposals }), layout)
      expect(placed).toHaveLength(proposals.length)
      const bottom = Math.max(...layout.people.map(({ y, height }) => y + height))
      const top = Math.min(...layout.lanes.map(({ y }) => y))
      for (const { path, middle } of placed) {
        const crossed = pointsOf(path).filter(([x, y]) =>
          layout.people.some(
            (box) => x > box.x + 1 && x < box.x + box.width - 1 && y > box.y + 1 && y < box.y + box.height - 1,
          ),
        )
        expect(crossed).toEqual([])
        expect(middle.y).toBeGreaterThan(bottom)
        expect(middle.y).toBeLessThan(top)
      }
    }),
    propertyRuns(300),
  )
})

type Drawn = { people: number; entities: number; width: number; pairs: (readonly [number, number, ...unknown[]])[] }

/** Draws lines from people down to entities; each must begin and end at the edges of its boxes, and use the gap beside its person. */
function expectAtEdges({ people: count, entities: boxes, width, pairs }: Drawn): PlacedLine[] {
  const people = Array.from({ length: count }, (_, at) => person(at))
  const entities = Array.from({ length: boxes }, (_, at) => entity(at))
  const proposals = pairs.map(([p, e]) => ({
    from: node('individuals', `p-${p % count}`),
    to: node('entities', `e-${e % boxes}`),
    ...{ role: 'Trustee', alike: [], evidence: [] },
  }))
  const linked = new Set(people.map(({ id }) => id))
  const layout = layoutEstate({ entities, people, linked, width })
  const placed = placeLines(estateLines({ edges: [], links: [], proposals }), layout)
  for (const { from, to, ends, path } of placed) {
    const [start, end] = ends
    const upper = layout.people.find((each) => each.person.id === from.id)
    const lower = layout.lanes.flatMap((lane) => lane.entities).find((each) => each.entity.id === to.id)
    const box = lower?.named ?? lower
    if (!upper || !box) throw new Error('A line has an end that is not drawn.')
    expect(start.y).toBe(upper.y + upper.height)
    expect(start.x).toBeGreaterThanOrEqual(upper.x)
    expect(start.x).toBeLessThanOrEqual(upper.x + upper.width)
    expect(end.y).toBe(box.y)
    expect(end.x).toBeGreaterThanOrEqual(box.x)
    expect(end.x).toBeLessThanOrEqual(box.x + box.width)
    const gap = /^M[^C]*C[^L]* ([\d.-]+) [\d.-]+L/.exec(path)?.[1]
    if (gap !== undefined) expect(Math.abs(Number(gap) - start.x)).toBeLessThanOrEqual(upper.width / 2 + 4.1)
  }
  return placed
}

it('begins and ends at an edge of its two boxes, and passes the people below by the nearer gap', () => {
  fc.assert(
    fc.property(maps, (map) => void expectAtEdges(map)),
    propertyRuns(300),
  )
})

it('stays within its two boxes however many lines they have', () => {
  const pairs = Array.from({ length: 60 }, () => [0, 0] as const)
  expect(expectAtEdges({ people: 1, entities: 1, width: 440, pairs })).toHaveLength(60)
})

it('passes on the left of a person at the right edge', () => {
  const width = 2 * estateSizes.person.width + 8
  const [line] = expectAtEdges({ people: 4, entities: 1, width, pairs: [[1, 0]] })
  expect(line?.path).toMatch(/^M[^C]*C[^L]*L/)
})

it('writes the role of a line on the line, beside neither of its ends', () => {
  fc.assert(
    fc.property(maps, ({ width, pairs }) => {
      const people = Array.from({ length: 4 }, (_, at) => person(at))
      const entities = Array.from({ length: 4 }, (_, at) => entity(at))
      const proposals = pairs.map(([p, e]) => ({
        from: node('individuals', `p-${p % 4}`),
        to: node('entities', `e-${e % 4}`),
        ...{ role: 'Trustee', alike: [], evidence: [] },
      }))
      const layout = layoutEstate({ entities, people, linked: new Set(), width })
      for (const { path, middle } of placeLines(estateLines({ edges: [], links: [], proposals }), layout)) {
        const points = pointsOf(path)
        const far = ([x, y]: Point) => Math.hypot(x - middle.x, y - middle.y)
        const steps = points
          .slice(1)
          .map(([x, y], at) => Math.hypot(x - (points[at]?.[0] ?? x), y - (points[at]?.[1] ?? y)))
        expect(Math.min(...points.map(far))).toBeLessThan(1 + Math.max(...steps))
      }
    }),
    propertyRuns(100),
  )
})
