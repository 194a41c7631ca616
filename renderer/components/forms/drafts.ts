import { create } from 'zustand'
import type { JsonFields } from '../../../shared/domain/operation.ts'

/** An edit that is not saved: what it began from, and what the inputs hold. */
export type Draft = {
  /** The whole record as its page had it when the edit began; null for a new record. */
  base: JsonFields | null
  /** As the form holds them; null until something was typed. */
  values: JsonFields | null
  /** Whether anything differs from how the form began. */
  dirty: boolean
  /** While it is being saved it is not kept: the write's own transaction forgets it. */
  saving?: true
}

type Drafts = {
  drafts: Readonly<Record<string, Draft>>
  /** Connections whose drafts of an earlier run are here; a new record's form waits for that. */
  restored: readonly string[]
  begin(key: string, base: JsonFields | null): void
  change(key: string, values: JsonFields, dirty: boolean): void
  end(key: string): void
  /** Says that a draft is being saved, was saved, or could not be. */
  settle(key: string, state: 'saving' | 'saved' | 'failed'): void
  /** A record that was made here has its id at the service now. */
  rename(from: string, to: string): void
  /** Those of an earlier run; what was begun since counts more. */
  restore(connectionId: string, drafts: Readonly<Record<string, Draft>>): void
}

const without = (drafts: Readonly<Record<string, Draft>>, key: string) =>
  Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== key))

/** Unsaved edits by {@link draftKey}: they outlive the page they were typed on. */
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

/**
 * Names the draft of a record, or of a new one.
 *
 * @param what - the record's id, or for a new record what it is made in: `new:households`
 */
export const draftKey = (connectionId: string, what: string): string => `${connectionId}/${what}`

/** The part of a key that a connection keeps: what it is about. */
export const draftName = (connectionId: string, key: string): string | null =>
  key.startsWith(`${connectionId}/`) ? key.slice(connectionId.length + 1) : null
