import { NativeSelect } from '@mantine/core'
import { fieldName } from '../../../shared/domain/field-words.ts'
import type { Json } from '../../../shared/domain/same.ts'
import { useOwners } from '../intake/public.ts'

const owners = { entity_id: 'entities', individual_id: 'individuals' } as const

type OwnerField = keyof typeof owners

export const isOwnerField = (field: string): field is OwnerField => Object.hasOwn(owners, field)

type Props = {
  household: string
  field: OwnerField
  value: Json
  problem?: string | undefined
  onChange: (value: Json) => void
}

/** Chooses the entity or person of a household that a document is about, or none. */
export function OwnerEditor({ household, field, value, problem, onChange }: Props) {
  const known = useOwners(household)[owners[field]]
  const id = typeof value === 'string' ? value : ''
  const here = id === '' || known.some((choice) => choice.value === id) ? [] : [{ value: id, label: id }]
  return (
    <NativeSelect
      aria-label={fieldName(field)}
      size="sm"
      error={problem}
      data={[{ value: '', label: 'None' }, ...here, ...known]}
      value={id}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
