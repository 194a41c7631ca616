import { amountText, parseAmount } from '../../../../shared/domain/amounts.ts'
import { type ComparedAsset, pairAssets } from '../../../../shared/domain/valuation-difference.ts'
import { isEmpty, type Row } from './rows.ts'

/**
 * How pasted rows are combined with the existing ones: `update` changes the matching rows and keeps the others, `replace`
 * removes rows that were not pasted.
 */
export type MergeMode = 'update' | 'replace'

const compared = (row: Row): ComparedAsset => ({
  display_name: row.name.trim(),
  asset_class: row.class ?? { id: `text:${row.class_text}`, name: '' },
  value: 0,
  external_id: row.external_id.trim() === '' ? null : row.external_id.trim(),
})

/**
 * Overwrites a row with a pasted one. Name, class and identifier that the paste leaves empty stay as they are; a value never does: last
 * time's amount would look like today's.
 */
const over = (row: Row, pasted: Row): Row => ({
  ...row,
  name: pasted.name === '' ? row.name : pasted.name,
  class: pasted.class ?? row.class,
  class_text: pasted.class || row.class ? '' : pasted.class_text,
  value: pasted.value,
  external_id: pasted.external_id === '' ? row.external_id : pasted.external_id,
  removed: false,
})

/** Formats the pasted amount as the inputs show it; an unreadable one is left as it is. */
function written(row: Row): Row {
  const { value } = parseAmount(row.value)
  return value === null ? row : { ...row, value: amountText(value) }
}

/** Merges pasted rows into the rows of the same assets (see {@link pairAssets}); the other pasted rows are new. */
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

/** The number of pasted rows that match an existing asset. */
export const matched = (rows: readonly Row[], pasted: readonly Row[]): number => {
  const present = rows.filter((row) => !isEmpty(row))
  return pairAssets(present.map(compared), pasted.map(compared)).filter(
    ({ before, after }) => before !== null && after !== null,
  ).length
}
