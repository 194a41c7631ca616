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

export const lineKey = (kind: EstateLine['kind'], { from, to, role }: Pair): string =>
  `${kind} ${nodeKey(from)} ${nodeKey(to)}${role === null ? '' : ` ${role}`}`

type Pair = { from: EstateNode; to: EstateNode; role: string | null }

const lineOf = (kind: EstateLine['kind'], { from, to, role }: Pair): EstateLine => ({
  key: lineKey(kind, { from, to, role }),
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
  const between = spaceBetween(layout)
  const used = new Map<string, number>()
  /** Several lines at one place start beside each other. */
  const turn = (key: string) => {
    const before = used.get(key) ?? 0
    used.set(key, before + 1)
    return before
  }
  return lines.flatMap((line, nth) => {
    const [a, b] = [places.get(nodeKey(line.from)), places.get(nodeKey(line.to))]
    if (!a || !b || a === b) return []
    const turns: Turns = [turn(nodeKey(line.from)), turn(nodeKey(line.to))]
    // A line looks the same from both ends, so it is drawn downwards.
    const isUpwards = a.y >= b.y + b.height
    const drawn = isUpwards ? course(b, a, [turns[1], turns[0]], between, nth) : course(a, b, turns, between, nth)
    return [{ ...line, ...drawn }]
  })
}

/** The free space between the people and the lanes, which lines cross and where their roles are written. */
type Between = { people: readonly Rectangle[]; top: number; bottom: number; width: number }

function spaceBetween({ people, lanes, width }: EstateLayout): Between {
  const top = people.reduce((lowest, { y, height }) => Math.max(lowest, y + height), 0)
  return {
    people,
    top,
    bottom: lanes.reduce((highest, { y }) => Math.min(highest, y), Number.POSITIVE_INFINITY),
    width,
  }
}

type Turns = readonly [number, number]

const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`

/** A curve that leaves downward and arrives from above, or between two boxes of one height, over them. */
function course(a: Rectangle, b: Rectangle, [turnA, turnB]: Turns, between: Between, nth: number) {
  const isBelow = b.y >= a.y + a.height
  const end = { x: alongEdge(b, turnB), y: b.y }
  const detour = isBelow ? besideThoseBelow(a, turnA, between) : null
  const start = detour?.start ?? { x: alongEdge(a, turnA), y: isBelow ? a.y + a.height : a.y }
  const from = detour?.after ?? start
  const bend = isBelow ? Math.max(18, Math.abs(end.y - from.y) / 2) : 26
  const curve: Curve = [from, { x: from.x, y: from.y + (isBelow ? bend : -bend) }, { x: end.x, y: end.y - bend }, end]
  const [, first, second] = curve
  return {
    path: `M${at(start)}${detour?.path ?? ''}C${at(first)} ${at(second)} ${at(end)}`,
    ends: [start, end] as [Point, Point],
    middle: pointOf(curve, isBelow ? roleHeight(curve, between, nth) : null),
  }
}

/** Half the space between two rows or columns of people. */
const halfGap = 4

/**
 * The way past the rows of people below: straight down, or through the gap beside a person there. Null in the last row, or if
 * there is no gap.
 */
function besideThoseBelow(place: Rectangle, turn: number, { people, top, width }: Between) {
  const bottom = place.y + place.height
  const isCovered = people.some(({ x, y }) => x === place.x && y >= bottom)
  if (bottom >= top) return null
  if (!isCovered) {
    const start = { x: alongEdge(place, turn), y: bottom }
    const after = { x: start.x, y: top }
    return { start, after, path: `L${at(after)}` }
  }
  const [left, right] = [place.x - halfGap, place.x + place.width + halfGap]
  const isRight = right <= width
  if (!isRight && left < 0) return null
  const x = isRight ? right : left
  const inset = Math.min(place.width / 2, 14 + turn * 12)
  const start = { x: isRight ? place.x + place.width - inset : place.x + inset, y: bottom }
  const after = { x, y: top }
  const below = { x, y: bottom + 2 * halfGap }
  const path = `C${at({ x: start.x, y: bottom + halfGap })} ${at({ x, y: bottom + halfGap })} ${at(below)}L${at(after)}`
  return { start, after, path }
}

type Curve = readonly [Point, Point, Point, Point]

/** The height at which a role is written: in the free space, in two rows by turns; null if the line does not cross it. */
function roleHeight([from, , , end]: Curve, { top, bottom }: Between, nth: number): number | null {
  const y = top + (bottom - top) * (nth % 2 === 0 ? 0.3 : 0.7)
  return from.y <= y && y <= end.y ? y : null
}

/** The point of a curve at a height, or its middle. The curve goes down all the way. */
function pointOf(curve: Curve, y: number | null): Point {
  const along = (t: number, axis: 'x' | 'y') => {
    const [a, b, c, d] = curve
    const rest = 1 - t
    return rest ** 3 * a[axis] + 3 * rest ** 2 * t * b[axis] + 3 * rest * t ** 2 * c[axis] + t ** 3 * d[axis]
  }
  let [low, high] = [0, 1]
  for (let step = 0; y !== null && step < 20; step += 1) {
    const middle = (low + high) / 2
    if (along(middle, 'y') < y) low = middle
    else high = middle
  }
  const t = (low + high) / 2
  return { x: along(t, 'x'), y: along(t, 'y') }
}

/** Around the middle of an edge, then to its right and left in turns. */
function alongEdge({ x, width }: Rectangle, turn: number): number {
  const aside = Math.ceil(turn / 2) * 14 * (turn % 2 === 0 ? -1 : 1)
  const limit = Math.max(0, width / 2 - 8)
  return x + width / 2 + Math.min(limit, Math.max(-limit, aside))
}

const round = (value: number) => Math.round(value * 10) / 10
