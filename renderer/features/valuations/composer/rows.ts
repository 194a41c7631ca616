import { amountText, parseAmount } from '../../../../shared/domain/amounts.ts'
import { differenceOf, type Figures, type ValuationDifference } from '../../../../shared/domain/valuation-difference.ts'
import type { Asset } from '../../../../shared/service/valuation.ts'
import type { AssetCreate } from '../../../../shared/service/writes.ts'

export type ChosenClass = { id: string; name: string }

/** One line of a valuation as it is typed. */
export type Row = {
  /** Stays with the row, wherever it is moved. */
  key: string
  /** Place of the asset in the last valuation; null for one that is new. */
  from: number | null
  name: string
  class: ChosenClass | null
  /** What was typed or pasted for a class that is not known; empty otherwise. */
  class_text: string
  value: string
  external_id: string
  /** Left out of this valuation, though it was in the last one. */
  removed: boolean
}

/** A field of a row that can be typed into. */
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

/** An asset of the last valuation as a row. */
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

/** The rows that a valuation begins with: those of the last one, else one empty row. */
export const startingRows = (last: readonly Asset[]): Row[] =>
  last.length === 0 ? [{ ...emptyRow(), key: 'first' }] : last.map(rowOf)

/** Whether nothing was typed into a new row; such a row is left out without a word. */
export const isEmpty = ({ from, name, class: chosen, class_text, value, external_id }: Row): boolean =>
  from === null && chosen === null && [name, class_text, value, external_id].every((text) => text.trim() === '')

/** Whether a row of the last valuation says something else now. */
export function isChanged(row: Row, last: readonly Asset[]): boolean {
  const asset = row.from === null ? undefined : last[row.from]
  if (asset === undefined) return !isEmpty(row)
  const { key: _key, ...before } = rowOf(asset, row.from ?? 0)
  const { key: _other, ...now } = row
  return JSON.stringify(before) !== JSON.stringify(now)
}

/** A row of the last valuation as it was there. */
export function undone(row: Row, last: readonly Asset[]): Row {
  const asset = row.from === null ? undefined : last[row.from]
  return asset === undefined || row.from === null ? row : { ...rowOf(asset, row.from), key: row.key }
}

/** A row of the last valuation stays, crossed out; a new one goes. */
export const withoutRow = (rows: readonly Row[], key: string): Row[] =>
  rows.flatMap((row) => (row.key !== key ? row : row.from === null ? [] : { ...row, removed: true }))

/** Moves a row up (-1) or down (1), as far as it goes. */
export function moved(rows: readonly Row[], key: string, by: -1 | 1): Row[] {
  const at = rows.findIndex((row) => row.key === key)
  const row = rows[at]
  const other = rows[at + by]
  if (row === undefined || other === undefined) return [...rows]
  return rows.map((each, place) => (place === at ? other : place === at + by ? row : each))
}

/** A new row below another, or at the end. */
export function withRowBelow(rows: readonly Row[], key: string | null, row: Row): Row[] {
  const at = rows.findIndex((each) => each.key === key)
  return at < 0 ? [...rows, row] : [...rows.slice(0, at + 1), row, ...rows.slice(at + 1)]
}

/** What is wrong with one row, by field. */
export type RowProblems = Partial<Record<RowField, string>>

const longest = { name: 1000, external_id: 1000 } as const

export function problemsOf(row: Row): RowProblems {
  if (row.removed || isEmpty(row)) return {}
  const problems: RowProblems = {}
  const name = row.name.trim()
  if (name === '') problems.name = 'Enter a name.'
  if (name.length > longest.name) problems.name = 'Use at most 1,000 characters.'
  if (row.class === null) {
    problems.class =
      row.class_text.trim() === '' ? 'Choose an asset class.' : 'This class is not known here: choose one.'
  }
  const { problem } = parseAmount(row.value)
  if (problem !== null) problems.value = problem
  if (row.external_id.trim().length > longest.external_id) problems.external_id = 'Use at most 1,000 characters.'
  return problems
}

/** The rows that are sent. */
export const sentRows = (rows: readonly Row[]): Row[] => rows.filter((row) => !row.removed && !isEmpty(row))

/** The rows as the service takes them; only of rows without a problem. */
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
  /** Rows whose value is missing or no amount: they count as nothing. */
  unread: number
}

/** What each row changes against the last valuation, exact to the cent; rows and totals tie. */
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
