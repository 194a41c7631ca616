import type { AddressSearch } from './use-address.ts'

/** A page of a document's file, and the words to mark on it. */
export type DocumentPlace = {
  /** Starting at 1. */
  page: number
  /** A query, as the search in documents takes it. */
  find: string
}

/** The place that a document's address names; null if it names none. */
export function readPlace({ page, find }: AddressSearch): DocumentPlace | null {
  if (typeof page !== 'number' || !Number.isSafeInteger(page) || page < 1) return null
  return { page, find: typeof find === 'string' || typeof find === 'number' ? String(find).slice(0, 200) : '' }
}

/** The address of a place in a document, for a link. */
export const toPlace = (connectionId: string, id: string, { page, find }: DocumentPlace) =>
  ({ to: '/c/$connectionId/documents/$id', params: { connectionId, id }, search: { page, find } }) as const
