import { Button } from '@mantine/core'
import { type FieldValues, useFieldArray, useFormContext } from 'react-hook-form'
import { FieldGroup } from '../../components/forms/FieldRow.tsx'
import { Section } from '../../components/Section.tsx'
import { Quiet } from '../../components/Values.tsx'
import { emptyPrimary, mostPrimaries, PersonInputs } from '../individuals/public.ts'

const places = ['First', 'Second'] as const
const offered = Object.keys(emptyPrimary)

/** Fields for up to two people who are created together with their household, as its primary clients. */
export function PrimariesFields() {
  const { control, setFocus } = useFormContext<FieldValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'primary_individuals' })
  const add = () => {
    append(structuredClone(emptyPrimary), { focusName: `primary_individuals.${fields.length}.first_name` })
  }
  return (
    <>
      {fields.map((person, at) => (
        <FieldGroup
          key={person.id}
          title={`${places[at] ?? 'Another'} primary client`}
          aside={
            <Button
              variant="subtle"
              onClick={() => {
                remove(at)
                setFocus('external_id')
              }}
            >
              Remove the {(places[at] ?? 'other').toLowerCase()} primary client
            </Button>
          }
        >
          {(['name', 'address', 'roles', 'notes'] as const).map((section) => (
            <PersonInputs
              key={section}
              section={section}
              within={`primary_individuals.${at}`}
              offered={offered}
              required={['state']}
              rows={2}
            />
          ))}
        </FieldGroup>
      ))}
      <Section title="Primary clients">
        {fields.length < mostPrimaries ? (
          <Button variant="default" onClick={add}>
            {fields.length === 0 ? 'Add a primary client' : 'Add a second primary client'}
          </Button>
        ) : (
          <Quiet>A household can have at most two primary clients.</Quiet>
        )}
      </Section>
    </>
  )
}
