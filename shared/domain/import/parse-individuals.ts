import { individualCreate } from '../../service/writes.ts'
import { fold } from '../fold.ts'
import type { Life } from '../life-dates.ts'
import type { JsonFields } from '../operation.ts'
import { type FindHousehold, keyOf } from './find-household.ts'
import {
  type ExistingRecords,
  type FileRow,
  givenTo,
  type ParsedIndividual,
  type PersonFields,
  type Reading,
  type ReadRow,
  type RowIssue,
  readRow,
  type Target,
  textOf,
} from './parsed-rows.ts'
import { comparePeople, initialOf, type KnownPerson, type Person, personOf } from './same-person.ts'

/** The most primary clients that the service allows in a household. */
const maxPrimaries = 2

export type IndividualParser = (row: FileRow) => ParsedIndividual

const body = individualCreate.omit({ household_id: true })

type IndividualSources = {
  find: FindHousehold
  peopleIn: (householdId: string) => readonly KnownPerson[]
  existing: ExistingRecords
}

/**
 * Creates a parser for the rows of an individuals file, called in file order: the second of two duplicates in a household is
 * refused.
 */
export function createIndividualParser(
  reading: Reading,
  { find, peopleIn, existing }: IndividualSources,
): IndividualParser {
  const households = new Map<string, { people: Map<string, Person[]>; primaries: number }>()

  const householdOf = (target: Target) => {
    const known = households.get(keyOf(target))
    if (known) return known
    const there = target.kind === 'existing' ? peopleIn(target.id) : []
    const made = { people: new Map<string, Person[]>(), primaries: there.filter((one) => one.is_primary).length }
    for (const one of there) add(made.people, personOf(one))
    households.set(keyOf(target), made)
    return made
  }

  return (fileRow) => {
    const read = readRow(reading, fileRow)
    const { values, issues, warnings, about } = read
    const { household: householdText, date_of_death: died, ...given } = values
    const date_of_death = typeof died === 'string' ? died : null
    checkDeath({ ...given, date_of_death }, { issues, warnings, about })
    if (date_of_death !== null) given.is_deceased = true
    const found = typeof householdText === 'string' ? find(householdText) : null
    if (found && 'cause' in found) issues.push(about('household', found.cause, found.next_step))
    const target = found && !('cause' in found) ? found : null
    if (target?.kind === 'refused') {
      const next = `Correct row ${target.row} of the households file first.`
      issues.push(about('household', `Its household is in row ${target.row}, which was rejected.`, next))
    }
    const person = asPerson(given, fileRow.row)
    const twin = target && person ? twinOf(person, householdOf(target).people, existing) : null
    const edited = existing.update && twin?.is === 'same' ? twin.person.record : undefined
    if (target && person) {
      const { primaries } = householdOf(target)
      if (twin && edited === undefined) reportTwin(twin, { issues, warnings, about, existing })
      if (given.is_primary === true && edited?.is_primary !== true && primaries >= maxPrimaries) {
        const cause = `The household has ${maxPrimaries} primary clients already, the most it can have.`
        issues.push(about('is_primary', cause, 'Enter “no”, or leave the cell empty.'))
      }
    }
    const isGood = issues.length === 0
    const fields = isGood && edited === undefined ? toBody(given) : null
    const edit = isGood && edited !== undefined ? { id: edited.id, given: editOf(read, given, existing) } : null
    if (isGood && target && person) {
      const household = householdOf(target)
      if (given.is_primary === true && edited?.is_primary !== true) household.primaries += 1
      // The next row about this person is a duplicate of this one.
      if (edited !== undefined && twin) Object.assign(twin.person, { where: person.where, record: undefined })
      else add(household.people, person)
    }
    const title = ['first_name', 'middle_name', 'last_name', 'suffix'].flatMap((field) => textOf(given, field) ?? [])
    return {
      row: fileRow.row,
      title: title.join(' ') || `Row ${fileRow.row}`,
      issues,
      warnings,
      edit,
      fields,
      date_of_death,
      target,
    }
  }
}

