import { z } from 'zod'
import { textScopes } from '../domain/text-query.ts'
import { documentTypes } from '../service/document.ts'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'
import { travelBudgets } from './travel.ts'

/** The longest query, in UTF-16 code units. */
export const longestTextQuery = 200

/** The most documents of one window of hits, and of one window of problems. */
export const maxTextHits = 50
export const maxTextProblems = 200

/**
 * Why not every word of a document is searched:
 * - `scans`: none of its pages has text, or was read as a scan
 * - `partial`: it is searched, but some of its pages have no text, or it is longer than what is read
 * - `protected`: it needs a password
 * - `unreadable`: it is damaged, too large, or took too long to read
 * - `no_text_kind`: pictures, sound, programs
 * - `not_here`: its file is not on this computer
 * - `left_out`: its file is on this computer, but not of those that are searched
 */
export const textProblems = [
  'scans',
  'partial',
  'protected',
  'unreadable',
  'no_text_kind',
  'not_here',
  'left_out',
] as const

/** The matches in an excerpt: start and end (exclusive), in UTF-16 code units. */
const matches = z.array(z.tuple([z.number().int(), z.number().int()]))

const household = z.strictObject({ id: z.string(), name: z.string() })

/** Text that was read from a scan; `unsure` if many of its words are probably wrong. Null for text of the file itself. */
export const textScan = z.enum(['read', 'unsure']).nullable()

/**
 * A passage of a page around what was found. Numbers that look like social security or account numbers are masked (`•••-••-1234`);
 * `page` shows them.
 */
const excerpt = z.strictObject({
  page: z.number().int(),
  excerpt: z.string(),
  excerpt_matches: matches,
  scan: textScan,
})

/** A document in which something was found, with its best page. */
export const textHit = excerpt.extend({
  document_id: z.string(),
  name: z.string(),
  /** Its type as the service sent it, such as `WILL`. */
  document_type: z.string(),
  household,
  /** The owner of its household; null if that user is not in the offline copy. */
  owner: z.string().nullable(),
  /** Pages of the file. */
  page_count: z.number().int(),
  /** How many other pages of it were found. */
  further: z.number().int(),
  /** Whether its file is on this computer; otherwise only its text is. */
  is_here: z.boolean(),
  /** Whether the document changed at the service after this text, or its file, came from there: the page may be another now. */
  is_changed: z.boolean(),
  /** The year in which it was added at the service. */
  year: z.number().int(),
})

const count = z.number().int()

/**
 * How many documents can be searched. `documents` is the sum of `searchable`, `scans`, `protected`, `unreadable`, `no_text_kind`, `not_here`,
 * `left_out` and `waiting`; `partial` are some of `searchable`.
 */
export const textCoverage = z.strictObject({
  documents: count,
  searchable: count,
  partial: count,
  scans: count,
  protected: count,
  unreadable: count,
  no_text_kind: count,
  not_here: count,
  left_out: count,
  /** On this computer and not read yet, or waiting to be uploaded. */
  waiting: count,
  /** Files are being read or downloaded now. */
  is_working: z.boolean(),
  is_paused: z.boolean(),
  scope: z.enum(textScopes),
  /** The disk space for all downloaded files, in MB (10^6 bytes): that of `travel.setBudget`. */
  space_mb: count,
  /** The text of a file stays when the file is removed to save space. */
  keeps_text: z.boolean(),
  /** The firm lets the text of a file stay without the file. */
  may_keep_text: z.boolean(),
  /** Files of the scope that do not fit into the space. */
  not_fitting: count,
  /** Pages without text that were read as scans, and those that are left. */
  scans_read: count,
  scans_left: count,
  /**
   * `no-engine`: what reads scans was not installed; `when-idle`: it goes on once the computer is not used; `reading`: a scan is being read.
   */
  scan_state: z.enum(['done', 'no-engine', 'when-idle', 'reading']),
  /** Why nothing is downloaded now, as plain text; null if nothing prevents it. */
  problem: z.string().nullable(),
  /** About how many bytes texts and their index take. */
  bytes: count,
})

const filters = z.strictObject({
  household_id: idInput.optional(),
  /** The owner of the household. */
  owner_id: idInput.optional(),
  entity_id: idInput.optional(),
  individual_id: idInput.optional(),
  document_type: z.enum(documentTypes).optional(),
  /** The year in which the document was added at the service. */
  year: z.number().int().min(1900).max(9999).optional(),
})

