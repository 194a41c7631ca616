import { z } from 'zod'
import { fileNamePart, safeFileName } from '../../shared/domain/file-names.ts'
import { type HouseholdParts, proposeOwners } from '../../shared/domain/propose-owner.ts'
import { proposeType } from '../../shared/domain/propose-type.ts'
import { type IntakeIssue, type IntakeOwner, type IntakeRow, intakeRow } from '../../shared/ipc/intake.ts'
import type { StoredIntakeRow } from '../data/ledger/ledger-calls.ts'

/** A row of the tray, as the ledger keeps it. */
const keptRow = intakeRow.omit({ received: true }).extend({
  staged_id: z.string().nullable(),
  /** Taken out of the tray at this moment, ISO 8601; not for good yet. */
  removed_at: z.string().nullable(),
  /** A person wrote the name, chose the type: nothing is proposed in its place. */
  named: z.boolean(),
  typed: z.boolean(),
  /** On its way into the outbox. */
  submitted: z.boolean(),
})

/** `duplicates` are those outside the tray. */
export type KeptRow = z.infer<typeof keptRow>
export type Issue = IntakeIssue

/** `size` is null for one that the page cannot read. */
export type AnnouncedFile = { name: string; folder: string; size: number | null }

/** The row of a file that was announced, with what its name says. */
export function newRow(id: string, file: AnnouncedFile, owner: IntakeOwner, known: HouseholdParts): KeptRow {
  const file_name = safeFileName(file.name)
  const folder = plainFolder(file.folder)
  const { type, reason } = proposeType({ name: file_name, folder, head: '' })
  // A file that was dropped on an entity or a person belongs there, and nowhere else.
  const isOwned = owner.entity_id !== null || owner.individual_id !== null
  return {
    id,
    state: 'staging',
    file_name,
    folder,
    size: file.size ?? 0,
    media_type: null,
    sha256: null,
    name: proposedName(file_name),
    type,
    type_reason: reason,
    ...owner,
    ...(isOwned ? {} : proposeOwners({ name: file_name, folder }, known)),
    duplicates: [],
    issue: null,
    staged_id: null,
    removed_at: null,
    named: false,
    typed: false,
    submitted: false,
  }
}

/** A file's name without its extension, as people write a title. */
function proposedName(fileName: string): string {
  const stem = fileName.replace(/(.)\.[a-z0-9]{1,10}$/i, '$1')
  const title = stem.replaceAll('_', ' ').replace(/\s+/g, ' ').trim()
  return title === '' ? fileName : title
}

/** The folders that a file lay in, as plain words: `Estate / 2026`. */
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

/** Null for a row that a later Steward wrote, and this one cannot read. */
export function readRow({ json }: StoredIntakeRow): KeptRow | null {
  const parsed = keptRow.safeParse(JSON.parse(json))
  return parsed.success ? parsed.data : null
}

/** What the page is told of a row. */
export function pageRow(row: KeptRow): Omit<IntakeRow, 'received'> {
  const { id, state, file_name, folder, size, media_type, sha256, name, type, type_reason } = row
  const { household_id, entity_id, individual_id, duplicates, issue } = row
  const file = { file_name, folder, size, media_type, sha256 }
  return { id, state, ...file, name, type, type_reason, household_id, entity_id, individual_id, duplicates, issue }
}

/** The same row as one that could not be taken. */
export function failed(row: KeptRow, issue: Issue): KeptRow {
  return { ...row, state: 'failed', staged_id: null, sha256: null, duplicates: [], issue }
}
