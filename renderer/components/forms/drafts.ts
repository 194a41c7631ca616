import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useMemo } from 'react'
import { create } from 'zustand'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import { isSame, own } from '../../../shared/lib/json.ts'
import { domainOf, type RecordDomain, type Resource } from '../../../shared/service/resource.ts'
import { type Api, useApi, useConnection } from '../../lib/api.ts'
import { usePresenting } from '../../lib/presenting.ts'

/** An unsaved edit: the record it started from and the current values. */
export type Draft = {
  /** The whole record as its page had it when the edit began; null for a new record. */
  base: JsonFields | null
  /** The form's values; null until the user has typed something. */
  values: JsonFields | null
  /** True if any value differs from the form's initial one. */
  dirty: boolean
  /** Set while the edit is being saved. It is not stored then, because the write's transaction removes the stored draft. */
  saving?: true
}

type Drafts = {
  drafts: Readonly<Record<string, Draft>>
  /** The values that this window saved last of a record, by its draft's key, until a form is opened with it. */
  ownSaves: Readonly<Record<string, JsonFields>>
  /** Connections whose drafts of an earlier run have been loaded; the form of a new record waits for this. */
  restored: readonly string[]
  begin(key: string, base: JsonFields | null): void
  /** Replaces values of the base. */
  rebase(key: string, values: JsonFields): void
  change(key: string, values: JsonFields, dirty: boolean): void
  noteOwnSave(key: string, fields: JsonFields): void
  end(key: string): void
  /** Marks a draft as being saved, saved, or not saved. */
  settle(key: string, state: 'saving' | 'saved' | 'failed'): void
  /** Renames the drafts of a record created here once it has the service's id. */
  rename(from: string, to: string): void
  /** Adds the drafts of an earlier run; drafts begun since then take precedence. */
  restore(connectionId: string, drafts: Readonly<Record<string, Draft>>): void
}

const without = <Value>(all: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([other]) => other !== key))

/** Unsaved edits by {@link draftKey}. They survive leaving the page. */
export const useDrafts = create<Drafts>((set) => ({
  drafts: {},
  ownSaves: {},
  restored: [],
  begin: (key, base) =>
    set(({ drafts, ownSaves }) => {
      if (drafts[key]) return {}
      const saved = ownSaves[key]
      const isRead =
        saved === undefined || Object.keys(saved).every((name) => isSame(own(base ?? {}, name), saved[name]))
      return {
        drafts: { ...drafts, [key]: { base, values: null, dirty: false } },
        ownSaves: isRead ? without(ownSaves, key) : ownSaves,
      }
    }),
  noteOwnSave: (key, fields) => set(({ ownSaves }) => ({ ownSaves: { ...ownSaves, [key]: fields } })),
  change: (key, values, dirty) =>
    set(({ drafts }) => {
      const draft = drafts[key]
      return draft ? { drafts: { ...drafts, [key]: { ...draft, values, dirty } } } : {}
    }),
  rebase: (key, values) =>
    set(({ drafts }) => {
      const draft = drafts[key]
      return draft?.base ? { drafts: { ...drafts, [key]: { ...draft, base: { ...draft.base, ...values } } } } : {}
    }),
  end: (key) => set(({ drafts }) => ({ drafts: without(drafts, key) })),
  settle: (key, state) =>
    set(({ drafts }) => {
      const draft = drafts[key]
      if (!draft) return {}
      const { saving: _, ...rest } = draft
      const settled =
        state === 'saving' ? { ...rest, saving: true as const } : state === 'saved' ? { ...rest, dirty: false } : rest
      return { drafts: { ...drafts, [key]: settled } }
    }),
  rename: (from, to) =>
    set(({ drafts }) => {
      const draft = drafts[from]
      return draft ? { drafts: { ...without(drafts, from), [to]: draft } } : {}
    }),
  restore: (connectionId, earlier) =>
    set(({ drafts, restored }) => ({
      drafts: { ...earlier, ...drafts },
      restored: [...new Set([...restored, connectionId])],
    })),
}))

/** True if the draft of this key has values that differ from the form's initial ones. */
export const isDirty = (draft: string): boolean => useDrafts.getState().drafts[draft]?.dirty === true

/** Resolves as soon as a draft is not being saved. */
export function untilSettled(draft: string): Promise<void> {
  const isSettled = () => useDrafts.getState().drafts[draft]?.saving !== true
  if (isSettled()) return Promise.resolve()
  return new Promise((resolve) => {
    const unsubscribe = useDrafts.subscribe(() => {
      if (!isSettled()) return
      unsubscribe()
      resolve()
    })
  })
}

/**
 * The key of a draft.
 *
 * @param what - the record's id, or `new:` and the kind of a new record, such as `new:households`
 */
export const draftKey = (connectionId: string, what: string): string => `${connectionId}/${what}`

/** The part of a key after the connection's id; null if the key belongs to another connection. */
export const draftName = (connectionId: string, key: string): string | null =>
  key.startsWith(`${connectionId}/`) ? key.slice(connectionId.length + 1) : null

/** True once the drafts of an earlier run are loaded, so that a form may begin. */
export function useDraftsRestored(): boolean {
  const { id } = useConnection()
  return useDrafts(({ restored }) => restored.includes(id))
}

/**
 * Begins the draft of a new record, and returns its key.
 *
 * @param what - its kind, and the record it belongs to if any: `households`, `individuals/household_1`
 */
export function useNewDraft(what: string): string {
  const draft = draftKey(useConnection().id, `new:${what}`)
  // A layout effect, so that the draft exists before the form inside reads it.
  useLayoutEffect(() => useDrafts.getState().begin(draft, null), [draft])
  return draft
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

type EditableRecord = { id: string } & Readonly<Record<string, unknown>>

/**
 * Returns a function that begins an edit. If the record changed since its page read it, as after an undo on another page, the edit
 * begins with what is read now: otherwise the form would ask about a change that is older than itself.
 */
function useBegin(domain: RecordDomain, record: EditableRecord, draft: string): () => void {
  const api = useApi()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  const begin = useDrafts((store) => store.begin)
  return useCallback(() => {
    // The procedures of all records are read in the same way.
    const { get } = api[domain] as Api['households']
    const options = get.queryOptions({ input: { connectionId, id: record.id } })
    const state = queries.getQueryState(options.queryKey)
    const beginWith = (now: EditableRecord) => begin(draft, baseOf(now))
    if (!state?.isInvalidated) beginWith(record)
    else
      queries.fetchQuery(options).then(
        (detail) => beginWith(detail.record),
        () => beginWith(record),
      )
  }, [api, queries, connectionId, domain, record, draft, begin])
}

/** The state of editing a record on its page. */
export function useEditing(resource: Resource, record: EditableRecord): Editing {
  const draft = draftKey(useConnection().id, record.id)
  const presenting = usePresenting()
  // A form shows raw values, and would save what is hidden.
  const base = useDrafts(({ drafts }) => (presenting === null ? (drafts[draft]?.base ?? null) : null))
  const begin = useBegin(domainOf(resource), record, draft)
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
      begin,
      end: () => end(draft),
    }),
    [draft, base, current, record.id, begin, end, rebase],
  )
}
