import { Checkbox, Select } from '@mantine/core'
import { FieldRow } from './FieldRow.tsx'
import classes from './forms.module.css'
import { useField } from './use-field.ts'

/** A yes or no field. */
export function FlagField({ name, label }: { name: string; label: string }) {
  const { field, input, row } = useField(name)
  return (
    <FieldRow {...row} label={label}>
      <div className={classes.flag}>
        <Checkbox
          {...input}
          checked={field.value === true}
          onChange={(event) => field.onChange(event.currentTarget.checked)}
        />
      </div>
    </FieldRow>
  )
}

type Props = { name: string; label: string; names: Readonly<Record<string, string>>; required?: boolean }

/** Selects one of a known set. A value unknown to Steward stays until another one is chosen. */
export function ChoiceField({ name, label, names, required = false }: Props) {
  const { field, input, row } = useField(name)
  const value = String(field.value ?? '')
  const known = Object.entries(names).map(([of, called]) => ({ value: of, label: called }))
  const data = value === '' || Object.hasOwn(names, value) ? known : [{ value, label: value }, ...known]
  return (
    <FieldRow {...row} label={label} required={required}>
      <Select
        {...input}
        aria-required={required}
        data={data}
        value={value === '' ? null : value}
        onChange={(chosen) => field.onChange(chosen ?? '')}
        placeholder="Not set"
        searchable={known.length > 8}
        allowDeselect={false}
        openOnFocus={false}
        withScrollArea={false}
        classNames={{ options: classes.options ?? '' }}
        nothingFoundMessage="No matches."
      />
    </FieldRow>
  )
}

const answers = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** Yes, no or unanswered. */
export function AnswerField({ name, label }: { name: string; label: string }) {
  const { field, input, row } = useField(name)
  return (
    <FieldRow {...row} label={label}>
      <Select
        {...input}
        data={answers}
        value={typeof field.value === 'boolean' ? String(field.value) : null}
        onChange={(chosen) => field.onChange(chosen === 'true')}
        placeholder="Not set"
        allowDeselect={false}
        openOnFocus={false}
      />
    </FieldRow>
  )
}
