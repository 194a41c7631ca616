import { z } from 'zod'
import { factKinds } from '../domain/facts/fact-kinds.ts'
import { estateNode, linkOutcome, namedNode } from './estate.ts'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'

/** A fact that was found in the text of a document, and what the user decided about it. */
const foundFact = z.strictObject({
  /** The same for the same words about the same record, also after the text is read again. */
  key: z.string(),
  kind: z.enum(factKinds),
  /** For a role the name as the text has it; otherwise a name, a date as YYYY-MM-DD, a state, whole years, or an amount in USD or per cent. */
  value: z.string(),
  /** Those who may be meant: several have the same name; none for a fact that is no role. */
  who: z.array(namedNode),
  /** The record that the fact is about, if it is known. */
  about: namedNode.nullable(),
  sentence: z.string(),
  page: z.number().int(),
  /** The query that marks the sentence on its page; empty if the text no longer says it. */
  find: z.string(),
  /** The article around the sentence, as the text has it. */
  article: z.string().nullable(),
  decision: z.enum(['confirmed', 'rejected']).nullable(),
})

/** Words by which a paper says that it does not hold, or may not; `page` is null where they are the document's name. */
const paperState = z.strictObject({
  is: z.enum(['draft', 'unsigned', 'revoked', 'superseded']),
  words: z.string(),
  page: z.number().int().nullable(),
})

const ofDocument = z.strictObject({
  /** False if the text of the document is not on this computer. */
  is_read: z.boolean(),
  /** Pages that were looked at; fewer than `page_count` where a document is too long. */
  pages_read: z.number().int(),
  page_count: z.number().int(),
  /** In the order of their kinds, and of the text. */
  facts: z.array(foundFact),
  states: z.array(paperState),
  /** Confirmed facts that the text of the document no longer says. */
  gone: z.array(foundFact),
})

const oneFact = z.strictObject({ connectionId, document_id: idInput, key: z.string().min(1).max(64) })

export const factsContract = {
  /** The facts that the text of a document says. */
  ofDocument: procedure({ permission: 'texts' })
    .input(z.strictObject({ connectionId, document_id: idInput }))
    .output(ofDocument),
  /**
   * Confirms a fact: a role is stored as a link on this computer, with the document, page and sentence. `who`: the one who is meant; null for
   * a fact that is no role. Throws `facts/changed` if the text no longer says it.
   */
  confirm: procedure({ permission: 'texts' })
    .input(oneFact.extend({ who: estateNode.nullable() }))
    .output(linkOutcome),
  /** Remembers that the user rejected a fact. Throws `facts/changed` if the text no longer says it. */
  reject: procedure({ permission: 'texts' }).input(oneFact).output(nothing),
  /** Takes a decision back; a link that it stored is removed. */
  undo: procedure({ permission: 'texts' }).input(oneFact).output(nothing),
}

export type FoundFact = z.infer<typeof foundFact>
