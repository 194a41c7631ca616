import { describe, expect, it } from 'vitest'
import { procedurePaths } from '../../../electron/api/transport/message.ts'
import {
  procedurePurposes,
  purposeOf,
  refuseForbiddenProcedure,
} from '../../../electron/policy/procedure-permissions.ts'
import { purposes } from '../../../shared/domain/policy-permissions.ts'

const known = Object.entries(procedurePurposes).flatMap(([domain, names]) =>
  Object.keys(names).map((name) => `${domain}.${name}`),
)
const procedures = procedurePaths().map((path) => path.slice(1).replace('/', '.'))

describe('the table of what procedures do', () => {
  it('names every procedure, and no other', () => {
    expect(known.toSorted()).toEqual(procedures.toSorted())
  })

  it('has procedures of every purpose, so that each can be forbidden somewhere', () => {
    expect(new Set(procedures.map(purposeOf))).toEqual(new Set(Object.keys(purposes)))
  })
})

describe('a procedure that the table does not name', () => {
  it.each(['households.steal', 'toString', 'constructor.name', 'outbox.constructor', ''])(
    'such as “%s” counts as forbidden',
    (procedure) => {
      expect(() => refuseForbiddenProcedure(procedure, { no_save_as: true })).toThrow(/does not allow/)
      expect(() => refuseForbiddenProcedure(procedure, {})).not.toThrow()
    },
  )
})
