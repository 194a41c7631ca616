import { Fragment, type ReactNode } from 'react'
import { type Field, type Fields, isClearable, type NamesOf } from '../../../shared/records/field.ts'
import { AnswerField, ChoiceField, FlagField } from './ChoiceField.tsx'
import { DateField } from './DateField.tsx'
import { LongField, TextField } from './TextField.tsx'

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
