/** A person's dates of birth and death, and whether they are deceased; an unknown date is empty, null or absent. */
export type Life = {
  date_of_birth?: unknown
  date_of_death?: unknown
  is_deceased?: unknown
}

export type LifeField = keyof Life

const dateOf = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null

/**
 * Contradictions in a person's dates, by field.
 *
 * @param life - the person as they would be after saving
 * @param changed - the edited fields; an existing contradiction between other fields is not reported
 * @param today - `YYYY-MM-DD`
 */
export function lifeProblems(
  life: Life,
  { changed, today }: { changed: readonly string[]; today: string },
): Partial<Record<LifeField, string>> {
  const problems: Partial<Record<LifeField, string>> = {}
  const isSet = (...fields: LifeField[]) => fields.some((field) => changed.includes(field))
  const birth = dateOf(life.date_of_birth)
  const death = dateOf(life.date_of_death)
  if (birth !== null && birth > today && isSet('date_of_birth')) {
    problems.date_of_birth = 'This date is in the future.'
  }
  if (death !== null && death > today && isSet('date_of_death')) problems.date_of_death = 'This date is in the future.'
  else if (death !== null && birth !== null && death < birth && isSet('date_of_death', 'date_of_birth')) {
    problems.date_of_death = 'This date is before the date of birth.'
  }
  if (death !== null && life.is_deceased !== true && isSet('date_of_death', 'is_deceased')) {
    problems.is_deceased = 'There is a date of death. Set Deceased, or clear the date.'
  }
  return problems
}

/** True if a person has a date of death and is not marked as deceased: no edit may leave a record like that. */
export const isLivingWithDeathDate = ({ is_deceased, date_of_death }: Life): boolean =>
  is_deceased === false && typeof date_of_death === 'string' && date_of_death !== ''

/** Said beside each date that is derived for such a person, whether from the birth or from the death. */
export const unclearDeath = 'Date of death recorded, but not marked deceased'

/** True if a person is marked as deceased without a date of death. */
export const isDeathUndated = (life: Life): boolean =>
  life.is_deceased === true &&
  (life.date_of_death === '' || life.date_of_death === null || life.date_of_death === undefined)
