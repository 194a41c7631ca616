import type { EstateMap } from '../../ipc/estate.ts'
import { formatCount } from '../counts.ts'
import { figureAge } from '../figure-age.ts'
import { barOf, type CardContext, measureCard } from './card-layout.ts'
import { textWidth } from './fit-text.ts'
import { byName, type EntityFigure, type EstateLane, estateLanes, kindFamilies, kindFamily } from './lanes.ts'
import { placePeople } from './people-layout.ts'
import {
  lines,
  type PlacedCard,
  type PlacedEntry,
  type PlacedGroup,
  type PlacedKind,
  type PlacedLane,
  type StructureLayout,
  type StructureOptions,
  type TextLine,
} from './placed.ts'
import { rolesOfEntities } from './roles.ts'
import { kindsName, laneName } from './structure-words.ts'

/** From this number of entities on, each kind is one line. */
export const manyEntities = 30
const gap = 16
const pad = 14
const cardGap = 10
/** An amount with cents and the age of its figure fit beside each other in this width. */
const leastCard = 216
const mostCard = 340
/** Kinds stand beside each other from this width on. */
const leastRow = 300
const roomyRow = 400

/** The places of a household's people and entities. The same input gives the same layout. */
export function layoutStructure(map: EstateMap, options: StructureOptions): StructureLayout {
  const strip = placePeople(map, options)
  const roles = rolesOfEntities(map, options.expectsRoles)
  const order = (figures: readonly EntityFigure[]) => (options.hidesSizes ? figures.toSorted(byName) : figures)
  const lanes = estateLanes(map.entities).map((lane) => ({
    ...lane,
    kinds: lane.kinds.map((kind) => ({ ...kind, entities: [...order(kind.entities)] })),
  }))
  const context: CardContext = { ...options, rolesOf: (id) => roles.get(id) ?? [] }
  const isLarge = options.asKinds === true || map.entities.length >= manyEntities
  const laneWidth = options.laneWidth ?? options.width
  const mustStack = options.isStacked === true
  const plan = isLarge ? planRows(lanes, laneWidth, mustStack) : planCards(lanes, laneWidth, mustStack)
  const top = strip.height === 0 ? 0 : strip.height + gap
  const placed: PlacedLane[] = []
  let x = 0
  let y = top
  for (const [at, lane] of lanes.entries()) {
    const width = plan.widths[at] ?? laneWidth
    const place = { x, y, width, columns: plan.columns[at] ?? 1, card: plan.card }
    placed.push(isLarge ? placeRows(lane, place, context) : placeCards(lane, place, context))
    if (plan.isStacked) y += (placed.at(-1)?.height ?? 0) + gap
    else x += width + gap
  }
  const bottom = Math.max(strip.height, ...placed.map((lane) => lane.y + lane.height))
  // Lanes side by side have the same height.
  const level = plan.isStacked ? placed : placed.map((lane) => ({ ...lane, height: bottom - lane.y }))
  const legend = placeLegend(level, {
    width: options.width,
    y: bottom,
    amounts: options.amounts,
    largest: largestOf(lanes),
  })
  return {
    width: options.width,
    height: legend.bottom,
    top,
    ...{ people: strip.people, others: strip.others, texts: strip.texts, family: strip.family },
    lanes: level,
    legend: legend.entries,
  }
}

type Plan = { isStacked: boolean; columns: number[]; widths: number[]; card: number }

/** Groups of a lane in the order of the families; within one, the largest value comes first whatever its kind. */
function groupsOf({ kinds }: EstateLane) {
  return kindFamilies.flatMap((family) => {
    const own = kinds.filter(({ kind }) => kindFamily(kind) === family)
    return own.length === 0 ? [] : [{ family, kinds: own, entities: own.flatMap(({ entities }) => entities) }]
  })
}

/** Lanes beside each other, with columns for each so that the highest lane is as low as possible; or one below the other. */
function planCards(lanes: readonly EstateLane[], width: number, mustStack: boolean): Plan {
  const sizes = lanes.map((lane) => groupsOf(lane).map(({ entities }) => entities.length))
  const most = sizes.map((groups) => Math.max(...groups))
  const cardWidth = (columns: number, beside: number) =>
    (width - beside * 2 * pad - (beside - 1) * gap - (columns - beside) * cardGap) / columns
  const fitting = Math.floor(
    (width - lanes.length * 2 * pad - (lanes.length - 1) * gap + lanes.length * cardGap) / (leastCard + cardGap),
  )
  if (mustStack || lanes.length === 0 || lanes.length > 3 || fitting < lanes.length) {
    const columns = Math.max(
      1,
      Math.min(Math.floor((width - 2 * pad + cardGap) / (leastCard + cardGap)), ...[Math.max(1, ...most)]),
    )
    const card = Math.min(mostCard, cardWidth(columns, 1))
    return { isStacked: true, columns: lanes.map(() => columns), widths: lanes.map(() => width), card }
  }
  const columns = bestColumns(
    sizes,
    Math.min(
      fitting,
      most.reduce((sum, one) => sum + one, 0),
    ),
  )
  const total = columns.reduce((sum, one) => sum + one, 0)
  const share = cardWidth(total, lanes.length)
  return {
    isStacked: false,
    columns,
    widths: columns.map((own) => own * share + (own - 1) * cardGap + 2 * pad),
    card: Math.min(mostCard, share),
  }
}

