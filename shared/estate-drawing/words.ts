import { statusName } from '../domain/balance-sheet.ts'
import { formatCalendarDate } from '../domain/dates.ts'
import type { PlacedEntity } from '../domain/estate-map/layout.ts'
import type { EstateLine } from '../domain/estate-map/lines.ts'
import { figureAge } from '../domain/figure-age.ts'
import type { AmountFormats } from '../domain/money.ts'
import { entityKindNames, entityStageNames, nameOf } from '../domain/names.ts'
import type { EstateEvidence, EstatePerson } from '../ipc/estate.ts'

/** The label of each kind of line. */
export const lineKindNames: Readonly<Record<EstateLine['kind'], string>> = {
  service: 'Both on a document in the service',
  proposal: 'Proposed, not confirmed',
  link: 'Saved on this computer only',
}

/** Primary, then the roles that the service allows. */
export function personRoles({ is_primary, is_deceased, may_be }: EstatePerson): string {
  const words = [...(is_primary ? ['primary'] : []), ...may_be, ...(is_deceased ? ['deceased'] : [])].join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A share with one decimal place below ten per cent. */
export function percentWords(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return 'under 0.1%'
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`
}

/** The facts of an entity in lines: kind, stage and estate status, value and share, date and age. */
export function entityFacts({ entity, cents, share }: PlacedEntity, today: string, amounts: AmountFormats): string[] {
  const { kind, stage, effective_date, in_estate_status } = entity
  const value = cents === null ? 'No value known' : amounts.exact(cents)
  return [
    `${nameOf(entityKindNames, kind)}, ${nameOf(entityStageNames, stage)}, ${statusName(in_estate_status).toLowerCase()}`,
    share === null ? value : `${value}, ${percentWords(share)} of all positive values`,
    ...(effective_date === null ? [] : [dateWords(effective_date, today)]),
  ]
}

function dateWords(date: string, today: string): string {
  const { text } = figureAge(date, today)
  return `As of ${formatCalendarDate(date)} (${/^\d/.test(text) ? `${text} old` : text})`
}

/** Why a link is proposed. */
export function evidenceWords(evidence: EstateEvidence): string {
  if (evidence.kind === 'asset')
    return `The asset “${evidence.asset_name}” has the same external ID (${evidence.source}).`
  return `Found in “${evidence.document_name}”: “${evidence.excerpt}”`
}

/** A line in words, for its accessible name. */
export function lineWords({ kind, role }: EstateLine, names: { from: string; to: string }): string {
  if (kind === 'service') return `${names.from} and ${names.to}: ${lineKindNames.service}`
  const said = `${names.from}, ${role === null ? 'linked to' : `${role} of`} ${names.to}`
  return `${said}: ${lineKindNames[kind]}`
}
