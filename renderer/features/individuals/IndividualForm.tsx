import { useQuery, useQueryClient } from '@tanstack/react-query'
import { localToday } from '../../../shared/domain/days.ts'
import { lifeProblems } from '../../../shared/domain/life-dates.ts'
import type { Editing } from '../../components/forms/drafts.ts'
import { FormNote } from '../../components/forms/FieldRow.tsx'
import { EditForm } from '../../components/forms/RecordForm.tsx'
import { useAsk } from '../../components/forms/use-ask.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { PersonFields } from './PersonFields.tsx'
import { tooManyPrimaries } from './person-values.ts'

/**
 * Whether a household has as many primary clients as it can have without one individual, with pending changes applied.
 *
 * @returns `read` resolves once they are read, or cannot be, and is null if they were; `problem` says that there are too many for another one, as far as they are
 *   read: else the service decides
 */
export function useOtherPrimaries(householdId: string, but: string | null) {
  const queries = useQueryClient()
  const input = {
    connectionId: useConnection().id,
    offset: 0,
    limit: 10,
    sort: { column: 'title' as const, direction: 'asc' as const },
    filters: [{ column: 'is_primary' as const, operator: 'is' as const, values: [true] }],
    scope: { household_id: householdId },
  }
  const options = useApi().individuals.list.queryOptions({ input })
  useQuery(options)
  return {
    read: () =>
      queries.getQueryData(options.queryKey) === undefined ? queries.ensureQueryData(options).catch(() => {}) : null,
    problem() {
      const rows = queries.getQueryData(options.queryKey)?.rows ?? []
      return tooManyPrimaries(rows.filter(({ id, pending }) => id !== but && pending !== 'deleted'))
    },
  }
}

const stillDeceased = {
  title: 'Is this person still deceased?',
  text: 'You cleared the date of death, and Deceased is still set.',
  answers: [
    { answer: 'alive', label: 'Not deceased' },
    { answer: 'undated', label: 'Deceased, date unknown' },
  ],
} as const

type Props = { household: { id: string; name: string | null }; editing: Editing }

/** The edit form of an individual, shown in place of their fields. */
export function IndividualForm({ household, editing }: Props) {
  const others = useOtherPrimaries(household.id, editing.id)
  const { ask, dialog } = useAsk<'alive' | 'undated'>(stillDeceased)
  return (
    <>
      <EditForm
        resource="individuals"
        editing={editing}
        reads={others.read}
        problemsOf={(changed, values) => {
          const crowded = changed.is_primary === true ? others.problem() : null
          const life = lifeProblems(values, { changed: Object.keys(changed), today: localToday() })
          return crowded === null ? life : { ...life, is_primary: crowded }
        }}
        confirm={async (changed, { is_deceased: deceased }) => {
          if (changed.date_of_death !== null || deceased !== true) return changed
          const answer = await ask()
          if (answer === null) return null
          return answer === 'alive' ? { ...changed, is_deceased: false } : changed
        }}
      >
        <PersonFields />
        <FormNote>The service cannot move a person to another household.</FormNote>
      </EditForm>
      {dialog}
    </>
  )
}
