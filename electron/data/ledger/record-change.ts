import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { Json } from '../../../shared/domain/same.ts'
import type { Resource } from '../../../shared/service/resource.ts'

/** The service's copy of a record, before and after; null when it has none. A valuation goes by its entity's id. */
export type RecordChange = {
  resource: Resource
  id: string
  before: JsonFields | null
  after: JsonFields | null
  title: string
  /** ms since the epoch. */
  observedAt: number
  /** When the copy before was last seen, ms since the epoch; null if that is unknown. */
  seenBefore: number | null
}

/** The text of a record's field; null if it has none. */
export const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)
