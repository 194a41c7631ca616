import type { JsonFields } from '../../shared/domain/operation.ts'

/** A record as the bytes in which the mirror takes it. */
export const bytesOf = (record: JsonFields): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(record))
