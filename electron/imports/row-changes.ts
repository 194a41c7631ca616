import { fieldName } from '../../shared/domain/field-words.ts'
import type { ImportPart } from '../../shared/domain/import/import-fields.ts'
import type { ParsedRow } from '../../shared/domain/import/parsed-rows.ts'
import { lifeProblems } from '../../shared/domain/life-dates.ts'
import type { JsonFields } from '../../shared/domain/operation.ts'
import { isClearing } from '../../shared/domain/operation-rules.ts'
import { isSame, own } from '../../shared/lib/json.ts'
import type { Known } from './known-records.ts'

/** The edit of a record that a row becomes; its fields are those that differ from the record. */
export type RowChange = { id: string; base: JsonFields; fields: JsonFields }

export type Changing = { change: RowChange | null }

/** True if the row changes a record that exists; false for a row with the record's own values. */
export const changesSomething = ({ change }: Changing): boolean =>
  change !== null && Object.keys(change.fields).length > 0

/** Compares the rows about records that exist with these records. */
export async function addChanges<Row extends ParsedRow>(
  part: ImportPart,
  rows: readonly Row[],
  { known, today }: { known: Known; today: string },
): Promise<(Row & Changing)[]> {
  const ids = rows.flatMap(({ edit }) => edit?.id ?? [])
  const records = await known.records(part, ids)
  return rows.map((row) => {
    if (row.edit === null) return { ...row, change: null }
    const { id, given } = row.edit
    const base = records.get(id)?.record
    if (base === undefined) return { ...row, issues: [...row.issues, goneIssue], change: null }
    const fields = Object.fromEntries(
      Object.entries(given).filter(([field, value]) => !isSame(value, own(base, field))),
    )
    const issues = [...row.issues, ...lifeIssues({ base, fields, today })]
    const warnings = [...row.warnings, ...deathWarnings(base, fields)]
    return { ...row, issues, warnings, change: issues.length > 0 ? null : { id, base, fields } }
  })
}

const goneIssue: ParsedRow['issues'][number] = {
  column: 'Record',
  value: '',
  cause: 'Its record is no longer in the offline copy.',
  next_step: 'Check the rows again.',
}

type Edited = { base: JsonFields; fields: JsonFields; today: string }

/** Dates that contradict what the record already has. */
function lifeIssues({ base, fields, today }: Edited): ParsedRow['issues'] {
  const problems = lifeProblems({ ...base, ...fields }, { changed: Object.keys(fields), today })
  return Object.entries(problems).map(([field, cause]) => ({
    column: fieldName(field),
    value: String(fields[field] ?? ''),
    cause,
    next_step: 'Correct the row, or the person in Steward.',
  }))
}

function deathWarnings(base: JsonFields, fields: JsonFields): ParsedRow['warnings'] {
  const died = { before: own(base, 'date_of_death') ?? null, after: own(fields, 'date_of_death') ?? null }
  const isCleared = Object.hasOwn(fields, 'date_of_death') && isClearing(died)
  if (!isCleared || { ...base, ...fields }.is_deceased !== true) return []
  const cause = 'The date of death is cleared, and Deceased stays set.'
  return [{ column: fieldName('date_of_death'), value: '', cause, next_step: 'Check that this is intended.' }]
}
