import { Checkbox, Select, TextInput } from '@mantine/core'
import { Fragment, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { type Field, type Fields, isClearable, type NamesOf } from '../../../shared/records/field.ts'
import { ClearButton, clearedHint, clearWidth } from './ClearButton.tsx'
import { FieldRow } from './FieldRow.tsx'
import { unfinishedDate } from './form-values.ts'
import classes from './forms.module.css'
import { LongField, TextField } from './TextField.tsx'
import { useField } from './use-field.ts'

/** A yes or no field. */
function FlagField({ name, label }: { name: string; label: string }) {
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

type ChoiceFieldProps = { name: string; label: string; names: Readonly<Record<string, string>>; required?: boolean }

/** Selects one of a known set. A value unknown to Steward stays until another one is chosen. */
function ChoiceField({ name, label, names, required = false }: ChoiceFieldProps) {
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
        classNames={{ options: 'option-list' }}
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
function AnswerField({ name, label }: { name: string; label: string }) {
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

/**
 * A calendar date as `YYYY-MM-DD` throughout. The browser's control reports no value while a date is incomplete, so its validity
 * is checked on blur: an incomplete date must not count as an empty one.
 */
function DateField({
  name,
  label,
  description,
  clearable = false,
}: {
  name: string
  label: string
  description?: string | undefined
  /** True if the record's value can be cleared. */
  clearable?: boolean
}) {
  const { field, input, row, clearing, clear } = useField(name, { clearable })
  const element = useRef<HTMLInputElement | null>(null)
  const value = String(field.value ?? '')
  useEffect(() => {
    // An incomplete date has no text to show. A draft may restore one over the date of the record.
    const shown = value === unfinishedDate ? '' : value
    if (element.current && element.current.value !== shown) element.current.value = shown
  }, [value])
  const take = () => {
    if (!element.current) return
    const { validity, value: now } = element.current
    const meant = validity.badInput ? unfinishedDate : now
    if (meant !== value) field.onChange(meant)
  }
  const empty = () => {
    // The form value may be unchanged, so an incomplete date must be cleared in the element itself.
    if (element.current) element.current.value = ''
  }
  const hints = [clearing === 'done' ? clearedHint : null, description].filter((hint) => hint != null)
  const { ref } = input
  const attach = useCallback(
    (node: HTMLInputElement | null) => {
      element.current = node
      ref(node)
    },
    [ref],
  )
  return (
    <FieldRow
      {...row}
      label={label}
      onUndo={() => {
        empty()
        row.onUndo()
      }}
    >
      <TextInput
        {...input}
        ref={attach}
        type="date"
        description={hints.length === 0 ? undefined : hints.join(' ')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={
          clearing === 'offered' ? (
            <ClearButton
              label={label}
              onClear={() => {
                empty()
                clear()
              }}
            />
          ) : null
        }
        rightSectionWidth={clearWidth}
        max="9999-12-31"
        defaultValue={value === unfinishedDate ? '' : value}
        onChange={take}
        onBlur={() => {
          take()
          input.onBlur()
        }}
      />
    </FieldRow>
  )
}

type Props = {
  field: Field
  /** Path of the field in the form's values. */
  name: string
  /** Default: whether the service always has a value. */
  required?: boolean
  /** A sentence below the control. */
  description?: string
  /** Lines of a long text. */
  rows?: number
}

const capitals = (text: string) => text.toUpperCase()

/** The control for a field, by its kind. */
export function FieldInput({ field, name, required = field.required === true, description, rows }: Props) {
  const { kind, label } = field
  const common = { name, label, ...(description === undefined ? {} : { description }) }
  const clearable = isClearable(field)
  if (kind === 'flag') return field.required ? <FlagField {...common} /> : <AnswerField {...common} />
  if (kind === 'date') return <DateField {...common} clearable={clearable} />
  if (kind === 'choice') return <ChoiceField {...common} names={field.choices} required={required} />
  if (kind === 'long-text') {
    const limits = { ...(field.max === undefined ? {} : { most: field.max }), ...(rows === undefined ? {} : { rows }) }
    return <LongField name={name} label={label} required={required} clearable={clearable} {...limits} />
  }
  const text = { ...common, required, clearable }
  if (kind === 'email') return <TextField {...text} type="email" />
  if (kind === 'state') {
    const hint = 'Two letters, such as NY.'
    return <TextField {...text} most={2} typed={capitals} description={description ?? hint} />
  }
  return <TextField {...text} />
}

type InputsProps<F extends Fields, Name extends keyof F> = {
  fields: F
  names: readonly Name[]
  /** Controls that replace the default ones. A link always needs one, because its choices depend on the form. */
  special: Readonly<Record<Extract<Name, NamesOf<F, 'link'>>, ReactNode>> & Readonly<Partial<Record<Name, ReactNode>>>
}

/** The controls of several fields, in this order. */
export function FieldInputs<F extends Fields, Name extends keyof F & string>(props: InputsProps<F, Name>) {
  const { fields, names, special } = props
  return names.map((name) => {
    const field = fields[name]
    if (Object.hasOwn(special, name)) return <Fragment key={name}>{special[name]}</Fragment>
    return field ? <FieldInput key={name} field={field} name={name} /> : null
  })
}
