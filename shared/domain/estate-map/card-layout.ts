import { formatCount } from '../counts.ts'
import { figureAge } from '../figure-age.ts'
import { entityKindNames, entityStageNames, nameOf } from '../names.ts'
import { textWidth } from './fit-text.ts'
import type { EntityFigure } from './lanes.ts'
import {
  lines,
  type PlacedCard,
  type PlacedHolder,
  type Rectangle,
  type StructureOptions,
  type TextLine,
} from './placed.ts'
import { type EntityRole, roleLabel } from './roles.ts'

/** The texts and figures of a card. */
export type CardContext = StructureOptions & { rolesOf(id: string): readonly EntityRole[] }

const cardPad = 12
const nameLine = 17
const kindLine = 15
const barHeight = 5

/** Kind, and the stage of what is not active yet or any more. */
export const kindWords = ({ kind, stage }: { kind: string; stage: string }): string =>
  stage === 'ACTIVE'
    ? nameOf(entityKindNames, kind)
    : `${nameOf(entityKindNames, kind)} · ${nameOf(entityStageNames, stage)}`

/** `7 weeks old`, as everywhere beside a figure. */
export const ageWords = (text: string): string => (/^\d/.test(text) ? `${text} old` : text)

/** The heights of a card's three parts, and the card once its row is known. */
export function measureCard(figure: EntityFigure, width: number, context: CardContext) {
  const { entity, cents, share } = figure
  const room = width - 2 * cardPad
  const names = lines(entity.name || entity.id, room, { x: 0, y: 0, size: 13, bold: true, tone: 'ink' }, nameLine)
  const kinds = lines(kindWords(entity), room, { x: 0, y: 0, size: 11.5, tone: 'quiet' }, kindLine)
  const head = 10 + names.length * nameLine + kinds.length * kindLine
  const date = cents === null || context.hidesAges ? null : entity.effective_date
  const age = date === null ? null : figureAge(date, context.today)
  const ageText = age === null ? '' : ageWords(age.text)
  const value = cents === null ? 'No value known' : context.amounts.shown(cents)
  const valueSize = cents === null ? 12 : 15
  const amounts = lines(
    value,
    room,
    {
      ...{ x: 0, y: 0, size: valueSize, bold: cents !== null },
      tone: cents === null ? 'quiet' : cents < 0n && !context.hidesSizes ? 'negative' : 'ink',
    },
    20,
  )
  const ageWidth = textWidth(ageText, 11, age?.old ?? false)
  const isBeside = textWidth(value, valueSize, cents !== null) + ageWidth + 8 <= room
  const ages = lines(
    ageText,
    room,
    { x: 0, y: 0, size: 11, tone: age?.old ? 'warn' : 'quiet', bold: age?.old ?? false },
    kindLine,
  )
  const amountHeight = 6 + amounts.length * 20 + (isBeside ? 0 : ages.length * kindLine)
  const chips = placeRoles(context.rolesOf(entity.id), room)
  return {
    head,
    value: amountHeight,
    foot: (context.hidesSizes ? 4 : barHeight + 12) + chips.height + 9,
    place(place: Rectangle, row: { head: number; value: number }): PlacedCard {
      const left = place.x + cardPad
      const at = (all: readonly TextLine[], y: number) =>
        all.map((one) => ({
          ...one,
          x: one.align === 'end' ? place.x + place.width - cardPad : one.x + left,
          y: one.y + y,
        }))
      const amountY = place.y + row.head + row.value - amountHeight + 6 + 15
      const barY = place.y + row.head + row.value + 5
      const chipsY = context.hidesSizes ? place.y + row.head + row.value + 4 : barY + barHeight + 7
      return {
        ...place,
        figure,
        roles: context.rolesOf(entity.id),
        texts: [
          ...at(names, place.y + 10 + 13),
          ...at(kinds, place.y + 10 + names.length * nameLine + 12),
          ...at(amounts, amountY),
          ...(isBeside && ageText !== ''
            ? at(
                ages.map((one) => ({ ...one, align: 'end' as const })),
                amountY,
              )
            : at(ages, amountY + (amounts.length - 1) * 20 + kindLine)),
          ...at(chips.texts, chipsY),
        ],
        bar: context.hidesSizes
          ? null
          : { ...barOf(figure, room), x: left, y: barY, width: room, height: barHeight, isNegative: share < 0 },
        holders: chips.holders.map((one) => ({ ...one, x: one.x + left, y: one.y + chipsY })),
      }
    },
  }
}

/** A value that is not zero is never invisible, but within one per cent of the scale. */
const leastFill = 0.005

export function barOf({ cents, share }: EntityFigure, room: number): { fill: number | null } {
  if (cents === null) return { fill: null }
  return { fill: cents === 0n ? 0 : room * Math.max(leastFill, Math.abs(share)) }
}

const holderRadius = 10
const roleLine = 24
/** Further holders of one role are a number. */
const mostHolders = 12

/** Labels with the initials behind them, in as many lines as they need. Places are from the upper left corner. */
function placeRoles(roles: readonly EntityRole[], room: number) {
  const texts: TextLine[] = []
  const holders: PlacedHolder[] = []
  let x = 0
  let y = 0
  const next = () => {
    x = 0
    y += roleLine
  }
  const word = (text: string, tone: TextLine['tone']) => {
    const width = textWidth(text, 11, false)
    if (x > 0 && x + width > room) next()
    const all = lines(text, room, { x, y: y + 15, size: 11, tone }, kindLine)
    texts.push(...all)
    y += (all.length - 1) * kindLine
    x += Math.min(width, room) + 4
  }
  for (const one of roles) {
    const shown = one.holders.slice(0, mostHolders)
    const label = roleLabel(one)
    const first = one.holders.length === 0 ? textWidth('not recorded', 11, false) : holderRadius * 2
    // A label is not parted from what follows it.
    if (x > 0 && x + textWidth(label, 11, false) + 4 + first > room) next()
    word(label, 'quiet')
    if (one.holders.length === 0) word('not recorded', 'warn')
    for (const holder of shown) {
      if (x > 0 && x + holderRadius * 2 > room) next()
      holders.push({ holder, x: x + holderRadius, y: y + 11, radius: holderRadius })
      x += holderRadius * 2 + 3
    }
    const more = one.holders.length - shown.length
    if (more > 0) word(`+${formatCount(more)}`, 'quiet')
    x += 8
  }
  return { texts, holders, height: roles.length === 0 ? 0 : y + roleLine }
}
