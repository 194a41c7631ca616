import { amountText, parseAmount } from '../../../../shared/domain/amounts.ts'
import { type ComparedAsset, pairAssets } from '../../../../shared/domain/valuation-difference.ts'
import { isEmpty, type Row } from './rows.ts'

/**
 * What becomes of the rows that are there: `update` takes over what was pasted and leaves the others, `replace` leaves out
 * what was not pasted.
 */
export type MergeMode = 'update' | 'replace'

const compared = (row: Row): ComparedAsset => ({
  display_name: row.name.trim(),
  asset_class: row.class ?? { id: `text:${row.class_text}`, name: '' },
  value: 0,
  external_id: row.external_id.trim() === '' ? null : row.external_id.trim(),
})

/** A row as pasted over: what the paste does not say stays. */
const over = (row: Row, pasted: Row): Row => ({
  ...row,
  name: pasted.name === '' ? row.name : pasted.name,
  class: pasted.class ?? row.class,
  class_text: pasted.class || row.class ? '' : pasted.class_text,
  value: pasted.value === '' ? row.value : pasted.value,
  external_id: pasted.external_id === '' ? row.external_id : pasted.external_id,
  removed: false,
})

/** An amount as the inputs show it, however the spreadsheet wrote it. */
function written(row: Row): Row {
  const { value } = parseAmount(row.value)
  return value === null ? row : { ...row, value: amountText(value) }
}

/** Puts pasted rows to those of the same assets, by external id, class and name, or name; the others are new. */
export function mergeRows(rows: readonly Row[], raw: readonly Row[], mode: MergeMode): Row[] {
  const pasted = raw.map(written)
  const present = rows.filter((row) => !isEmpty(row))
  const pairs = pairAssets(present.map(compared), pasted.map(compared))
  const pastedOf = new Map<string, Row>()
  const rowOf = new Map<string, Row>()
  for (const { before, after } of pairs) {
    const row = before === null ? undefined : present[before]
    const found = after === null ? undefined : pasted[after]
    if (row === undefined || found === undefined) continue
    pastedOf.set(row.key, over(row, found))
    rowOf.set(found.key, over(row, found))
  }
  if (mode === 'update') {
    return [...present.map((row) => pastedOf.get(row.key) ?? row), ...pasted.filter((row) => !rowOf.has(row.key))]
  }
  const left = present.filter((row) => row.from !== null && !pastedOf.has(row.key))
  return [...pasted.map((row) => rowOf.get(row.key) ?? row), ...left.map((row) => ({ ...row, removed: true }))]
}

/** How many pasted rows stand for an asset that is there already. */
export const matched = (rows: readonly Row[], pasted: readonly Row[]): number => {
  const present = rows.filter((row) => !isEmpty(row))
  return pairAssets(present.map(compared), pasted.map(compared)).filter(
    ({ before, after }) => before !== null && after !== null,
  ).length
}