/** Checks the date of death against Deceased: only one of them is a warning, a contradiction is an error. */
function checkDeath(
  life: Life,
  { issues, warnings, about }: Pick<ReadRow, 'issues' | 'about'> & { warnings: RowIssue[] },
): void {
  const { date_of_birth: birth, date_of_death: death, is_deceased: deceased } = life
  if (typeof death !== 'string') {
    if (deceased === true)
      warnings.push(about('is_deceased', 'No date of death is given.', 'Fill it in if it is known.'))
    return
  }
  if (typeof birth === 'string' && death < birth) {
    issues.push(about('date_of_death', 'It is before the date of birth.', 'Correct one of the two dates.'))
  }
  if (deceased === false) {
    const next = 'Enter “yes” under Deceased, or remove the date.'
    issues.push(about('is_deceased', 'There is a date of death, but this says that the person is alive.', next))
  } else if (deceased === undefined) {
    warnings.push(
      about(
        'date_of_death',
        'The person is marked as deceased because this date is given.',
        'Check that this is intended.',
      ),
    )
  }
}

type Reported = Pick<ReadRow, 'issues' | 'about'> & { warnings: RowIssue[]; existing: ExistingRecords }

/** Another person who is, or could be, the one of the row. */
function reportTwin({ is, person: { where }, lacking }: Twin, { issues, warnings, about, existing }: Reported): void {
  const hasName = `${where} has the same name in the same household.`
  if (is === 'same') {
    issues.push(about('last_name', `${where} is the same person in the same household.`, 'Remove the row.'))
  } else if (existing.update) {
    const only = lacking.length > 0 ? ` Only one of the two has a ${lacking.join(' and a ')}.` : ''
    const next =
      'Give the middle name, the suffix and the date of birth as Steward has them, or correct that person in Steward first.'
    issues.push(about('last_name', `${hasName}${only} It may be someone else.`, next))
  } else {
    warnings.push(about('last_name', hasName, 'Check that this is someone else.'))
  }
}

/** The values that a row gives an existing individual. The name is how the person was found, and is not written in another spelling. */
function editOf(read: ReadRow, given: ReadRow['values'], existing: ExistingRecords): JsonFields {
  const { household: _, first_name: __, last_name: ___, ...others } = givenTo(read, existing)
  return given.is_deceased === undefined ? others : { ...others, is_deceased: given.is_deceased }
}

const toBody = (given: Readonly<Record<string, string | boolean>>): PersonFields => body.parse(given)

function asPerson(given: Readonly<Record<string, string | boolean>>, row: number): Person | null {
  const [first, last] = [textOf(given, 'first_name'), textOf(given, 'last_name')]
  if (first === undefined || last === undefined) return null
  return {
    name: { first: fold(first), middle: fold(textOf(given, 'middle_name') ?? ''), last: fold(last) },
    suffix: fold(textOf(given, 'suffix') ?? ''),
    email: fold(textOf(given, 'email') ?? ''),
    birth: textOf(given, 'date_of_birth') ?? '',
    where: `Row ${row}`,
  }
}

function add(people: Map<string, Person[]>, person: Person): void {
  const known = people.get(initialOf(person))
  if (known) known.push(person)
  else people.set(initialOf(person), [person])
}

type Twin = { is: 'same' | 'maybe'; person: Person; lacking: string[] }

/** The person whom a row is, or could be, about. For an update only one may match: of two equal ones, neither is changed. */
function twinOf(
  person: Person,
  people: ReadonlyMap<string, readonly Person[]>,
  { update }: ExistingRecords,
): Twin | null {
  const compared = (people.get(initialOf(person)) ?? []).map((other) => ({ other, ...comparePeople(person, other) }))
  const [same, second] = compared.filter(({ is }) => is === 'same')
  const maybe = compared.find(({ is }) => is === 'maybe')
  const isOnly = second === undefined && (maybe === undefined || (same?.is === 'same' && same.byBirth))
  if (same && (isOnly || !update)) return { is: 'same', person: same.other, lacking: [] }
  const first = same ?? maybe
  return first ? { is: 'maybe', person: first.other, lacking: first.is === 'maybe' ? first.lacking : [] } : null
}
