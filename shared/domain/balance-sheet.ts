import type { RollUp } from '../ipc/roll-ups.ts'
import { entityKindNames, inEstateStatusNames, nameOf } from './names.ts'

/**
 * The figures of a line: the sum in whole cents, the number of entities, how many of them have no valuation, and the oldest and
 * newest date of the others.
 */
export type Figures = {
  cents: bigint
  entities: number
  unvalued: number
  oldest: string | null
  newest: string | null
}

export type ClassLine = { key: string; name: string; cents: bigint; entities: number }
export type KindLine = Figures & { key: string; name: string; classes: ClassLine[] }
export type StatusGroup = Figures & { key: string; name: string; kinds: KindLine[] }
export type Sheet = Figures & { groups: StatusGroup[] }

/** The difference between a valuation and the sum of its listed assets. */
export const beyondListed = 'Not itemized'

export const statusName = (status: string): string =>
  status === 'none' ? 'No estate status' : nameOf(inEstateStatusNames, status)

const earliest = (dates: (string | null)[]) => dates.filter((date) => date !== null).toSorted()[0] ?? null
const latest = (dates: (string | null)[]) =>
  dates
    .filter((date) => date !== null)
    .toSorted()
    .at(-1) ?? null

/** Combines the figures of several lines; sums of whole cents are exact. */
function together(lines: readonly Figures[]): Figures {
  return {
    cents: lines.reduce((sum, { cents }) => sum + cents, 0n),
    entities: lines.reduce((sum, { entities }) => sum + entities, 0),
    unvalued: lines.reduce((sum, { unvalued }) => sum + unvalued, 0),
    oldest: earliest(lines.map(({ oldest }) => oldest)),
    newest: latest(lines.map(({ newest }) => newest)),
  }
}

function classesOf(rollUp: RollUp, status: string, kind: string): ClassLine[] {
  return rollUp.cells
    .filter((cell) => cell.in_estate_status === status && cell.kind === kind)
    .map(({ asset_class, value, entities }) => ({
      key: asset_class?.id ?? '',
      name: asset_class?.name ?? beyondListed,
      cents: BigInt(value),
      entities,
    }))
}

/** Converts a roll-up to a sheet: estate status, then entity kind, then asset class. */
export function sheetOf(rollUp: RollUp): Sheet {
  const { total, lines, entities, unvalued, oldest, newest } = rollUp
  const statuses = [...new Set(lines.map((line) => line.in_estate_status))]
  const groups = statuses.map((status) => {
    const kinds = lines
      .filter((line) => line.in_estate_status === status)
      .map(({ in_estate_status: _status, kind, value, ...figures }) => ({
        ...figures,
        key: kind,
        name: nameOf(entityKindNames, kind),
        cents: BigInt(value),
        classes: classesOf(rollUp, status, kind),
      }))
    return { ...together(kinds), key: status, name: statusName(status), kinds }
  })
  return { cents: BigInt(total), entities, unvalued, oldest, newest, groups }
}
