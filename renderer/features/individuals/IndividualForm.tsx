import { lifeProblems } from '../../../shared/domain/life-dates.ts'
import { type IndividualUpdate, individualUpdate } from '../../../shared/service/writes.ts'
import { FormNote } from '../../components/forms/FieldRow.tsx'
import { changesOf, countText, type FormValues, valuesOf } from '../../components/forms/form-values.ts'
import { RecordForm } from '../../components/forms/RecordForm.tsx'
import { checkBody } from '../../components/forms/schema-problems.ts'
import { useAsk } from '../../components/forms/use-ask.tsx'
import type { Editing } from '../../components/forms/use-editing.ts'
import { useSave } from '../../components/forms/use-save.ts'
import { localToday } from '../../lib/today.ts'
import { PersonFields } from './PersonFields.tsx'
import { clearablePersonFields, personFields, tooManyPrimaries } from './person-values.ts'
import { useOtherPrimaries } from './use-primaries.ts'

const stillDeceased = {
  title: 'Is this person still deceased?',
  text: 'You cleared the date of death, and Deceased is still set.',
  answers: [
    { answer: 'alive', label: 'Not deceased' },
    { answer: 'undated', label: 'Deceased, date unknown' },
  ],
} as const

type Props = {
  id: string
  household: { id: string; name: string | null }
  editing: Editing
  base: NonNullable<Editing['base']>
}

/** The edit form of a person, shown in place of their fields. */
export function IndividualForm({ id, household, editing, base }: Props) {
  const save = useSave(editing.draft)
  const others = useOtherPrimaries(household.id, id)
  const initial = valuesOf(base, personFields)
  const { ask, dialog } = useAsk<'alive' | 'undated'>(stillDeceased)
  return (
    <>
      <RecordForm<IndividualUpdate>
        label="Person"
        draft={editing.draft}
        initial={initial}
        check={(values) => {
          const { fields, problems } = changesOf(initial, values as FormValues, clearablePersonFields)
          const { is_primary: primary } = fields
          const crowded = primary === true && others ? tooManyPrimaries(others) : null
          const life = lifeProblems(values, { changed: Object.keys(fields), today: localToday() })
          const primaries = crowded === null ? {} : { is_primary: crowded }
          return checkBody(individualUpdate, fields, { ...life, ...problems, ...primaries })
        }}
        confirm={async (fields, values) => {
          const { is_deceased: deceased } = values as FormValues
          if (fields.date_of_death !== null || deceased !== true) return fields
          const answer = await ask()
          if (answer === null) return null
          return answer === 'alive' ? { ...fields, is_deceased: false } : fields
        }}
        save={async (fields) => {
          if (Object.keys(fields).length > 0)
            await save({ action: 'update', resource: 'individuals', record_id: id, fields, base })
          editing.end()
        }}
        said={countText}
        editing={editing}
        onClose={editing.end}
      >
        <PersonFields />
        <FormNote>The service cannot move a person to another household.</FormNote>
      </RecordForm>
      {dialog}
    </>
  )
}
