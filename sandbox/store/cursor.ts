import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TableName } from './tables.ts'

/** Where a page begins or ends. `mark` lets a misbehaving list give two different cursors for the same place. */
export interface CursorPlace {
  seq: number
  mark: number
}

export interface Cursors {
  encode(table: TableName, place: CursorPlace): string
  /** Returns undefined for a cursor that this service did not issue for this list. */
  decode(table: TableName, cursor: string): CursorPlace | undefined
}

const SIGNATURE_BYTES = 9

/**
 * Creates signed opaque cursors: the same place always gives the same cursor, which stays valid after a restart with the same
 * key.
 */
export function createCursors(key: string): Cursors {
  const signature = (payload: string) => createHmac('sha256', key).update(payload).digest().subarray(0, SIGNATURE_BYTES)
  return {
    encode(table, { seq, mark }) {
      const payload = `${table}:${seq}:${mark}`
      return Buffer.concat([signature(payload), Buffer.from(payload)]).toString('base64url')
    },
    decode(table, cursor) {
      const octets = Buffer.from(cursor, 'base64url')
      if (octets.length <= SIGNATURE_BYTES || octets.toString('base64url') !== cursor) return undefined
      const payload = octets.subarray(SIGNATURE_BYTES).toString()
      if (!timingSafeEqual(octets.subarray(0, SIGNATURE_BYTES), signature(payload))) return undefined
      const [name, seq, mark] = payload.split(':')
      return name === table ? { seq: Number(seq), mark: Number(mark) } : undefined
    },
  }
}
