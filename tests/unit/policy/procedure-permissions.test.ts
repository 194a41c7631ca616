import { describe, expect, it } from 'vitest'
import { forbiddenProcedures, refuseForbiddenProcedure } from '../../../electron/policy/procedure-permissions.ts'
import { forbiddingSettings, permissions } from '../../../shared/domain/policy-permissions.ts'
import { procedureMeta, procedureMetas } from '../../../shared/ipc/contract.ts'

const procedures = [...procedureMetas.keys()]

describe('what the contract says of its procedures', () => {
  it('is known for every path that can be asked for', () => {
    expect(procedures.length).toBeGreaterThan(100)
    expect(procedures.filter((path) => procedureMeta(path) === undefined)).toEqual([])
  })

  it('has procedures of every permission, so that each can be forbidden somewhere', () => {
    const used = new Set(procedures.map((path) => procedureMeta(path)?.permission))
    expect(used).toEqual(new Set(Object.keys(permissions)))
  })

  it('lets only procedures through a closed lock whose answers name no client', () => {
    expect(procedures.filter((path) => procedureMeta(path)?.whileLocked).toSorted()).toEqual([
      'app.getPreferences',
      'app.info',
      'events.subscribe',
      'lock.localData',
      'lock.lock',
      'lock.removeEverything',
      'lock.state',
      'lock.unlock',
      'presenting.state',
    ])
    const afterRemoval = procedures.filter((path) => procedureMeta(path)?.whileRemoved)
    expect(afterRemoval.toSorted()).toEqual(['events.subscribe', 'lock.state', 'presenting.state'])
    expect(procedures.filter((path) => procedureMeta(path)?.whileClosing)).toEqual(['drafts.keep'])
  })
})

describe('a path that the contract does not have', () => {
  it.each(['households.steal', 'toString', 'constructor.name', 'outbox.constructor', ''])(
    'such as “%s” counts as forbidden',
    (procedure) => {
      expect(() => refuseForbiddenProcedure(procedure, { no_save_as: true })).toThrow(/does not allow/)
      expect(() => refuseForbiddenProcedure(procedure, {})).not.toThrow()
    },
  )
})

describe('what pages learn of a policy', () => {
  const isRefused = (path: string, policy: object) => {
    try {
      refuseForbiddenProcedure(path, policy)
      return false
    } catch {
      return true
    }
  }

  it.each(forbiddingSettings)('names exactly the procedures that %s refuses', (setting) => {
    const policy = { [setting]: true }
    const refused = procedures.filter((path) => isRefused(path, policy))
    expect(refused.length).toBeGreaterThan(0)
    expect(forbiddenProcedures(policy)).toEqual(Object.fromEntries(refused.map((path) => [path, setting])))
  })

  it('names none without a policy', () => {
    expect(forbiddenProcedures({})).toEqual({})
  })
})
