import { describe, expect, it } from 'vitest'
import type { Field, Fields } from '../../../shared/records/field.ts'
import { resourceFields } from '../../../shared/records/resource-fields.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import { domainOf, resources, tableOf } from '../../../shared/service/resource.ts'
import { individualCreate, individualUpdate, primaryIndividualCreate } from '../../../shared/service/writes.ts'

const every = Object.values<Fields>(resourceFields).flatMap((fields) => Object.entries<Field>(fields))

describe('the fields of all resources', () => {
  it('have one label and kind each, because operations are shown without regard to their resource', () => {
    const seen = new Map<string, Pick<Field, 'label' | 'kind'>>()
    for (const [name, { label, kind }] of every) {
      expect({ name, label, kind }).toEqual({ name, label, kind, ...seen.get(name) })
      seen.set(name, { label, kind })
    }
  })

  it.each(resources)('are those of the schema of %s, besides what every record has', (resource) => {
    const common = ['id', 'created_at', 'updated_at']
    const known = Object.keys(recordSchemas[resource].shape).filter((name) => !common.includes(name))
    expect(known.toSorted()).toEqual(Object.keys(resourceFields[resource]).toSorted())
  })

  it('are required, optional or refused in a write as described', () => {
    const person = { first_name: 'Ada', last_name: 'Byron' }
    expect(individualCreate.safeParse(person).success).toBe(false)
    expect(individualCreate.safeParse({ ...person, household_id: 'h' }).success).toBe(true)
    expect(individualCreate.safeParse({ ...person, household_id: 'h', date_of_death: '2020-01-01' }).success).toBe(
      false,
    )
    expect(individualUpdate.safeParse({ date_of_death: '2020-01-01' }).success).toBe(true)
    expect(individualUpdate.safeParse({ household_id: 'h' }).success).toBe(false)
    expect(individualUpdate.safeParse({ email: null }).success).toBe(true)
    expect(individualUpdate.safeParse({ last_name: null }).success).toBe(false)
    expect(individualCreate.safeParse({ ...person, household_id: 'h', email: null }).success).toBe(false)
    expect(primaryIndividualCreate.safeParse(person).success).toBe(false)
    expect(primaryIndividualCreate.safeParse({ ...person, state: 'NY' }).success).toBe(true)
    expect(primaryIndividualCreate.safeParse({ ...person, state: 'NY', is_primary: true }).success).toBe(false)
  })
})

it('a resource’s domain and table are spelled after its name', () => {
  expect(resources.map((resource) => [resource, domainOf(resource), tableOf(resource)])).toContainEqual([
    'document-summaries',
    'documentSummaries',
    'document_summaries',
  ])
})