/** The columns of each lane: together at most `all`, with the fewest rows in the highest lane, and then in all of them. */
function bestColumns(sizes: readonly number[][], all: number): number[] {
  const rows = (groups: readonly number[], columns: number) =>
    groups.reduce((sum, count) => sum + Math.ceil(count / columns) + 0.3, 0)
  let best = sizes.map(() => 1)
  let least = Number.POSITIVE_INFINITY
  const go = (chosen: number[]): void => {
    const left = all - chosen.reduce((sum, one) => sum + one, 0) - (sizes.length - chosen.length)
    if (chosen.length < sizes.length) {
      for (let one = 1; one <= left + 1; one += 1) go([...chosen, one])
      return
    }
    const heights = sizes.map((groups, at) => rows(groups, chosen[at] ?? 1))
    const sum = heights.reduce((total, one) => total + one, 0)
    const columns = chosen.reduce((total, one) => total + one, 0)
    const cost = Math.max(...heights) * 1000 + sum * 10 + columns
    if (cost < least) [best, least] = [chosen, cost]
  }
  go([])
  return best
}

/** Kinds as lines: lanes of one width, which stand below each other where the lines would be too short. */
function planRows(lanes: readonly EstateLane[], width: number, mustStack: boolean): Plan {
  const beside = (width - (lanes.length - 1) * gap) / lanes.length
  const isStacked = mustStack || beside < leastRow
  const own = isStacked ? width : beside
  const columns = Math.max(1, Math.floor((own - 2 * pad + cardGap) / (leastCard + cardGap)))
  const card = Math.min(mostCard, (own - 2 * pad - (columns - 1) * cardGap) / columns)
  return { isStacked, columns: lanes.map(() => columns), widths: lanes.map(() => own), card }
}

type LanePlace = { x: number; y: number; width: number; columns: number; card: number }

/** Name and sum of a lane; the sum has a line of its own if both do not fit in one. */
function laneHead(lane: EstateLane, { x, y, width }: LanePlace, { amounts, hidesSizes }: CardContext) {
  const room = width - 2 * pad
  const count = lane.kinds.reduce((sum, { entities }) => sum + entities.length, 0)
  const total = lane.valued === 0 ? 'No value known' : amounts.shown(lane.cents)
  const entities = `${formatCount(count)} ${count === 1 ? 'entity' : 'entities'}`
  const title = laneName(lane.status)
  const tone = !hidesSizes && lane.valued > 0 && lane.cents < 0n ? ('negative' as const) : ('ink' as const)
  const fitsBeside = textWidth(title, 13, true) + textWidth(total, 13, true) + 16 <= room
  const names = lines(title, room, { x: x + pad, y: y + 24, size: 13, bold: true, tone: 'ink' }, 17)
  const bottom = y + 24 + (names.length - 1) * 17
  const sum: TextLine[] = fitsBeside
    ? [{ text: total, x: x + width - pad, y: y + 24, size: 13, bold: true, tone, align: 'end' }]
    : lines(total, room, { x: x + pad, y: bottom + 18, size: 13, bold: true, tone }, 17)
  return {
    texts: names,
    total: sum,
    name: `${title}, ${total}, ${entities}`,
    bottom: Math.max(bottom, sum.at(-1)?.y ?? 0) + 8,
  }
}

function placeCards(lane: EstateLane, place: LanePlace, context: CardContext): PlacedLane {
  const head = laneHead(lane, place, context)
  const left = place.x + pad
  let y = head.bottom
  const groups = groupsOf(lane).map(({ family, kinds, entities }): PlacedGroup => {
    const valued = kinds.reduce((sum, one) => sum + one.valued, 0)
    const cents = kinds.reduce((sum, one) => sum + one.cents, 0n)
    const title = valued === 0 ? family : `${family} · ${context.amounts.shown(cents)}`
    const texts = lines(title, place.width - 2 * pad, { x: left, y: y + 15, size: 11.5, tone: 'quiet' }, 15)
    const sorted = context.hidesSizes ? entities.toSorted(byName) : entities.toSorted(largestFirst)
    const grid = cardGrid(sorted, { ...place, x: left, y: (texts.at(-1)?.y ?? y) + 12 }, context)
    y = grid.bottom + 6
    return { texts, cards: grid.cards }
  })
  return { ...placeOf(place), status: lane.status, ...head, groups, kinds: [], height: y + pad - 6 - place.y }
}

