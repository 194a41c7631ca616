import { amountText, parseAmount } from '../../../../shared/domain/amounts.ts'
import { differenceOf, type Figures, type ValuationDifference } from '../../../../shared/domain/valuation-difference.ts'
import type { Asset } from '../../../../shared/service/valuation.ts'
import type { AssetCreate } from '../../../../shared/service/writes.ts'
import { isTotalLabel } from '../../../../shared/tables/totals.ts'

export type ChosenClass = { id: string; name: string }

/** One asset row of the composer, as typed. */
export type Row = {
  /** Identifies the row, also after it is moved. */
  key: string
  /** Index of the asset in the last valuation; null for a new asset. */
  from: number | null
  name: string
  class: ChosenClass | null
  /** The text typed or pasted for a class that is not known; empty otherwise. */
  class_text: string
  value: string
  external_id: string
  /** True if the asset was in the last valuation and is left out of this one. */
  removed: boolean
}

/** An editable field of a row. */
export type RowField = 'name' | 'class' | 'value' | 'external_id'

const newKey = () => crypto.randomUUID()

export const emptyRow = (): Row => ({
  key: newKey(),
  from: null,
  name: '',
  class: null,
  class_text: '',
  value: '',
  external_id: '',
  removed: false,
})

/** Turns an asset of the last valuation into a row. */
export const rowOf = (asset: Asset, from: number): Row => ({
  key: `last-${from}`,
  from,
  name: asset.display_name,
  class: { id: asset.asset_class.id, name: asset.asset_class.display_name },
  class_text: '',
  value: amountText(asset.value),
  external_id: asset.external_id ?? '',
  removed: false,
})

/** The initial rows of a valuation: those of the last one, or one empty row. */
export const startingRows = (last: readonly Asset[]): Row[] =>
  last.length === 0 ? [{ ...emptyRow(), key: 'first' }] : last.map(rowOf)

/** True for a new row in which nothing was typed. Such a row is skipped without a message. */
export const isEmpty = ({ from, name, class: chosen, class_text, value, external_id }: Row): boolean =>
  from === null && chosen === null && [name, class_text, value, external_id].every((text) => text.trim() === '')

/** True if a row of the last valuation has been edited. */
export function isChanged(row: Row, last: readonly Asset[]): boolean {
  const asset = row.from === null ? undefined : last[row.from]
  if (asset === undefined) return !isEmpty(row)
  const { key: _key, ...before } = rowOf(asset, row.from ?? 0)
  const { key: _other, ...now } = row
  return JSON.stringify(before) !== JSON.stringify(now)
}

/** Restores a row to its state in the last valuation. */
export function undone(row: Row, last: readonly Asset[]): Row {
  const asset = row.from === null ? undefined : last[row.from]
  return asset === undefined || row.from === null ? row : { ...rowOf(asset, row.from), key: row.key }
}

/** Removes a row: a row of the last valuation stays, struck through; a new one is deleted. */
export const withoutRow = (rows: readonly Row[], key: string): Row[] =>
  rows.flatMap((row) => (row.key !== key ? row : row.from === null ? [] : { ...row, removed: true }))

/** Moves a row up (-1) or down (1); no effect at either end. */
export function moved(rows: readonly Row[], key: string, by: -1 | 1): Row[] {
  const at = rows.findIndex((row) => row.key === key)
  const row = rows[at]
  const other = rows[at + by]
  if (row === undefined || other === undefined) return [...rows]
  return rows.map((each, place) => (place === at ? other : place === at + by ? row : each))
}

/** Inserts a new row below another, or at the end. */
export function withRowBelow(rows: readonly Row[], key: string | null, row: Row): Row[] {
  const at = rows.findIndex((each) => each.key === key)
  return at < 0 ? [...rows, row] : [...rows.slice(0, at + 1), row, ...rows.slice(at + 1)]
}

/** True if a row's label says that it is a total. A row with an external id of its own is an asset, whatever its name. */
export function isCalledTotal({ name, class_text, external_id }: Row): boolean {
  const label = name === '' ? class_text : name
  return isTotalLabel(label) && (external_id === '' || isTotalLabel(external_id))
}

/** The problems of one row, by field. */
export type RowProblems = Partial<Record<RowField, string>>

const longest = { name: 1000, external_id: 1000 } as const

export function problemsOf(row: Row): RowProblems {
  if (row.removed || isEmpty(row)) return {}
  const problems: RowProblems = {}
  const name = row.name.trim()
  if (name === '') problems.name = 'Enter a name.'
  if (isCalledTotal(row)) problems.name = 'A total would count everything twice. Rename it, or remove the row.'
  if (name.length > longest.name) problems.name = 'Use at most 1,000 characters.'
  if (row.class === null) {
    problems.class = row.class_text.trim() === '' ? 'Choose an asset class.' : 'Unknown asset class: choose one.'
  }
  const { problem } = parseAmount(row.value)
  if (problem !== null) problems.value = problem
  if (row.external_id.trim().length > longest.external_id) problems.external_id = 'Use at most 1,000 characters.'
  return problems
}

/** The rows that are sent. */
export const sentRows = (rows: readonly Row[]): Row[] => rows.filter((row) => !row.removed && !isEmpty(row))

/** The rows as the service's request body; only valid for rows without problems. */
export function assetsToSend(rows: readonly Row[]): AssetCreate[] {
  return sentRows(rows).flatMap((row) => {
    const { value } = parseAmount(row.value)
    if (value === null || row.class === null) return []
    const external = row.external_id.trim()
    return {
      asset_class_id: row.class.id,
      display_name: row.name.trim(),
      value,
      ...(external === '' ? {} : { external_id: external }),
    }
  })
}

export type RowDifferences = {
  byKey: ReadonlyMap<string, Figures>
  beyond: Figures | null
  total: ValuationDifference['total']
  /** Rows whose value is missing or not an amount; they count as zero. */
  unread: number
}

/** The difference of each row to the last valuation, exact to the cent; the rows add up to the totals. */
export function differencesOf(
  rows: readonly Row[],
  last: { directly_held_assets: readonly Asset[]; directly_held_asset_value: number } | null,
): RowDifferences {
  const shown = rows.filter((row) => !isEmpty(row))
  const amounts = shown.map((row) => (row.removed ? null : parseAmount(row.value).value))
  const asset = (value: number) => ({ display_name: '', asset_class: { id: '', name: '' }, value, external_id: null })
  const after = amounts.map((value) => asset(value ?? 0))
  const before = (last?.directly_held_assets ?? []).map(({ value }) => asset(value))
  const pairs = shown.map(({ from }, at) => ({ before: from, after: amounts[at] === null ? null : at }))
  const { assets, beyond, total } = differenceOf(
    { assets: before, stated: last?.directly_held_asset_value ?? null },
    { assets: after, stated: null },
    pairs,
  )
  const byKey = new Map(shown.flatMap(({ key }, at) => (assets[at] ? [[key, assets[at]] as const] : [])))
  const unread = shown.filter((row, at) => !row.removed && amounts[at] === null).length
  return { byKey, beyond, total, unread }
}
