import { z } from 'zod'
import { connectionId, nothing, procedure } from './procedure.ts'

/** The most characters of a draft that are kept; a longer one lives as long as its window. */
export const maxDraft = 2_000_000

/** What was typed into a form and not saved, as the form wrote it down. */
export const keptDraft = z.strictObject({ name: z.string().min(1).max(600), json: z.string().max(maxDraft) })

/** Unsaved edits, kept in the ledger so that they outlive a restart. Nothing of them is ever sent. */
export const draftsContract = {
  list: procedure({ permission: 'read' }).input(z.strictObject({ connectionId })).output(z.array(keptDraft)),
  /** Keeps a draft, or with null forgets it. */
  keep: procedure({ permission: 'keep', whileClosing: true })
    .input(keptDraft.extend({ connectionId, json: keptDraft.shape.json.nullable() }))
    .output(nothing),
}

export type KeptDraft = z.infer<typeof keptDraft>
