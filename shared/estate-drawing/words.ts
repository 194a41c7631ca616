import { statusName } from '../domain/balance-sheet.ts'
import { formatCalendarDate } from '../domain/dates.ts'
import { ageWords } from '../domain/estate-map/card-layout.ts'
import type { PlacedCard } from '../domain/estate-map/placed.ts'
import { roleLabel } from '../domain/estate-map/roles.ts'
import type { PlacedEntity } from '../domain/estate-map/size-layout.ts'
import { figureAge } from '../domain/figure-age.ts'
import type { AmountFormats } from '../domain/money.ts'
import { entityKindNames, entityStageNames, nameOf } from '../domain/names.ts'
import type { LinkPlace } from '../ipc/estate.ts'

/** Where a role comes from. */
export const roleSources = {
  service: 'Both on a document in the service',
  proposal: 'Proposed, not confirmed',
  link: 'Saved on this computer only',
} as const

/** Where a role was found: “Trust agreement, page 14”, and what became of the document since. */
export function placeWords({ document_name, page, state, scan }: LinkPlace): string {
  const how = scan === null ? '' : `; read from a scan${scan === 'unsure' ? ' that is hard to read' : ''}`
  if (state === 'gone') return `page ${page} of a document that is no longer in the offline copy${how}`
  const where = `${document_name ?? 'A document'}, page ${page}${how}`
  return state === 'changed' ? `${where}; its file has changed since` : where
}

/** A share with one decimal place below ten per cent. */
export function percentWords(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return 'under 0.1%'
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`
}

/** The facts of an entity in lines: kind, stage and estate status, value and share, date and age. Without `today`, no age is said. */
export function entityFacts(
  { entity, cents, share }: PlacedEntity,
  today: string | null,
  amounts: AmountFormats,
): string[] {
  const { kind, stage, effective_date, in_estate_status } = entity
  const value = cents === null ? 'No value known' : amounts.exact(cents)
  return [
    `${nameOf(entityKindNames, kind)}, ${nameOf(entityStageNames, stage)}, ${statusName(in_estate_status).toLowerCase()}`,
    share === null ? value : `${value}, ${percentWords(share)} of all positive values`,
    ...(effective_date === null ? [] : [dateWords(effective_date, today)]),
  ]
}

function dateWords(date: string, today: string | null): string {
  if (today === null) return `As of ${formatCalendarDate(date)}`
  const { text } = figureAge(date, today)
  return `As of ${formatCalendarDate(date)} (${ageWords(text)})`
}

/** The facts of a card in lines: kind and stage, value, date and age, and who has which role. Without `today`, no age is said. */
export function cardFacts(
  { figure: { entity, cents }, roles }: PlacedCard,
  today: string | null,
  amounts: AmountFormats,
): string[] {
  const { kind, stage, effective_date: date } = entity
  return [
    `${nameOf(entityKindNames, kind)}, ${nameOf(entityStageNames, stage)}`,
    cents === null ? 'No value known' : amounts.exact(cents),
    ...(cents === null || date === null ? [] : [dateWords(date, today)]),
    ...roles.map((role) => {
      const names = role.holders.map(({ name, isConfirmed }) => (isConfirmed ? name : `${name} (proposed)`))
      return role.holders.length === 0 ? `${role.role} not recorded` : `${roleLabel(role)}: ${names.join(', ')}`
    }),
  ]
}
