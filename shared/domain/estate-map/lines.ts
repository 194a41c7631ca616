import type { EstateMap, EstateNode } from '../../ipc/estate.ts'
import type { EstateLayout, Rectangle } from './layout.ts'

/**
 * A line of the map. `service`: the service records the pair. `proposal`: there is evidence, and the user has not decided.
 * `link`: the user's own note.
 */
export type EstateLine = {
  key: string
  kind: 'service' | 'proposal' | 'link'
  from: EstateNode
  to: EstateNode
  /** The role, where one is known. */
  role: string | null
}

/** The path of a line in SVG syntax, its ends, and its middle. */
export type PlacedLine = EstateLine & { path: string; ends: [Point, Point]; middle: Point }

type Point = { x: number; y: number }

export const nodeKey = ({ resource, id }: EstateNode): string => `${resource}/${id}`

/** The node of a key; null for anything else. */
export function nodeOf(key: string | null | undefined): EstateNode | null {
  const [resource, ...id] = (key ?? '').split('/')
  return resource === 'individuals' || resource === 'entities' ? { resource, id: id.join('/') } : null
}

/** All lines: what the service records, then the user's links, then proposals. A link is a line only if both ends are on the map. */
export function estateLines({
  edges,
  links,
  proposals,
}: Pick<EstateMap, 'edges' | 'links' | 'proposals'>): EstateLine[] {
  return [
    ...edges.map(({ from, to }) => lineOf('service', { from, to, role: null })),
    ...links.map(({ id, from, to, role }) => ({ ...lineOf('link', { from, to, role }), key: `link ${id}` })),
    ...proposals.map((proposal) => lineOf('proposal', proposal)),
  ]
}

type Pair = { from: EstateNode; to: EstateNode; role: string | null }

const lineOf = (kind: EstateLine['kind'], { from, to, role }: Pair): EstateLine => ({
  key: `${kind} ${nodeKey(from)} ${nodeKey(to)}`,
  kind,
  from: { resource: from.resource, id: from.id },
  to: { resource: to.resource, id: to.id },
  role,
})

/** The lines whose ends are both in the layout. */
export function placeLines(lines: readonly EstateLine[], layout: EstateLayout): PlacedLine[] {
  const places = new Map<string, Rectangle>()
  for (const { person, ...place } of layout.people)
    places.set(nodeKey({ resource: 'individuals', id: person.id }), place)
  for (const { entity, named, ...place } of layout.lanes.flatMap((lane) => lane.entities)) {
    places.set(nodeKey({ resource: 'entities', id: entity.id }), named ?? place)
  }
  const used = new Map<string, number>()
  /** Several lines at one place start beside each other. */
  const turn = (key: string) => {
    const before = used.get(key) ?? 0
    used.set(key, before + 1)
    return before
  }
  return lines.flatMap((line) => {
    const [a, b] = [places.get(nodeKey(line.from)), places.get(nodeKey(line.to))]
    if (!a || !b || a === b) return []
    const shifts = [turn(nodeKey(line.from)), turn(nodeKey(line.to))] as const
    return [{ ...line, ...course(a, b, shifts) }]
  })
}

/** A curve that leaves downward and arrives from above, or between two boxes of one height, over them. */
function course(a: Rectangle, b: Rectangle, [turnA, turnB]: readonly [number, number]) {
  const isBelow = b.y >= a.y + a.height
  const isAbove = a.y >= b.y + b.height
  const start = { x: alongEdge(a, turnA), y: isBelow ? a.y + a.height : a.y }
  const end = { x: alongEdge(b, turnB), y: isAbove ? b.y + b.height : b.y }
  const level = !isBelow && !isAbove
  const bend = level ? 26 : Math.max(18, Math.abs(end.y - start.y) / 2)
  const first = { x: start.x, y: start.y + (isBelow ? bend : -bend) }
  const second = { x: end.x, y: end.y + (isAbove ? bend : -bend) }
  const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`
  const halfway = (axis: 'x' | 'y') => (start[axis] + 3 * first[axis] + 3 * second[axis] + end[axis]) / 8
  return {
    path: `M${at(start)}C${at(first)} ${at(second)} ${at(end)}`,
    ends: [start, end] as [Point, Point],
    middle: { x: halfway('x'), y: halfway('y') },
  }
}

/** Around the middle of an edge, then to its right and left in turns. */
function alongEdge({ x, width }: Rectangle, turn: number): number {
  const aside = Math.ceil(turn / 2) * 14 * (turn % 2 === 0 ? -1 : 1)
  const limit = Math.max(0, width / 2 - 8)
  return x + width / 2 + Math.min(limit, Math.max(-limit, aside))
}

const round = (value: number) => Math.round(value * 10) / 10
