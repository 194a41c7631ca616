import type { EstatePerson } from '../../ipc/estate.ts'
import type { FamilyPath } from '../family/family-lines.ts'
import type { AmountFormats } from '../money.ts'
import { wrapText } from './fit-text.ts'
import type { EntityFigure } from './lanes.ts'
import type { EntityRole, RoleHolder } from './roles.ts'

/** A rectangle in pixels, from the top left corner of the drawing. */
export type Rectangle = { x: number; y: number; width: number; height: number }

/** A line of text at its baseline. `x` is the left edge, or the right one if `align` is `end`. */
export type TextLine = {
  text: string
  x: number
  y: number
  size: number
  tone: 'ink' | 'quiet' | 'warn' | 'negative'
  bold?: boolean
  align?: 'end' | 'middle'
  /** Of the whole text that the line is a part of. */
  isReversed?: boolean
}

/** The amount of an entity on the one scale of the picture. `fill`: pixels of the track; null without a known value. */
export type ValueBar = Rectangle & { fill: number | null; isNegative: boolean }

/** The initials of a holder, in a circle of this middle, or a square for an entity. */
export type PlacedHolder = { holder: RoleHolder; x: number; y: number; radius: number }

export type PlacedCard = Rectangle & {
  figure: EntityFigure
  roles: readonly EntityRole[]
  texts: TextLine[]
  /** Null while amounts are hidden. */
  bar: ValueBar | null
  holders: PlacedHolder[]
}

/** One kind of a household with many entities: a line with small bars, which opens to cards. */
export type PlacedKind = Rectangle & {
  key: string
  kind: string
  name: string
  facts: string[]
  texts: TextLine[]
  /** Each entity's bar, from a common ground line; empty while amounts are hidden. */
  bars: (ValueBar & { id: string })[]
  ids: string[]
  isOpen: boolean
  /** The cards below the line while it is open. */
  cards: PlacedCard[]
}

export type PlacedPerson = Rectangle & {
  person: EstatePerson
  initials: string
  facts: string
  texts: TextLine[]
  circle: { x: number; y: number; radius: number }
}

/** People of a large family that are not shown as cards: their initials, and the line that shows them. */
export type PlacedOthers = Rectangle & { holders: PlacedHolder[]; texts: TextLine[]; count: number }

export type PlacedGroup = { texts: TextLine[]; cards: PlacedCard[] }

export type PlacedLane = Rectangle & {
  status: string
  /** Name, sum and count, for the accessible name. */
  name: string
  texts: TextLine[]
  /** The sum, as written. */
  total: TextLine[]
  groups: PlacedGroup[]
  kinds: PlacedKind[]
}

export type StructureLayout = {
  width: number
  height: number
  /** Where the lanes begin. */
  top: number
  people: PlacedPerson[]
  others: PlacedOthers | null
  /** Lines between couples, and from parents to children. */
  family: FamilyPath[]
  /** Texts beside and above the people. */
  texts: TextLine[]
  lanes: PlacedLane[]
  legend: PlacedEntry[]
}

/** An entry of the legend: a sample, and the words beside it. */
export type PlacedEntry = {
  sample: 'confirmed' | 'proposed' | 'unknown' | 'negative' | 'bar'
  x: number
  y: number
  texts: TextLine[]
}

export type StructureOptions = {
  width: number
  /** The width of the lanes, where something is beside them; default: the whole width. */
  laneWidth?: number | undefined
  /** `YYYY-MM-DD`, for ages. */
  today: string
  /** The ages of values are left out. */
  hidesAges?: boolean
  amounts: AmountFormats
  /** No bar is drawn, and no order tells which entity is larger. */
  hidesSizes: boolean
  /** Says which expected roles are not recorded. */
  expectsRoles: boolean
  /** One line for each kind, however few entities there are. */
  asKinds?: boolean
  /** Lanes below each other, however wide the drawing is. */
  isStacked?: boolean
  /** Keys of the open kinds. */
  open: ReadonlySet<string>
  /** Shows every person as a card, however many they are. */
  allPeople: boolean
}

/** A text in as many lines as it needs, the first at the baseline `y`. */
export function lines(text: string, room: number, place: Omit<TextLine, 'text'>, height: number): TextLine[] {
  const { lines: all, isReversed } = wrapText(text, room, place.size, place.bold ?? false)
  return all.map((one, at) => ({ ...place, text: one, y: place.y + at * height, isReversed }))
}

/** A card elsewhere in the drawing. */
export function moveCard(card: PlacedCard, dx: number, dy: number): PlacedCard {
  const move = <Place extends { x: number; y: number }>(place: Place): Place => ({
    ...place,
    x: place.x + dx,
    y: place.y + dy,
  })
  return {
    ...move(card),
    texts: card.texts.map(move),
    bar: card.bar && move(card.bar),
    holders: card.holders.map(move),
  }
}

/** True if two cards look the same, wherever they are. */
export function isSameCard(one: PlacedCard, other: PlacedCard): boolean {
  if (one === other) return true
  const sizes = ({ width, height, bar }: PlacedCard) => [width, height, bar?.fill ?? -1, bar?.width ?? -1]
  const places = (card: PlacedCard) =>
    [...card.texts, ...card.holders, ...(card.bar ? [card.bar] : [])].flatMap(({ x, y }) => [x - card.x, y - card.y])
  const words = ({ texts }: PlacedCard) => texts.flatMap(({ text, tone }) => [text, tone])
  return (
    one.figure.entity === other.figure.entity &&
    one.figure.share === other.figure.share &&
    isSame(sizes(one), sizes(other), near) &&
    isSame(places(one), places(other), near) &&
    isSame(words(one), words(other), (a, b) => a === b) &&
    isSame(one.roles, other.roles, (a, b) => a.role === b.role && isSame(a.holders, b.holders, isSameHolder))
  )
}

const near = (a: number, b: number) => Math.abs(a - b) < 0.01

const isSameHolder = (a: RoleHolder, b: RoleHolder) =>
  a.node.id === b.node.id && a.name === b.name && a.initials === b.initials && a.isConfirmed === b.isConfirmed

function isSame<Value>(
  some: readonly Value[],
  others: readonly Value[],
  same: (a: Value, b: Value) => boolean,
): boolean {
  return some.length === others.length && some.every((one, at) => same(one, others[at] as Value))
}
