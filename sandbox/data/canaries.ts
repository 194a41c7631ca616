import type { StoredRecord } from '../store/records.ts'
import type { TableName } from '../store/tables.ts'

/**
 * Texts and amounts that occur once in the firm (`--canaries`), for tests that look where a datum appears: `cnry`, a kind, a number
 * and `q`. Kinds: `mail`, `addr`, `xid` and `note` are values of their fields, `name` is part of a name.
 */
const canary = (kind: string, number: number | string) => `cnry${kind}${number}q`

/** Cents that no other amount of the firm has, on top of an amount in whole dollars. */
const odd = (value: number, number: number) =>
  Math.round(value) + (number % 2 === 0 ? 0.37 : 0.73) + (number % 997) * 101

type Change = (record: StoredRecord, number: number) => Record<string, unknown>

type Priced = { value: number }

const total = (assets: readonly Priced[]) => Math.round(assets.reduce((sum, { value }) => sum + value, 0) * 100) / 100

const changes: Partial<Record<TableName, Change>> = {
  users: (_record, number) => ({ email: `${canary('mail', `u${number}`)}@example.com` }),
  households: (record, number) => ({
    name: `${record.name ?? 'Family'} ${canary('name', `h${number}`)}`,
    external_id: canary('xid', `h${number}`),
    notes: `Ask ${canary('note', `h${number}`)} first.`,
  }),
  individuals: (record, number) => ({
    last_name: `${record.last_name} ${canary('name', `i${number}`)}`,
    email: `${canary('mail', `i${number}`)}@example.com`,
    address_line1: `${number} ${canary('addr', `i${number}`)} Street`,
    city: canary('addr', `c${number}`),
    notes: canary('note', `i${number}`),
  }),
  entities: (record, number) => ({
    display_name: `${record.display_name} ${canary('name', `e${number}`)}`,
    external_id: canary('xid', `e${number}`),
  }),
  documents: (record, number) => ({ name: `${canary('name', `d${number}`)} ${record.name}` }),
  document_summaries: (record, number) => ({
    display_name: `${record.display_name} ${canary('name', `s${number}`)}`,
    summary: `${canary('note', `s${number}`)} of everything.`,
  }),
  valuations(record, number) {
    const assets = (record.directly_held_assets as (Priced & Record<string, unknown>)[]).map((asset, at) => ({
      ...asset,
      value: odd(asset.value, number + at),
      external_id: canary('xid', `a${number}x${at}`),
    }))
    const held = total(assets)
    return {
      directly_held_assets: assets,
      directly_held_asset_value: held,
      total_value: held,
      description: canary('note', `v${number}`),
    }
  },
}

/** The record with canaries in it; `number` is its position among those of its kind. */
export const withCanaries = (table: TableName, record: StoredRecord, number: number): StoredRecord => ({
  ...record,
  ...changes[table]?.(record, number),
})
