import { lifeProblems } from '../../../shared/domain/life-dates.ts'
import { type IndividualUpdate, individualUpdate } from '../../../shared/service/writes.ts'
import { FormNote } from '../../components/forms/FieldRow.tsx'
import { changesOf, countText, type FormValues, valuesOf } from '../../components/forms/form-values.ts'
import { RecordForm } from '../../components/forms/RecordForm.tsx'
import { checkBody } from '../../components/forms/schema-problems.ts'
import type { Editing } from '../../components/forms/use-editing.ts'
import { useSave } from '../../components/forms/use-save.ts'
import { localToday } from '../../lib/today.ts'
import { PersonFields } from './PersonFields.tsx'
import { personFields, tooManyPrimaries } from './person-values.ts'
import { useOtherPrimaries } from './use-primaries.ts'

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
  return (
    <RecordForm<IndividualUpdate>
      label="Person"
      draft={editing.draft}
      initial={initial}
      check={(values) => {
        const { fields, problems } = changesOf(initial, values as FormValues)
        const { is_primary: primary } = fields
        const crowded = primary === true && others ? tooManyPrimaries(others) : null
        const life = lifeProblems(values, { changed: Object.keys(fields), today: localToday() })
        const primaries = crowded === null ? {} : { is_primary: crowded }
        return checkBody(individualUpdate, fields, { ...life, ...problems, ...primaries })
      }}
      save={async (fields) => {
        if (Object.keys(fields).length > 0)
          await save({ action: 'update', resource: 'individuals', record_id: id, fields, base })
        editing.end()
      }}
      said={countText}
      overtaken={editing.overtaken}
      onClose={editing.end}
    >
      <PersonFields />
      <FormNote>The service cannot move a person to another household.</FormNote>
    </RecordForm>
  )
}
