import { householdFields } from '../../records/household.ts'
import { householdCreate } from '../../service/writes.ts'
import { fold } from '../fold.ts'
import type { JsonFields } from '../operation.ts'
import {
  type ExistingRecords,
  type FileRow,
  givenTo,
  type ParsedHousehold,
  type Reading,
  readRow,
  type Target,
  textOf,
} from './parsed-rows.ts'

/** The data of the offline copy that a households file is checked against. */
export type KnownHouseholds = {
  /** Users by id, e-mail address or folded name; several if they share it. */
  owners(text: string): readonly string[]
  /** The household with exactly this external id. */
  byExternalId(externalId: string): string | undefined
  /** Households by folded name. */
  byName(folded: string): readonly string[]
}

export type HouseholdParser = (row: FileRow) => ParsedHousehold

/** Creates a parser for the rows of a households file, called in file order: the second of two duplicates is refused. */
export function createHouseholdParser(
  reading: Reading,
  { known, defaultOwner, existing }: { known: KnownHouseholds; defaultOwner: string | null; existing: ExistingRecords },
): HouseholdParser {
  const firstWith = new Map<string, { row: number; target: Target }>()
  return (fileRow) => {
    const read = readRow(reading, fileRow)
    const { values, issues, about } = read
    const { row } = fileRow
    const externalId = textOf(values, 'external_id')
    const name = textOf(values, 'name')
    const twin = externalId === undefined ? undefined : firstWith.get(externalId)
    const there = externalId === undefined ? undefined : known.byExternalId(externalId)
    const edited = existing.update ? there : undefined
    const ownerText = textOf(values, 'owner')
    const owner = edited !== undefined && ownerText === undefined ? { id: undefined } : ownerOf(ownerText)
    if ('cause' in owner) issues.push(about('owner', owner.cause, owner.next_step))
    if (twin) {
      issues.push(about('external_id', `Row ${twin.row} has the same external ID.`, 'Remove one of the two rows.'))
    } else if (there !== undefined && edited === undefined) {
      const next = 'Remove the row. People can still be matched to this household by its external ID.'
      issues.push(about('external_id', 'A household with this external ID already exists.', next))
    }
    const { warnings } = read
    if (externalId === undefined && name !== undefined && known.byName(fold(name)).length > 0)
      warnings.push(about('name', 'A household with this name already exists.', 'Check that this is a different one.'))
    const isNew = issues.length === 0 && !('cause' in owner) && owner.id !== undefined && edited === undefined
    const fields = isNew ? householdCreate.parse({ ...writtenOf(values), ...ownerGiven(owner.id) }) : null
    const edit =
      issues.length > 0 || 'cause' in owner || edited === undefined
        ? null
        : { id: edited, given: { ...editOf(givenTo(read, existing)), ...ownerGiven(owner.id) } }
    const target: Target =
      twin?.target ??
      (there === undefined ? { kind: fields === null ? 'refused' : 'new', row } : { kind: 'existing', id: there })
    if (externalId !== undefined && !twin) firstWith.set(externalId, { row, target })
    return { row, title: name ?? externalId ?? `Row ${row}`, issues, warnings, edit, externalId, name, fields, target }
  }

  function ownerOf(text: string | undefined): { id: string } | { cause: string; next_step: string } {
    const found = text === undefined ? (defaultOwner === null ? [] : [defaultOwner]) : known.owners(text)
    const [id] = found
    if (id !== undefined && found.length === 1) return { id }
    const next_step = 'Enter the email address of one of the firm’s users, or choose an owner for rows without one.'
    if (text === undefined) return { cause: `The ${ownerLabel} is missing.`, next_step }
    if (found.length > 1) return { cause: 'Several of the firm’s users have this name.', next_step }
    return { cause: 'This is not one of the firm’s users.', next_step }
  }
}

const ownerLabel = householdFields.primary_relationship_owner_id.label.toLowerCase()

/** The fields that a row gives a household, without the name, which only tells rows apart, and the text of the owner, who is found by it. */
function writtenOf({ name: _, owner: __, ...written }: JsonFields): JsonFields {
  return written
}

/** The values that a row gives an existing household. Its external id is how it was found, and is not written. */
function editOf(given: JsonFields): JsonFields {
  const { external_id: _, ...written } = writtenOf(given)
  return written
}

const ownerGiven = (id: string | undefined): JsonFields =>
  id === undefined ? {} : { primary_relationship_owner_id: id }
