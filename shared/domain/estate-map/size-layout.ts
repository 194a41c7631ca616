import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy'
import type { EstateEntity } from '../../ipc/estate.ts'
import { compare, zero } from '../money.ts'
import { byValue, type EstateLane, estateLanes } from './lanes.ts'

/** A rectangle in pixels, from the top left corner of the drawing. */
export type Rectangle = { x: number; y: number; width: number; height: number }

/** `box`: an area in proportion to the value. `hatched`: no valuation. `row`: listed only, because the value is zero or less. */
export type PlacedEntity = Rectangle & {
  entity: EstateEntity
  shape: 'box' | 'hatched' | 'row'
  /** Null without a valuation. */
  cents: bigint | null
  /** The share of all positive values, 0 to 1; null if the value has no area. */
  share: number | null
  /** The row with the name, for a box that is too small for it. */
  named: Rectangle | null
}

export type PlacedLane = Rectangle & {
  status: string
  cents: bigint
  entities: PlacedEntity[]
  headings: { text: string; x: number; y: number }[]
}

export type SizeLayout = { width: number; height: number; lanes: PlacedLane[] }

/** Distances and sizes in pixels. */
export const estateSizes = {
  gap: 12,
  pad: 14,
  header: 34,
  row: 24,
  rowWidth: 230,
  hatched: { width: 176, height: 44 },
  /** The smallest box with a name in it. */
  named: { width: 96, height: 30 },
} as const

const { gap, pad, header } = estateSizes
/** Narrower lanes could not show their header. */
const leastLane = 232

/**
 * The places of a household's entities by size. Boxes have the same scale in all lanes: the area of each is its value's share of all
 * positive values. The same input gives the same layout.
 */