const largestFirst = (a: EntityFigure, b: EntityFigure) =>
  Number(a.amount === null) - Number(b.amount === null) || b.share - a.share || byName(a, b)

const placeOf = ({ x, y, width }: LanePlace) => ({ x, y, width })

/** Cards of one width from left to right, then down; those of a row have one height, and their amounts one line. */
function cardGrid(figures: readonly EntityFigure[], { x, y, columns, card }: LanePlace, context: CardContext) {
  const cards: PlacedCard[] = []
  let top = y
  for (let from = 0; from < figures.length; from += columns) {
    const row = figures.slice(from, from + columns).map((figure) => measureCard(figure, card, context))
    const head = Math.max(...row.map((one) => one.head))
    const value = Math.max(...row.map((one) => one.value))
    const foot = Math.max(...row.map((one) => one.foot))
    const height = head + value + foot
    for (const [at, one] of row.entries()) {
      cards.push(one.place({ x: x + at * (card + cardGap), y: top, width: card, height }, { head, value }))
    }
    top += height + cardGap
  }
  return { cards, bottom: figures.length === 0 ? y : top - cardGap + 8 }
}

const nameLine = 17
const rowName = 176
const rowAmount = 132
const rowHeight = 58
const smallBars = 34

function placeRows(lane: EstateLane, place: LanePlace, context: CardContext): PlacedLane {
  const head = laneHead(lane, place, context)
  const kinds: PlacedKind[] = []
  let y = head.bottom
  const all = groupsOf(lane).flatMap((group) => group.kinds)
  const columns = Math.max(1, Math.min(3, Math.floor((place.width - 2 * pad) / roomyRow)))
  const width = (place.width - 2 * pad - (columns - 1) * gap) / columns + 2 * pad
  for (let from = 0; from < all.length; from += columns) {
    const row = all.slice(from, from + columns)
    const x = (at: number) => place.x + at * (width - 2 * pad + gap)
    const measured = row.map((kind, at) =>
      placeKind(kind, { ...place, x: x(at), y, width }, { ...context, status: lane.status }),
    )
    const height = Math.max(...measured.map((one) => one.height))
    y += height
    for (const [at, one] of measured.entries()) {
      const grid = one.isOpen
        ? cardGrid(row[at]?.entities ?? [], { ...place, x: place.x + pad, y: y + 2 }, context)
        : null
      kinds.push({ ...one, height, cards: grid?.cards ?? [] })
      if (grid) y = grid.bottom + 4
    }
  }
  return { ...placeOf(place), status: lane.status, ...head, groups: [], kinds, height: y + 8 - place.y }
}

type Kind = EstateLane['kinds'][number]

