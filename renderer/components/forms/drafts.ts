import { create } from 'zustand'
import type { JsonFields } from '../../../shared/domain/operation.ts'

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
  /** Connections whose drafts of an earlier run have been loaded; the form of a new record waits for this. */
  restored: readonly string[]
  begin(key: string, base: JsonFields | null): void
  /** Replaces values of the base. */
  rebase(key: string, values: JsonFields): void
  change(key: string, values: JsonFields, dirty: boolean): void
  end(key: string): void
  /** Marks a draft as being saved, saved, or not saved. */
  settle(key: string, state: 'saving' | 'saved' | 'failed'): void
  /** Renames the drafts of a record created here once it has the service's id. */
  rename(from: string, to: string): void
  /** Adds the drafts of an earlier run; drafts begun since then take precedence. */
  restore(connectionId: string, drafts: Readonly<Record<string, Draft>>): void
}

const without = (drafts: Readonly<Record<string, Draft>>, key: string) =>
  Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== key))

/** Unsaved edits by {@link draftKey}. They survive leaving the page. */
export const useDrafts = create<Drafts>((set) => ({
  drafts: {},
  restored: [],
  begin: (key, base) =>
    set(({ drafts }) => (drafts[key] ? {} : { drafts: { ...drafts, [key]: { base, values: null, dirty: false } } })),
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

/**
 * The key of a draft.
 *
 * @param what - the record's id, or `new:` and the kind of a new record, such as `new:households`
 */
export const draftKey = (connectionId: string, what: string): string => `${connectionId}/${what}`

/** The part of a key after the connection's id; null if the key belongs to another connection. */
export const draftName = (connectionId: string, key: string): string | null =>
  key.startsWith(`${connectionId}/`) ? key.slice(connectionId.length + 1) : null
