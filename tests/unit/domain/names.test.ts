import { describe, expect, it } from 'vitest'
import {
  documentTypeNames,
  entityKindNames,
  entityStageNames,
  inEstateStatusNames,
  nameOf,
  resourceNames,
} from '../../../shared/domain/names.ts'
import { documentTypes } from '../../../shared/service/document.ts'
import { entityKinds, entityStages, inEstateStatuses } from '../../../shared/service/entity.ts'
import { resources } from '../../../shared/service/resource.ts'

describe('names of enum values', () => {
  it.each([
    ['entity kinds', entityKinds, entityKindNames],
    ['entity stages', entityStages, entityStageNames],
    ['estate statuses', inEstateStatuses, inEstateStatusNames],
    ['document types', documentTypes, documentTypeNames],
    ['resources', resources, resourceNames],
  ] as const)('exist for all %s, and for nothing else', (_, values, names) => {
    expect(Object.keys(names).toSorted()).toEqual([...values].toSorted())
  })

  it('are told apart', () => {
    for (const names of [entityKindNames, entityStageNames, documentTypeNames]) {
      expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length)
    }
  })

  it('leave unknown values as the service sent them', () => {
    expect(nameOf(entityKindNames, 'DYNASTY_TRUST')).toBe('DYNASTY_TRUST')
    expect(nameOf(entityKindNames, 'constructor')).toBe('constructor')
    expect(nameOf(entityKindNames, 'LLC_BUSINESS_ENTITY')).toBe('LLC')
  })
})