/** A kind's line. In a narrow lane the bars stand below the name and the sum. */
function placeKind(
  kind: Kind,
  { x, y, width }: LanePlace,
  context: CardContext & { status: string },
): Omit<PlacedKind, 'cards'> {
  const left = x + pad
  const room = width - 2 * pad
  const key = `${context.status} ${kind.kind}`
  const isOpen = context.open.has(key)
  const missing = kind.entities.length - kind.valued
  const name = kindsName(kind.kind, kind.entities.length)
  const counted = `${formatCount(kind.entities.length)} ${kind.entities.length === 1 ? 'entity' : 'entities'}`
  const isPartlyKnown = missing > 0 && kind.valued > 0
  const count = isPartlyKnown ? `${counted} · ${formatCount(missing)} without a known value` : counted
  const sum = kind.valued === 0 ? 'No value known' : context.amounts.shown(kind.cents)
  const hasAge = kind.valued > 0 && !context.hidesAges
  const age = kind.oldest === null || !hasAge ? null : figureAge(kind.oldest, context.today)
  const oldest = age === null ? '' : `oldest ${age.text}`
  const isWide = room >= rowName + rowAmount + 140
  const nameRoom = (isWide ? rowName : room - rowAmount) - 16
  const names = lines(name, nameRoom, { x: left + 16, y: y + 21, size: 13, bold: true, tone: 'ink' }, nameLine)
  const counts = lines(count, nameRoom, { x: left + 16, y: (names.at(-1)?.y ?? y) + 16, size: 11, tone: 'quiet' }, 14)
  const end = { x: left + room, align: 'end' } as const
  const sums = lines(
    sum,
    rowAmount - 6,
    {
      ...end,
      y: y + 21,
      size: 13,
      bold: true,
      tone: !context.hidesSizes && kind.valued > 0 && kind.cents < 0n ? 'negative' : 'ink',
    },
    nameLine,
  )
  const ages = lines(
    oldest,
    rowAmount - 6,
    { ...end, y: (sums.at(-1)?.y ?? y) + 16, size: 11, tone: age?.old ? 'warn' : 'quiet', bold: age?.old ?? false },
    14,
  )
  const textBottom = Math.max(counts.at(-1)?.y ?? 0, ages.at(-1)?.y ?? 0, sums.at(-1)?.y ?? 0) + 10
  const barsPlace = isWide
    ? {
        x: left + rowName + 8,
        width: room - rowName - rowAmount - 16,
        bottom: Math.max(textBottom, y + rowHeight) - 10,
      }
    : { x: left + 16, width: room - 16, bottom: textBottom + smallBars + 4 }
  const height =
    (context.hidesSizes
      ? Math.max(textBottom, y + rowHeight)
      : Math.max(barsPlace.bottom + 10, textBottom, y + rowHeight)) - y
  return {
    ...{ x, y, width, height, key, name, isOpen, kind: kind.kind },
    facts: [count, sum, oldest].filter((fact) => fact !== ''),
    ids: kind.entities.map(({ entity }) => entity.id),
    texts: [...names, ...counts, ...sums, ...ages],
    bars: context.hidesSizes ? [] : smallBarsOf(kind.entities, barsPlace),
  }
}

/** Bars beside each other on a common ground line, each as high as its value on the scale of the picture. */
function smallBarsOf(
  figures: readonly EntityFigure[],
  place: { x: number; width: number; bottom: number },
): PlacedKind['bars'] {
  const step = Math.min(14, place.width / figures.length)
  const width = Math.max(0.5, step - Math.min(3, step * 0.25))
  return figures.map((figure, at) => ({
    ...{ id: figure.entity.id, x: place.x + at * step, y: place.bottom - smallBars, width, height: smallBars },
    ...barOf(figure, smallBars),
    isNegative: figure.share < 0,
  }))
}

/** The value that fills the whole track: the largest absolute one. */
const largestOf = (lanes: readonly EstateLane[]): bigint =>
  lanes
    .flatMap(({ kinds }) => kinds.flatMap(({ entities }) => entities.map(({ cents }) => cents ?? 0n)))
    .reduce((most, cents) => (cents > most ? cents : -cents > most ? -cents : most), 0n)

type LegendPlace = Pick<StructureOptions, 'width' | 'amounts'> & { y: number; largest: bigint }

/** Says what is drawn, in as many lines as it needs, and nothing else. */
function placeLegend(lanes: readonly PlacedLane[], { width, y, amounts, largest }: LegendPlace) {
  const kinds = lanes.flatMap((lane) => lane.kinds)
  const cards = [...lanes.flatMap(({ groups }) => groups), ...kinds].flatMap((group) => group.cards)
  const holders = cards.flatMap((card) => card.holders)
  const bars = [...cards.flatMap(({ bar }) => (bar ? [bar] : [])), ...kinds.flatMap((kind) => kind.bars)]
  const one = kinds.length > 0 ? 'One bar is one entity. ' : ''
  const words: readonly (readonly [PlacedEntry['sample'], string, boolean])[] = [
    ['confirmed', 'Noted or confirmed role', holders.some(({ holder }) => holder.isConfirmed)],
    ['proposed', 'Role proposed from a document', holders.some(({ holder }) => !holder.isConfirmed)],
    [
      'bar',
      `${one}Full bar: the largest entity, ${amounts.shown(largest)}`,
      bars.some(({ fill }) => fill !== null && fill > 0),
    ],
    ['negative', 'Negative value', bars.some(({ isNegative }) => isNegative)],
    ['unknown', 'No value known', bars.some(({ fill }) => fill === null)],
  ]
  const entries: PlacedEntry[] = []
  let x = 0
  let base = y + 22
  for (const [sample, text] of words.filter(([, , isDrawn]) => isDrawn)) {
    const needed = textWidth(text, 11, false) + 30
    if (x > 0 && x + needed > width) {
      x = 0
      base += 22
    }
    const texts = lines(text, width - 30, { x: x + 28, y: base, size: 11, tone: 'quiet' }, 15)
    entries.push({ sample, x, y: base - 4, texts })
    base = texts.at(-1)?.y ?? base
    x += needed + 18
  }
  return { entries, bottom: entries.length === 0 ? y : base + 10 }
}
