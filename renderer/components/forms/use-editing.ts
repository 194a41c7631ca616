import { useMemo } from 'react'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { PendingWork } from '../../../shared/ipc/records.ts'
import { useConnection } from '../../lib/connection.ts'
import { useForbidden } from '../../lib/policy.ts'
import { usePresenting } from '../../lib/presenting.ts'
import { draftKey, useDrafts } from './drafts.ts'

/** Why nothing can be written through the current connection; null if it can. */
export function useReadOnlyReason(): string | null {
  const forbidden = useForbidden('outbox.save')
  const { read_only: readOnly } = useConnection()
  if (forbidden !== null) return forbidden
  return readOnly ? 'This connection is read-only. You can change that in the connection menu, top left.' : null
}

type Editable = {
  record: Readonly<Record<string, unknown>>
  pending: PendingWork | null
}

/** Why a record cannot be changed now; null if it can. */
export function useEditReason({ record, pending }: Editable): string | null {
  const readOnly = useReadOnlyReason()
  if (readOnly !== null) return readOnly
  const { deleted_at: deletedAt } = record
  if (deletedAt) return 'This record was deleted in the service.'
  return pending?.mark === 'deleted' ? 'This record is being deleted. Undo that first.' : null
}

/** Keys that no message to the main process may contain (see `electron/api/transport/handler.ts`). */
const refusedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * The base of an edit for a later merge: the record as received, which is plain JSON. Fields with a refused name are removed at
 * any depth: none of them can be edited, and with them the message would be refused.
 */
export function baseOf(record: Readonly<Record<string, unknown>>): JsonFields {
  const withoutRefused = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(withoutRefused)
    const kept = Object.entries(value).filter(([name]) => !refusedNames.has(name))
    return Object.fromEntries(kept.map(([name, inside]) => [name, withoutRefused(inside)]))
  }
  return withoutRefused(record) as JsonFields
}

export type Editing = {
  /** Id of the record. */
  id: string
  /** Key of the draft. */
  draft: string
  /** The whole record as it was when the edit began; null if it is not being edited. */
  base: JsonFields | null
  /** The record as it is now, with pending changes. */
  current: JsonFields
  /** Takes these values of the record into the base, once the user has decided about them. */
  rebase: (values: JsonFields) => void
  begin: () => void
  end: () => void
}

/** The state of editing a record on its page. */
export function useEditing(record: { id: string } & Readonly<Record<string, unknown>>): Editing {
  const draft = draftKey(useConnection().id, record.id)
  const presenting = usePresenting()
  // A form shows raw values, and would save what is hidden.
  const base = useDrafts(({ drafts }) => (presenting === null ? (drafts[draft]?.base ?? null) : null))
  const begin = useDrafts((store) => store.begin)
  const end = useDrafts((store) => store.end)
  const rebase = useDrafts((store) => store.rebase)
  const current = useMemo(() => baseOf(record), [record])
  return useMemo(
    () => ({
      id: record.id,
      draft,
      base,
      current,
      rebase: (values: JsonFields) => rebase(draft, values),
      begin: () => begin(draft, baseOf(record)),
      end: () => end(draft),
    }),
    [draft, base, current, record, begin, end, rebase],
  )
}
