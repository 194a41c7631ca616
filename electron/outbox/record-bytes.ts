import type { JsonFields } from '../../shared/domain/operation.ts'

/** A record as JSON bytes (UTF-8), the form that the mirror accepts. */
export const bytesOf = (record: JsonFields): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(record))
