import { z } from 'zod'
import { fileNamePart, safeFileName } from '../../shared/domain/file-names.ts'
import type { Operation } from '../../shared/domain/operation.ts'
import { type IntakeIssue, type IntakeOwner, type IntakeRow, intakeRow } from '../../shared/ipc/intake.ts'
import type { StoredIntakeRow } from '../data/ledger/operations.ts'

/** The fields of a row without proposals. */
export const noProposals = {
  proposals: { type: null, entity_id: null, individual_id: null, date: null, household_id: null },
  suggested: { type: null, entity_id: null, individual_id: null },
  doubts: [],
} satisfies Pick<IntakeRow, 'proposals' | 'suggested' | 'doubts'>

/** A row of the tray, as stored in the ledger. */
const keptRow = intakeRow.omit({ received: true }).extend({
  pages: intakeRow.shape.pages.default('waiting'),
  proposals: intakeRow.shape.proposals.default(noProposals.proposals),
  suggested: intakeRow.shape.suggested.default(noProposals.suggested),
  doubts: intakeRow.shape.doubts.default([]),
  /** Written by versions that proposed from a file's name alone. */
  type_reason: z.string().nullable().optional(),
  staged_id: z.string().nullable(),
  /** When it was removed from the tray, ISO 8601; it can still be restored. */
  removed_at: z.string().nullable(),
  /** The user entered the name or chose the type: no proposal replaces it. */
  named: z.boolean(),
  typed: z.boolean(),
  /** The user chose the entity, the person or the household, or dropped the file on them. */
  entity_chosen: z.boolean().default(false),
  individual_chosen: z.boolean().default(false),
  household_chosen: z.boolean().default(false),
  /** It is being moved to the outbox. */
  submitted: z.boolean(),
  /** Empty for a statement. */
  household_id: z.string(),
  /** A document to be uploaded, or a custodian's file to be read as a statement, which has no owner. */
  purpose: z.enum(['document', 'statement']).default('document'),
  /** When it was announced, ISO 8601; null for a row of before this was noted. */
  added_at: z.string().nullable().default(null),
})

/** `duplicates` are those outside the tray. */
export type KeptRow = z.infer<typeof keptRow>
export type Issue = IntakeIssue

/** `size` is null for a file that the page cannot read. */
export type AnnouncedFile = { name: string; folder: string; size: number | null }

type Announced = { id: string; file: AnnouncedFile; added_at: string }

/** The row of an announced file. A file dropped on an entity or an individual belongs to that alone. */
export function newRow(announced: Announced, owner: IntakeOwner): KeptRow {
  const isOwned = owner.entity_id !== null || owner.individual_id !== null
  return { ...rowOfFile(announced, 'document'), ...owner, entity_chosen: isOwned, individual_chosen: isOwned }
}

/** The row of a custodian's file that was announced to be read as a statement. */
export const newStatementRow = (announced: Announced): KeptRow => rowOfFile(announced, 'statement')

function rowOfFile({ id, file, added_at }: Announced, purpose: KeptRow['purpose']): KeptRow {
  const file_name = safeFileName(file.name)
  return {
    id,
    state: 'staging',
    file_name,
    folder: plainFolder(file.folder),
    size: file.size ?? 0,
    media_type: null,
    sha256: null,
    name: proposedName(file_name),
    type: '',
    household_id: '',
    entity_id: null,
    individual_id: null,
    duplicates: [],
    issue: null,
    pages: 'waiting',
    ...noProposals,
    staged_id: null,
    removed_at: null,
    named: false,
    typed: false,
    entity_chosen: false,
    individual_chosen: false,
    household_chosen: false,
    submitted: false,
    purpose,
    added_at,
  }
}

/** The row of an upload that was undone: as it was when it was submitted. */
export function rowOfUpload(id: string, { fields, file, title, parent_id }: Operation): KeptRow {
  if (file === null) throw new TypeError('Only an upload has a file.')
  const text = (field: string) => (typeof fields[field] === 'string' ? fields[field] : null)
  return {
    id,
    state: 'ready',
    file_name: file.name,
    folder: '',
    size: file.size,
    media_type: file.media_type,
    sha256: file.sha256,
    name: text('name') ?? title,
    type: text('type') ?? '',
    household_id: text('household_id') ?? parent_id ?? '',
    entity_id: text('entity_id'),
    individual_id: text('individual_id'),
    duplicates: [],
    issue: null,
    pages: 'waiting',
    ...noProposals,
    staged_id: file.staged_id,
    removed_at: null,
    named: true,
    typed: true,
    entity_chosen: true,
    individual_chosen: true,
    household_chosen: true,
    submitted: false,
    purpose: 'document',
    added_at: null,
  }
}

/** A title proposed from a file name: without its extension, in ordinary spelling. */
function proposedName(fileName: string): string {
  const stem = fileName.replace(/(.)\.[a-z0-9]{1,10}$/i, '$1')
  const title = stem.replaceAll('_', ' ').replace(/\s+/g, ' ').trim()
  return title === '' ? fileName : title
}

/** The folders that contained a file, in readable form: `Estate / 2026`. */
function plainFolder(folder: string): string {
  return folder
    .split(/[/\\]/)
    .map((part) => fileNamePart(part))
    .filter((part) => part !== '')
    .join(' / ')
}

export function storeRow(row: KeptRow): StoredIntakeRow {
  return { id: row.id, staged_id: row.staged_id, removed_at: row.removed_at, json: JSON.stringify(row) }
}

/** Null for a row written by a later version of Steward that this one cannot read. */
export function readRow({ json }: StoredIntakeRow): KeptRow | null {
  const parsed = keptRow.safeParse(JSON.parse(json))
  if (!parsed.success) return null
  const { type_reason, ...row } = parsed.data
  if (type_reason === undefined || row.purpose === 'statement') return row
  // An earlier version filled the fields: they stay as the user saw them, but for the type of a file of which it knew nothing.
  const isUntyped = !row.typed && type_reason === null
  return {
    ...row,
    ...(isUntyped ? { type: '' } : { typed: true }),
    entity_chosen: true,
    individual_chosen: true,
    household_chosen: true,
  }
}

/** The part of a row that pages receive. */
export function pageRow(row: KeptRow): Omit<IntakeRow, 'received'> {
  const { id, state, file_name, folder, size, media_type, sha256, name, type } = row
  const { household_id, entity_id, individual_id, duplicates, issue, pages, proposals, suggested, doubts } = row
  const file = { file_name, folder, size, media_type, sha256 }
  const owner = { household_id, entity_id, individual_id }
  return { id, state, ...file, name, type, ...owner, pages, proposals, suggested, doubts, duplicates, issue }
}

/** The same row in the failed state. */
export function failed(row: KeptRow, issue: Issue): KeptRow {
  return { ...row, state: 'failed', staged_id: null, sha256: null, duplicates: [], issue }
}