export function layoutBySize(entities: readonly EstateEntity[], width: number): SizeLayout {
  const largest = entities.reduce((most, { value }) => Math.max(most, value ?? 0), 0)
  const lanes = estateLanes(entities).map((lane) => sizeLane(lane, largest))
  const isStacked = width < leastLane * lanes.length + gap * (lanes.length - 1)
  const widths = isStacked ? lanes.map(() => width) : laneWidths(lanes, width)
  const scale = scaleOf(lanes, widths, { width, isStacked })
  const total = sum(lanes.map(weightOf))
  const placed: PlacedLane[] = []
  let x = 0
  let y = 0
  for (const [at, lane] of lanes.entries()) {
    const laneWidth = widths[at] ?? width
    placed.push(placeLane(lane, { x, y, width: laneWidth, scale, total }))
    if (isStacked) y += (placed.at(-1)?.height ?? 0) + gap
    else x += laneWidth + gap
  }
  const height = Math.max(0, ...placed.map((lane) => lane.y + lane.height))
  // Lanes side by side have the same height.
  return { width, height, lanes: isStacked ? placed : placed.map((lane) => ({ ...lane, height })) }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const weightOf = ({ valued }: SizeLane) => sum(valued.map(({ weight }) => weight))

/** Widths in proportion to the values, none below the least; the wider ones give what the narrow ones need. */
function laneWidths(lanes: readonly SizeLane[], width: number): number[] {
  const space = width - gap * (lanes.length - 1)
  const weights = lanes.map(weightOf)
  const narrow = new Set<number>()
  for (;;) {
    const left = space - narrow.size * leastLane
    const total = sum(weights.filter((_, at) => !narrow.has(at)))
    const widths = weights.map((weight, at) => {
      if (narrow.has(at)) return leastLane
      return total > 0 ? (left * weight) / total : left / (lanes.length - narrow.size)
    })
    const tooNarrow = widths.findIndex((each, at) => !narrow.has(at) && each < leastLane)
    if (tooNarrow < 0) return widths
    narrow.add(tooNarrow)
  }
}

type Shape = { width: number; isStacked: boolean }

/** Square pixels per unit of weight, so that no lane's boxes are higher than suits the drawing. */
function scaleOf(lanes: readonly SizeLane[], widths: readonly number[], { width, isStacked }: Shape): number {
  if (isStacked) {
    const total = sum(lanes.map(weightOf))
    return total > 0 ? (Math.max(width, 400) * (width - 2 * pad)) / total : 0
  }
  const highest = Math.min(Math.max(width * 0.36, 280), 420)
  const scales = lanes.flatMap((lane, at) => {
    const weight = weightOf(lane)
    return weight > 0 ? [(highest * ((widths[at] ?? 0) - 2 * pad)) / weight] : []
  })
  return scales.length > 0 ? Math.min(...scales) : 0
}

type LanePlace = { x: number; y: number; width: number; scale: number; total: number }

function placeLane(lane: SizeLane, { x, y, width, scale, total }: LanePlace): PlacedLane {
  const inside = { x: x + pad, width: width - 2 * pad }
  const boxesHeight = (weightOf(lane) * scale) / inside.width
  const boxes = placeBoxes(lane.valued, { ...inside, y: y + header, height: boxesHeight })
  const headings: PlacedLane['headings'] = []
  let bottom = y + header + boxesHeight + (boxes.length > 0 ? pad : 0)
  /** Places items under a heading, below everything before. */
  const section = <Item>(text: string, items: readonly Item[], size: { width: number; height: number }) => {
    if (items.length === 0) return []
    headings.push({ text, x: inside.x, y: bottom })
    const placed = inColumns(items, { ...inside, y: bottom + estateSizes.row, size: columnSize(inside.width, size) })
    bottom = Math.max(...placed.map((place) => place.y + place.height)) + pad
    return placed
  }
  const row = { width: estateSizes.rowWidth, height: estateSizes.row }
  const names = new Map(
    section('Smaller entities', boxes.filter(isTooSmall), row).map(({ item, ...place }) => [item.entity.id, place]),
  )
  const bare = { share: null, named: null }
  return {
    ...{ x, y, width, headings, status: lane.status, cents: lane.cents },
    entities: [
      ...boxes.map(
        (box): PlacedEntity => ({
          ...box,
          shape: 'box',
          share: box.weight / total,
          named: names.get(box.entity.id) ?? null,
        }),
      ),
      ...section('No value known', lane.unvalued, estateSizes.hatched).map(
        ({ item, ...place }): PlacedEntity => ({
          ...{ ...place, ...bare },
          entity: item,
          shape: 'hatched',
          cents: null,
        }),
      ),
      ...section('Zero or less', lane.apart, row).map(
        ({ item, ...place }): PlacedEntity => ({
          ...{ ...place, ...bare, ...item },
          shape: 'row',
        }),
      ),
    ],
    height: bottom - y,
  }
}

const isTooSmall = ({ width, height }: Rectangle) =>
  width < estateSizes.named.width || height < estateSizes.named.height

type Tree = { weight: number; valued?: ValuedEntity; children?: Tree[] }

/** Exact areas: nothing is rounded and no space is left between boxes, so the drawing separates them by a line. */
function placeBoxes(valued: readonly ValuedEntity[], { x, y, width, height }: Rectangle): (ValuedEntity & Rectangle)[] {
  if (valued.length === 0) return []
  const tree: Tree = { weight: 0, children: valued.map((each) => ({ weight: each.weight, valued: each })) }
  const root = hierarchy(tree).sum(({ weight }) => weight)
  const leaves = treemap<Tree>().tile(treemapSquarify.ratio(1.3)).size([width, height]).round(false)(root).leaves()
  return leaves.flatMap(({ x0, y0, x1, y1, data }) =>
    data.valued ? [{ ...data.valued, x: x + x0, y: y + y0, width: x1 - x0, height: y1 - y0 }] : [],
  )
}

const columnSpace = 8

type Columns = { x: number; y: number; width: number; size: { width: number; height: number } }

/** Rows share the whole width, so that names have room; everything else keeps its size, unless there is less space. */
function columnSize(width: number, size: { width: number; height: number }) {
  if (size.height > estateSizes.row || width < size.width) return { ...size, width: Math.min(width, size.width) }
  const columns = Math.floor((width + columnSpace) / (size.width + columnSpace))
  return { ...size, width: (width - (columns - 1) * columnSpace) / columns }
}

/** Items of one size from left to right, then down. */
function inColumns<Item>(items: readonly Item[], { x, y, width, size }: Columns): (Rectangle & { item: Item })[] {
  const columns = Math.max(1, Math.floor((width + columnSpace + 0.01) / (size.width + columnSpace)))
  const down = size.height + (size.height > estateSizes.row ? columnSpace : 0)
  return items.map((item, at) => ({
    item,
    ...size,
    x: x + (at % columns) * (size.width + columnSpace),
    y: y + Math.floor(at / columns) * down,
  }))
}

/** An entity with a positive value; `weight` is its value as a share of the largest one. */
type ValuedEntity = { entity: EstateEntity; cents: bigint; weight: number }

/** A lane by what is drawn of it: only positive values have an area; the others are listed. */
type SizeLane = {
  status: string
  cents: bigint
  /** Largest first. */
  valued: ValuedEntity[]
  /** Without a valuation, by name. */
  unvalued: EstateEntity[]
  /** Zero or less, largest first. */
  apart: { entity: EstateEntity; cents: bigint }[]
}

function sizeLane({ status, cents, kinds }: EstateLane, largest: number): SizeLane {
  const all = kinds.flatMap(({ entities }) => entities).sort(byValue)
  const figures = all.flatMap(({ entity, amount, cents: own }) => {
    if (amount === null || own === null) return []
    const weight = largest === 0 ? 0 : (entity.value ?? 0) / largest
    return [{ entity, cents: own, weight, isPositive: compare(amount, zero) > 0 }]
  })
  return {
    status,
    cents,
    valued: figures.filter(({ isPositive }) => isPositive),
    apart: figures.filter(({ isPositive }) => !isPositive),
    unvalued: all.filter(({ amount }) => amount === null).map(({ entity }) => entity),
  }
}
