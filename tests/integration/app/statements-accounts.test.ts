import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { shellDouble } from '../../doubles/shell.ts'
import {
  answerAll,
  approvable,
  createStatementFirm,
  drop,
  minute,
  october,
  statement,
} from './support/statement-firm.ts'
import { createTenantCores, inputFor, signIn, synced } from './support/tenant-cores.ts'

const cores = createTenantCores()
const { tempFolder, startCore, cleanUp } = cores
const openTenant = createStatementFirm(cores)

afterEach(cleanUp)

describe('a custodian’s file', () => {
  it('gives another computer which account belongs to which entity, in a file that shows no number', async () => {
    const opened = await openTenant()
    const { core, id, sandbox, valued } = opened
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    await core.statements.approve({ connectionId: id, entities: await approvable(opened) })
    const folder = await tempFolder()
    const shell = shellDouble((name) => ({ folder, name, replace: false }))
    await core.close()
    const exporting = await startCore({ ...opened, shell, graceMs: minute })
    const passphrase = 'correct horse battery'
    const { file: written } = await exporting.statements.exportAccounts({ connectionId: id, passphrase })
    const text = await readFile(join(folder, written?.name ?? ''), 'utf8')
    expect(text).not.toMatch(/X10442871|Z20913355/)
    const base64 = Buffer.from(text).toString('base64')
    const back = await exporting.statements.importAccounts({ connectionId: id, base64, passphrase, answers: {} })
    expect(back).toEqual({ in_file: 2, taken: 0, kept: 2, asked: 0, conflicts: [], known: 2 })

    const other = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble() })
    const { id: there } = await other.connections.add(inputFor(sandbox, 'Alder'))
    await signIn(other, there)
    await synced(other, there)
    await expect(
      other.statements.importAccounts({ connectionId: there, base64, passphrase: 'another one', answers: {} }),
    ).rejects.toMatchObject({ code: 'statements/accounts-unreadable' })
    expect(await other.statements.importAccounts({ connectionId: there, base64, passphrase, answers: {} })).toEqual({
      ...{ in_file: 2, taken: 2, kept: 0, asked: 0, conflicts: [], known: 2 },
    })
    const dropped = await drop({ core: other, id: there }, 'november.csv', october.replace('Oct-30', 'Nov-20'))
    await other.statements.read({ connectionId: there, id: dropped })
    const { accounts } = await other.statements.review({ connectionId: there })
    expect(accounts.map(({ entity }) => entity?.id)).toEqual(valued.slice(0, 2))
  })

  it('from which a colleague knows an account for another entity is a question when their accounts come in: nothing changes before its answer', async () => {
    const opened = await openTenant()
    const { core, id, sandbox, valued } = opened
    await answerAll(opened, await drop(opened, 'positions.csv', october))
    await core.statements.approve({ connectionId: id, entities: await approvable(opened) })
    await core.close()
    const folder = await tempFolder()
    const shell = shellDouble((name) => ({ folder, name, replace: false }))
    const exporting = await startCore({ ...opened, shell, graceMs: minute })
    const passphrase = 'correct horse battery'
    const { file: written } = await exporting.statements.exportAccounts({ connectionId: id, passphrase })
    const base64 = (await readFile(join(folder, written?.name ?? ''))).toString('base64')

    // The colleague knows one of the two accounts, for the third entity.
    const other = await startCore({
      userDataDir: await tempFolder(),
      keychain: createKeychainDouble(),
      graceMs: minute,
    })
    const { id: there } = await other.connections.add(inputFor(sandbox, 'Alder'))
    await signIn(other, there)
    await synced(other, there)
    const colleague = { ...opened, core: other, id: there, valued: [valued[2] ?? ''] }
    const own = statement('Oct-30-2026', [
      { account: 'X10442871', name: 'Trust', symbol: 'LARX', holding: 'LARCH TOTAL MARKET INDEX', value: '384661.31' },
    ])
    await answerAll(colleague, await drop(colleague, 'own.csv', own))
    await other.statements.approve({ connectionId: there, entities: await approvable(colleague) })
    const bring = (answers: Record<string, 'mine' | 'file'>) =>
      other.statements.importAccounts({ connectionId: there, base64, passphrase, answers })

    const asked = await bring({})
    const { rows } = await other.entities.list({
      ...{ connectionId: there, offset: 0, limit: 100, filters: [], scope: {} },
      sort: { column: 'title', direction: 'asc' },
    })
    const named = (entityId: string | undefined) => ({
      id: entityId,
      name: rows.find((row) => row.id === entityId)?.title,
    })
    expect(asked).toEqual({
      ...{ in_file: 2, taken: 1, kept: 0, asked: 1, known: 2 },
      conflicts: [
        {
          ...{ id: expect.any(String), digits: '…871', name: 'Trust' },
          ...{ mine: [named(valued[2])], file: named(valued[0]) },
        },
      ],
    })
    expect(JSON.stringify(asked)).not.toContain('X10442871')
    const conflict = asked.conflicts[0]?.id ?? ''
    expect(await bring({})).toMatchObject({ taken: 0, kept: 1, asked: 1, known: 2 })
    expect(await bring({ [conflict]: 'mine' })).toMatchObject({ taken: 0, kept: 2, asked: 0, known: 2 })
    const later = await drop(colleague, 'later.csv', own.replace('Oct-30', 'Nov-20'))
    await other.statements.read({ connectionId: there, id: later })
    const entityNow = async () =>
      (await other.statements.review({ connectionId: there })).accounts.map(({ entity }) => entity?.id)
    expect(await entityNow()).toEqual([valued[2]])

    expect(await bring({ [conflict]: 'file' })).toMatchObject({ taken: 1, kept: 1, asked: 0, known: 2 })
    expect(await bring({ [conflict]: 'file' })).toMatchObject({ taken: 0, kept: 2, asked: 0, known: 2 })
    expect(await entityNow()).toEqual([valued[0]])
  })

  it('of which a number shows only its end is known again once its custodian is named, and is asked for another custodian', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const masked = october.replaceAll('X10442871', '****2871').replaceAll('Z20913355', '****3355')
    const name = (file: string, custodian: string) =>
      core.statements.answer({ connectionId: id, id: file, change: { what: 'custodian', name: custodian } })
    const first = await drop(opened, 'october.csv', masked)
    await answerAll(opened, first)
    await name(first, 'Alder Custody')
    const { saved } = await core.statements.approve({ connectionId: id, entities: await approvable(opened) })
    expect(saved).toHaveLength(2)

    const accountsOf = async (file: string) => {
      await core.statements.read({ connectionId: id, id: file })
      const { accounts } = await core.statements.review({ connectionId: id })
      return accounts
        .filter(({ file_id }) => file_id === file)
        .map((one) => [one.entity?.id ?? null, one.proposed_custodian, one.proposals[0]?.id ?? null])
    }
    const second = await drop(opened, 'november.csv', masked.replace('Oct-30', 'Nov-20'))
    expect(await accountsOf(second)).toEqual([
      [null, 'Alder Custody', valued[0]],
      [null, 'Alder Custody', valued[1]],
    ])
    await name(second, 'Birch Trust')
    expect((await accountsOf(second)).map(([entity]) => entity)).toEqual([null, null])
    await name(second, 'ALDER CUSTODY')
    expect((await accountsOf(second)).map(([entity]) => entity)).toEqual(valued.slice(0, 2))
  })

  it('of a custodian stays that custodian’s on another computer: the same number of another one is asked there', async () => {
    const opened = await openTenant()
    const { core, id, sandbox, valued } = opened
    const file = await drop(opened, 'october.csv', october)
    await answerAll(opened, file)
    const named = { what: 'custodian' as const, name: 'Alder Custody' }
    await core.statements.answer({ connectionId: id, id: file, change: named })
    await core.statements.approve({ connectionId: id, entities: await approvable(opened) })
    await core.close()
    const folder = await tempFolder()
    const shell = shellDouble((name) => ({ folder, name, replace: false }))
    const exporting = await startCore({ ...opened, shell, graceMs: minute })
    const passphrase = 'correct horse battery'
    const { file: written } = await exporting.statements.exportAccounts({ connectionId: id, passphrase })
    const base64 = (await readFile(join(folder, written?.name ?? ''))).toString('base64')

    const other = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble() })
    const { id: connectionId } = await other.connections.add(inputFor(sandbox, 'Alder'))
    await signIn(other, connectionId)
    await synced(other, connectionId)
    await other.statements.importAccounts({ connectionId, base64, passphrase, answers: {} })
    const dropped = await drop({ core: other, id: connectionId }, 'november.csv', october.replace('Oct-30', 'Nov-20'))
    const entitiesOf = async (custodian: string | null) => {
      const change = { what: 'custodian' as const, name: custodian }
      await other.statements.answer({ connectionId, id: dropped, change })
      const { accounts } = await other.statements.review({ connectionId })
      return accounts.map(({ entity, why }) => entity?.id ?? why)
    }
    const elsewhere = 'Its number was confirmed for an account of another custodian.'
    expect(await entitiesOf('Birch Trust')).toEqual([elsewhere, elsewhere])
    expect(await entitiesOf('Alder Custody')).toEqual(valued.slice(0, 2))
  })
})
