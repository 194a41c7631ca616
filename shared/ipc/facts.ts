import { z } from 'zod'
import { factKinds } from '../domain/facts/fact-kinds.ts'
import { paperStates } from '../domain/facts/paper-states.ts'
import { titlingKinds } from '../domain/facts/titling.ts'
import { estateNode, linkOutcome, namedNode } from './estate.ts'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'
import { textScan } from './texts.ts'

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
  /** The words that may limit an office, as in “only with respect to the farm”; confirming stores them with the role. Null without any. */
  limit: z.string().nullable(),
  scan: textScan,
  decision: z.enum(['confirmed', 'rejected']).nullable(),
})

/** Words by which a paper says that it does not hold, or may not; `page` is null where they are the document's name. */
const paperState = z.strictObject({
  is: z.enum(paperStates),
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
  /**
   * Its pages that are pictures without text: they wait to be read as scans, were read, or are never read. `why` is plain text. Null if it has
   * none, or its file is not on this computer.
   */
  scan: z.strictObject({ is: z.enum(['waiting', 'read', 'never']), why: z.string() }).nullable(),
  /** Where reading it ended, as plain text, if it is longer than what is read; null also where `scan` says it. */
  cut: z.string().nullable(),
})

/** A document with the sentence that says something, its page, and the query that marks it there. */
const place = z.strictObject({ sentence: z.string(), page: z.number().int(), find: z.string(), scan: textScan })
const placedIn = z.strictObject({ id: z.string(), name: z.string() })

/** An amendment or a restatement of the same trust that may be later than a document. */
const laterPaper = z.strictObject({
  document: placedIn,
  is: z.enum(['amendment', 'restatement']),
  /** `unordered`: the document has the same date or none; `undated`: no date was found in the amendment. */
  order: z.enum(['later', 'unordered', 'undated']),
  /** YYYY-MM-DD; null where no date was found, or the text was not read. */
  date: z.string().nullable(),
  is_read: z.boolean(),
  states: z.array(paperState.shape.is),
  trustees: z.array(z.strictObject({ value: z.string(), who: z.array(namedNode), place })),
})

/** A difference between what is recorded of an entity and what a document says. */
const titlingFinding = z.strictObject({
  /** The same for the same words on both sides. */
  key: z.string(),
  kind: z.enum(titlingKinds),
  /** The recorded trustees, for a document with others, each with the documents by which the user confirmed it. */
  recorded: z.array(
    namedNode.extend({ confirmed: z.array(z.strictObject({ document: placedIn, page: z.number().int() })) }),
  ),
  /** The name, trustee or amended instrument as the text has it; null where only the document's type says it. */
  said: z.string().nullable(),
  /** The entity that the document names: another one, or the trust of an account's owner. */
  named: namedNode.nullable(),
  document: placedIn,
  place: place.nullable(),
  /** Why the user said that it is not a problem, and when (ISO 8601). */
  dismissed: z.strictObject({ reason: z.string(), at: z.string() }).nullable(),
})

const titling = z.strictObject({
  findings: z.array(titlingFinding),
  /** Documents whose text was compared, those without text on this computer, and those of which only the first pages were looked at. */
  read: z.number().int(),
  unread: z.number().int(),
  partly: z.number().int(),
})

const oneFinding = z.strictObject({ connectionId, entity_id: idInput, key: z.string().min(1).max(64) })

const oneFact = z.strictObject({ connectionId, document_id: idInput, key: z.string().min(1).max(64) })

export const factsContract = {
  /** The facts that the text of a document says. */
  ofDocument: procedure({ permission: 'texts' })
    .input(z.strictObject({ connectionId, document_id: idInput }))
    .output(ofDocument),
  /**
   * Confirms a fact: a role is stored as a link on this computer, with the document, page and sentence. `who`: the one who is meant; null for
   * a fact that is no role. `about`: the record that it is about, as shown. Throws `facts/changed` if the text no longer says it, or says it of
   * another record, as when the document was filed elsewhere in the meantime.
   */
  confirm: procedure({ permission: 'texts' })
    .input(oneFact.extend({ who: estateNode.nullable(), about: estateNode.nullable() }))
    .output(linkOutcome),
  /** Remembers that the user rejected a fact. Throws `facts/changed` if the text no longer says it. */
  reject: procedure({ permission: 'texts' }).input(oneFact).output(nothing),
  /** Takes a decision back; a link that it stored is removed. */
  undo: procedure({ permission: 'texts' }).input(oneFact).output(nothing),
  /** The amendments and restatements of a document's trust that may be later than the document, the newest one first. */
  laterOf: procedure({ permission: 'texts' })
    .input(z.strictObject({ connectionId, document_id: idInput }))
    .output(z.strictObject({ later: z.array(laterPaper) })),
  /** The differences between an entity and its documents; of an account, those of the revocable trusts of its household. */
  titlingOf: procedure({ permission: 'texts' })
    .input(z.strictObject({ connectionId, entity_id: idInput }))
    .output(titling),
  /** Remembers why a difference is not a problem. Throws `facts/changed` if there is no such difference now. */
  dismissTitling: procedure({ permission: 'texts' })
    .input(
      oneFinding.extend({
        reason: z.string().trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
      }),
    )
    .output(nothing),
  /** Takes it back that a difference is not a problem. */
  restoreTitling: procedure({ permission: 'texts' }).input(oneFinding).output(nothing),
}

export type TitlingFound = z.infer<typeof titlingFinding>
export type LaterPaperFound = z.infer<typeof laterPaper>
export type FoundFact = z.infer<typeof foundFact>
