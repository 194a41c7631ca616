import { z } from 'zod'
import { connectionId, nothing, procedure } from './procedure.ts'

/** The most characters of a draft that are stored; a longer one is lost when its window closes. */
export const maxDraft = 2_000_000

/** The unsaved input of a form, serialised by the form. */
export const keptDraft = z.strictObject({ name: z.string().min(1).max(600), json: z.string().max(maxDraft) })

/** Unsaved edits, stored in the ledger so that they survive a restart. They are never sent. */
export const draftsContract = {
  list: procedure({ permission: 'read' }).input(z.strictObject({ connectionId })).output(z.array(keptDraft)),
  /** Stores a draft, or deletes it if null. */
  keep: procedure({ permission: 'keep', whileClosing: true })
    .input(keptDraft.extend({ connectionId, json: keptDraft.shape.json.nullable() }))
    .output(nothing),
}

export type KeptDraft = z.infer<typeof keptDraft>
