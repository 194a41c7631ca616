import type { FieldValues } from 'react-hook-form'
import { localToday } from '../../../shared/domain/days.ts'
import { lifeProblems } from '../../../shared/domain/life-dates.ts'
import { namesWith } from '../../../shared/records/field.ts'
import { householdFields } from '../../../shared/records/household.ts'
import { type HouseholdCreate, householdCreate } from '../../../shared/service/writes.ts'
import {
  type Checked,
  checkBody,
  type FormValue,
  type FormValues,
  filledIn,
} from '../../components/forms/form-values.ts'

/** The fields of a new household, other than its primary clients. */
export const newHouseholdFields = namesWith(householdFields, 'create').filter((name) => name !== 'primary_individuals')

type Own = Record<(typeof newHouseholdFields)[number], FormValue>

/** The form values of a new household. */
export type NewHousehold = Own & { primary_individuals: FormValues[] }

export function emptyHousehold(ownerId: string): NewHousehold {
  const texts = Object.fromEntries(newHouseholdFields.map((name) => [name, ''])) as Own
  return { ...texts, primary_relationship_owner_id: ownerId, primary_individuals: [] }
}

/** Validates the form of a new household and returns the request body, with its primary clients. */
export function checkNewHousehold(values: FieldValues): Checked<HouseholdCreate> {
  const { primary_individuals, ...own } = values as NewHousehold
  const people = primary_individuals.map(filledIn)
  const problems = people.flatMap((person, at) =>
    Object.entries(lifeProblems(person, { changed: Object.keys(person), today: localToday() })).map(
      ([field, problem]) => [`primary_individuals.${at}.${field}`, problem] as const,
    ),
  )
  const body = { ...filledIn(own), ...(people.length > 0 ? { primary_individuals: people } : {}) }
  return checkBody(householdCreate, body, Object.fromEntries(problems))
}
