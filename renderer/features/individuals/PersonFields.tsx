import { type FieldValues, useWatch } from 'react-hook-form'
import { isDeathUndated } from '../../../shared/domain/life-dates.ts'
import { maxNotes } from '../../../shared/service/writes.ts'
import { FlagField } from '../../components/forms/ChoiceField.tsx'
import { DateField } from '../../components/forms/DateField.tsx'
import { FieldGroup, Fields } from '../../components/forms/FieldRow.tsx'
import { LongField, TextField } from '../../components/forms/TextField.tsx'
import { roleLabels } from './person-values.ts'

const at = (within: string, name: string) => (within === '' ? name : `${within}.${name}`)

const capitals = (text: string) => text.toUpperCase()

type Props = {
  /** Path of the individual in the form's values; '' if the form is about a single individual. */
  within?: string
  /** True if the service requires a state: it does for individuals created with their household. */
  stateRequired?: boolean
}

/** Date of death, with a hint once Deceased is set. It stays optional, because it may be unknown. */
function DateOfDeath({ name, deceased }: { name: string; deceased: string }) {
  const [date_of_death, is_deceased] = useWatch<FieldValues, string[]>({ name: [name, deceased] })
  const isAsked = isDeathUndated({ date_of_death, is_deceased })
  return (
    <DateField
      name={name}
      label="Date of death"
      description={isAsked ? 'Deceased is set. Enter the date if it is known.' : undefined}
    />
  )
}

/** An individual's name, e-mail and dates. */
export function NameFields({ within = '', died = false }: Props & { died?: boolean }) {
  return (
    <>
      <TextField name={at(within, 'first_name')} label="First name" required />
      <TextField name={at(within, 'middle_name')} label="Middle name" />
      <TextField name={at(within, 'last_name')} label="Last name" required />
      <TextField name={at(within, 'suffix')} label="Suffix" />
      <TextField name={at(within, 'email')} label="Email" type="email" />
      <DateField name={at(within, 'date_of_birth')} label="Date of birth" />
      {died ? <DateOfDeath name={at(within, 'date_of_death')} deceased={at(within, 'is_deceased')} /> : null}
    </>
  )
}

export function AddressFields({ within = '', stateRequired = false }: Props) {
  return (
    <>
      <TextField name={at(within, 'address_line1')} label="Address line 1" />
      <TextField name={at(within, 'address_line2')} label="Address line 2" />
      <TextField name={at(within, 'city')} label="City" />
      <TextField
        name={at(within, 'state')}
        label="State"
        required={stateRequired}
        most={2}
        typed={capitals}
        description="Two letters, such as NY."
      />
      <TextField name={at(within, 'postal_code')} label="Postal code" />
      <TextField name={at(within, 'country')} label="Country" />
    </>
  )
}

type RoleName = keyof typeof roleLabels

export function RoleFields({ within = '', roles }: Props & { roles: readonly RoleName[] }) {
  return roles.map((role) => <FlagField key={role} name={at(within, role)} label={roleLabels[role]} />)
}

const allRoles = Object.keys(roleLabels) as RoleName[]

/** All fields of an individual, grouped as on their page. */
export function PersonFields() {
  return (
    <>
      <Fields>
        <NameFields died />
      </Fields>
      <FieldGroup title="Roles">
        <RoleFields roles={allRoles} />
      </FieldGroup>
      <FieldGroup title="Address">
        <AddressFields />
      </FieldGroup>
      <FieldGroup title="Notes">
        <LongField name="notes" label="Notes" most={maxNotes} />
      </FieldGroup>
    </>
  )
}