/** Words, the last of which may be incomplete, beginnings (`trust*`) and “phrases” in quotes. */
const text = z.string().max(longestTextQuery)
const byDocument = z.strictObject({ connectionId, document_id: idInput })
const megabyte = 1_000_000
const scope = {
  scope: z.enum(textScopes),
  space_mb: z
    .number()
    .int()
    .min(travelBudgets.least / megabyte)
    .max(travelBudgets.most / megabyte),
}

/** The number of files that a scope downloads, and their bytes, estimated from files that are here; null if none is. */
const bulkDownload = z.strictObject({ files: count, bytes: count.nullable() })

export const textsContract = {
  /**
   * Searches the pages of documents. A page is found if all words and phrases are on it; documents in which the words follow each other
   * come first. Case and accents are ignored. Where little is found, a word may have a wrong letter: `corrected` is the query that was
   * searched instead.
   */
  search: procedure({ permission: 'texts' })
    .input(
      z.strictObject({
        connectionId,
        text,
        filters,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(maxTextHits),
      }),
    )
    .output(
      z.strictObject({
        hits: z.array(textHit),
        total_documents: count,
        /** More documents were found than were counted. */
        is_more: z.boolean(),
        corrected: z.string().nullable(),
      }),
    ),
  /** All pages of a document on which something is found, in their order; at most 500. */
  pages: procedure({ permission: 'texts' })
    .input(byDocument.extend({ text }))
    .output(z.strictObject({ pages: z.array(excerpt) })),
  /** The whole text of one page, unmasked. Throws `texts/not-read`. */
  page: procedure({ permission: 'texts' })
    .input(byDocument.extend({ page: z.number().int().min(1), text }))
    .output(z.strictObject({ text: z.string(), matches, page_count: count, scan: textScan })),
  /** With filters the counts of documents are those of the documents that the filters let through; all else is of all documents. */
  coverage: procedure({ permission: 'texts' })
    .input(z.strictObject({ connectionId, filters: filters.optional() }))
    .output(textCoverage),
  /** The documents of one group of the coverage, by name. */
  problems: procedure({ permission: 'texts' })
    .input(
      z.strictObject({
        connectionId,
        kind: z.enum(textProblems),
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(maxTextProblems),
      }),
    )
    .output(
      z.strictObject({
        rows: z.array(
          z.strictObject({
            document_id: z.string(),
            name: z.string(),
            household,
            /** As plain text. */
            why: z.string(),
            /** Its pages wait to be read as scans, were read, or are never read; null if it has none. */
            scan: z.enum(['waiting', 'read', 'never']).nullable(),
            /** The action that may make it searchable; null if none of these can. */
            help: z.enum(['download', 'download-again', 'read-again']).nullable(),
          }),
        ),
        total: count,
      }),
    ),
  /** The files of a scope that are not here yet, which it would download. */
  previewScope: procedure({ permission: 'texts' })
    .input(z.strictObject({ connectionId, ...scope }))
    .output(bulkDownload),
  /**
   * Chooses what is searched. `confirmed` is what the user agreed to download, from `previewScope`. Throws `texts/not-confirmed` if
   * another scope than that in force downloads more files than that.
   */
  setScope: procedure({ permission: 'texts' })
    .input(z.strictObject({ connectionId, ...scope, keeps_text: z.boolean(), confirmed: bulkDownload.nullable() }))
    .output(nothing),
  /** Reading and downloading pause until this is undone, also after a restart. */
  setPaused: procedure({ permission: 'texts' })
    .input(z.strictObject({ connectionId, paused: z.boolean() }))
    .output(nothing),
  /** Reads a document's file before all others, also if it was unreadable before. Throws `files/not-held`. */
  readNow: procedure({ permission: 'texts' }).input(byDocument).output(nothing),
  /**
   * Reads a document's pages without text as scans, before all others and also while the computer is used; with `again` those that were read
   * before, too. Throws `files/not-held`, `texts/no-engine`.
   */
  readScan: procedure({ permission: 'texts' })
    .input(byDocument.extend({ again: z.boolean() }))
    .output(nothing),
  /** Sets whether a document's pages are never read as scans; then what was read on them is deleted. */
  setNeverScanned: procedure({ permission: 'texts' })
    .input(byDocument.extend({ never: z.boolean() }))
    .output(nothing),
}

export type TextScope = (typeof textScopes)[number]
export type TextProblem = (typeof textProblems)[number]
export type TextFilters = z.infer<typeof filters>
export type TextHit = z.infer<typeof textHit>
export type TextCoverage = z.infer<typeof textCoverage>
