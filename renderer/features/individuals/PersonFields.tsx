import type { ReactNode } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { isDeathUndated } from '../../../shared/domain/life-dates.ts'
import { individualFields } from '../../../shared/records/individual.ts'
import { FieldInput } from '../../components/forms/FieldInput.tsx'
import { FieldGroup, Fields } from '../../components/forms/FieldRow.tsx'
import { type PersonField, type PersonSection, personFieldsIn } from './person-layout.ts'
import { personFields } from './person-values.ts'

const at = (within: string, name: string) => (within === '' ? name : `${within}.${name}`)

/** Date of death, with a hint once Deceased is set. It stays optional, because it may be unknown. */
function DateOfDeath({ name, deceased }: { name: string; deceased: string }) {
  const [date_of_death, is_deceased] = useWatch<FieldValues, string[]>({ name: [name, deceased] })
  const hint = isDeathUndated({ date_of_death, is_deceased })
    ? { description: 'Deceased is set. Enter the date if it is known.' }
    : {}
  return <FieldInput field={individualFields.date_of_death} name={name} {...hint} />
}

type Props = {
  section: PersonSection
  /** Path of the individual in the form's values; '' if the form is about a single individual. */
  within?: string
  /** The fields that the form has; default: all. */
  offered?: readonly string[]
  /** Fields that are required here in addition. */
  required?: readonly PersonField[]
  /** Lines of a long text. */
  rows?: number
}

/** The controls of one section of an individual's fields. */
export function PersonInputs({ section, within = '', offered = personFields, required = [], rows }: Props) {
  const names = personFieldsIn(section).filter((name) => offered.includes(name))
  return names.map((name) => {
    const path = at(within, name)
    if (name === 'date_of_death') return <DateOfDeath key={name} name={path} deceased={at(within, 'is_deceased')} />
    return (
      <FieldInput
        key={name}
        field={individualFields[name]}
        name={path}
        {...(required.includes(name) ? { required: true } : {})}
        {...(rows === undefined ? {} : { rows })}
      />
    )
  })
}

/** All fields of an individual, grouped as on their page. `offers`: suggestions, shown after the name. */
export function PersonFields({ offers }: { offers?: ReactNode }) {
  return (
    <>
      <Fields>
        <PersonInputs section="name" />
      </Fields>
      {offers}
      <FieldGroup title="Roles">
        <PersonInputs section="roles" />
      </FieldGroup>
      <FieldGroup title="Address">
        <PersonInputs section="address" />
      </FieldGroup>
      <FieldGroup title="Notes">
        <PersonInputs section="notes" />
      </FieldGroup>
    </>
  )
}
