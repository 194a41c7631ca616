import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { answerAll, approvable, createStatementFirm, drop, minute, october } from './support/statement-firm.ts'
import { createTenantCores, resting } from './support/tenant-cores.ts'

const cores = createTenantCores()
const { tempFolder, startCore, cleanUp } = cores
const openTenant = createStatementFirm(cores)

afterEach(cleanUp)

describe('a custodian’s file', () => {
  it('is read, reviewed and logged: the service has its holdings to the cent, once, and it is known what they were read from', async () => {
    const opened = await openTenant()
    const { core, id, valued, sandbox } = opened
    const file = await drop(opened, 'Okafor positions.csv', october)
    const { file: row, reading } = await core.statements.read({ connectionId: id, id: file })
    expect(row).toMatchObject({ accounts: 2, rows: 3, sha256: createHash('sha256').update(october).digest('hex') })
    expect(reading?.accounts.map(({ number, sum }) => [number, sum])).toEqual([
      ['X10442871', '395003.51'],
      ['Z20913355', '1000.10'],
    ])
    const { rows } = await core.statements.rows({ connectionId: id, id: file, offset: 0, limit: 10 })
    expect(rows.find((each) => each.row === 2)).toMatchObject({ taken: 'holding', value: '384661.31' })

    await answerAll(opened, file)
    const review = await core.statements.review({ connectionId: id })
    expect(review.waiting).toEqual([])
    expect(review.accounts.map(({ state, tie }) => [state, tie.ties])).toEqual([
      ['mapped', true],
      ['mapped', true],
    ])
    expect(review.entities.map(({ problems }) => problems)).toEqual([[], []])
    const entities = await approvable(opened)
    const { saved, refused, undo } = await core.statements.approve({ connectionId: id, entities })
    expect(refused).toEqual([])
    expect(saved.map(({ entity_id }) => entity_id)).toEqual(valued.slice(0, 2))
    expect(undo).not.toBeNull()
    expect((await core.statements.review({ connectionId: id })).entities).toEqual([])
    expect((await core.statements.list({ connectionId: id })).files).toMatchObject([{ state: 'logged', logged: 2 }])

    await core.outbox.sendNow({ connectionId: id })
    await resting(core, id, 0)
    const { body } = await sandbox.client.api(`/entities/${valued[0]}/valuation`)
    const held =
      (body as { directly_held_assets: { display_name: string; value: number }[]; description: string }) ?? {}
    expect(held.directly_held_assets.map(({ display_name, value }) => [display_name, value])).toEqual(
      expect.arrayContaining([
        ['LARCH TOTAL MARKET INDEX', 384661.31],
        ['NORTHGATE HOLDINGS INC', 10342.2],
      ]),
    )
    expect(held.description).toContain('…871')
    expect(held.description).toContain(row.sha256)
    expect(held.description).not.toContain('Okafor')
    expect(held.description).not.toContain('X10442871')
    const { valuations } = await core.statements.readFrom({ connectionId: id, entity_id: valued[0] ?? '' })
    expect(valuations).toMatchObject([
      { effective_date: '2026-10-30', accounts: [{ number: 'X10442871', rows: 2 }], files: [{ id: file }] },
    ])
    expect(valuations[0]?.valuation_id).toBe((body as { id: string }).id)

    // The next month's file of the same accounts is known: only its date and totals are asked.
    const november = october.replace('Oct-30', 'Nov-20').replaceAll('10342.20', '10342.21')
    const second = await drop(opened, 'november.csv', november)
    await core.statements.read({ connectionId: id, id: second })
    const later = await core.statements.review({ connectionId: id })
    expect(later.accounts.map(({ state, entity }) => [state, entity?.id])).toEqual([
      ['blocked', valued[0]],
      ['blocked', valued[1]],
    ])
    expect(later.securities).toEqual([])
    expect(later.entities[0]?.counts).toMatchObject({ new: 0, gone: 0, changed: 1, same: 1 })
  })

  it('is read as soon as its bytes are here, before a screen asks for it', async () => {
    const opened = await openTenant()
    const { core, id } = opened
    expect(await core.statements.list({ connectionId: id })).toEqual({ files: [] })
    const leaving = new AbortController()
    const events = core.events.subscribe({}, leaving.signal)
    await drop(opened, 'positions.csv', october)
    for await (const event of events) if (event.type === 'files' && event.what === 'statements') break
    leaving.abort()
    expect((await core.statements.list({ connectionId: id })).files).toMatchObject([{ state: 'asks', rows: 3 }])
  })

  it('without a number of its account, or with one that a spreadsheet shortened, names none in the description', async () => {
    const opened = await openTenant()
    const { core, id } = opened
    const descriptions: unknown[] = []
    for (const content of [
      'Symbol,Description,Quantity,Value\nLARX,LARCH TOTAL MARKET INDEX,1,384661.31\n',
      'Account Number,Symbol,Description,Quantity,Value\n4.27E+11,LARX,LARCH TOTAL MARKET INDEX,1,384661.31\n',
    ]) {
      const file = await drop(opened, 'positions.csv', content)
      await answerAll(opened, file)
      const { saved } = await core.statements.approve({ connectionId: id, entities: await approvable(opened) })
      const { operation } = await core.outbox.get({ connectionId: id, id: saved[0]?.operation_id ?? '' })
      descriptions.push(operation.fields.description)
      await core.statements.remove({ connectionId: id, ids: [file] })
      await core.outbox.sendNow({ connectionId: id })
      await resting(core, id, 0)
    }
    for (const text of descriptions) expect(text).toMatch(/, account without a readable number, as of 2026-10-30\./)
  })

  it('that was approved is taken back as a whole, and what was learned from it with it', async () => {
    const opened = await openTenant()
    const { core, id } = opened
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    const { undo } = await core.statements.approve({ connectionId: id, entities: await approvable(opened) })
    expect((await core.statements.accounts({ connectionId: id })).known).toBe(2)
    const taken = await core.statements.undo({ connectionId: id, save_id: undo?.save_id ?? '' })
    expect([taken.undone.length, taken.sent.length]).toEqual([2, 0])
    expect((await core.statements.accounts({ connectionId: id })).known).toBe(0)
    expect((await core.statements.list({ connectionId: id })).files).toMatchObject([{ state: 'ready', logged: 0 }])
    expect((await core.outbox.counts({ connectionId: id })).open).toBe(0)
  })

  it('survives a restart with its decisions, and an approval of another state of the review saves nothing', async () => {
    const opened = await openTenant()
    const { core, id, userDataDir, keychain } = opened
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    const entities = await approvable(opened)
    const before = await core.statements.review({ connectionId: id })
    await core.close()

    const later = await startCore({ userDataDir, keychain, graceMs: minute })
    await later.statements.read({ connectionId: id, id: file })
    expect(await later.statements.review({ connectionId: id })).toEqual(before)
    const [account] = before.accounts
    const total = { what: 'total', account: account?.key ?? '', total: '395003.52' } as const
    await later.statements.answer({ connectionId: id, id: file, change: total })
    const changed = await later.statements.review({ connectionId: id })
    expect(changed.accounts[0]).toMatchObject({ state: 'blocked', tie: { difference: '-0.01', ties: false } })
    const { saved, refused } = await later.statements.approve({ connectionId: id, entities })
    expect(saved.map(({ entity_id }) => entity_id)).toEqual([entities[1]?.entity_id])
    expect(refused).toMatchObject([{ entity_id: entities[0]?.entity_id }])
  })

  it('is removed from this computer 30 days after all of it was logged, and not while a valuation of it waits', async () => {
    const opened = await openTenant()
    const { core, id, userDataDir, keychain } = opened
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    const copy = await drop(opened, 'copy.csv', october)
    const { saved } = await core.statements.approve({ connectionId: id, entities: await approvable(opened) })
    const filesOf = async (one: Core) => (await one.statements.list({ connectionId: id })).files
    expect(await filesOf(core)).toMatchObject([{ state: 'logged', removed_on: null }, { removed_on: null }])
    await core.outbox.sendNow({ connectionId: id })
    await resting(core, id, 0)
    const [logged, copied] = await filesOf(core)
    expect(copied).toMatchObject({ id: copy, state: 'asks', logged: 0, removed_on: logged?.removed_on })
    const savedAt: string[] = []
    for (const { operation_id } of saved) {
      const { operation } = await core.outbox.get({ connectionId: id, id: operation_id })
      savedAt.push(operation.saved_at)
    }
    const day = 86_400_000
    const last = savedAt.toSorted().at(-1) ?? ''
    expect(Date.parse(logged?.removed_on ?? '') - Date.parse(last)).toBe(30 * day)
    await core.close()

    let ahead = 30 * day - 3_600_000
    const clock = { ...systemClock, now: () => Date.now() + ahead }
    const later = await startCore({ userDataDir, keychain, clock, graceMs: minute })
    await later.statements.read({ connectionId: id, id: file })
    expect(await filesOf(later)).toMatchObject([{ id: file, state: 'logged' }, { id: copy }])
    ahead += 7_200_000
    expect(await filesOf(later)).toEqual([])
    expect(await filesOf(later)).toEqual([])
    const entity_id = saved[0]?.entity_id ?? ''
    const { valuations } = await later.statements.readFrom({ connectionId: id, entity_id })
    expect(valuations).toMatchObject([{ files: [{ id: null, file_name: 'positions.csv' }] }])
  })

  it('takes asset classes from the user’s table of kinds, and says when that is not valid', async () => {
    const opened = await openTenant()
    const { core, id, userDataDir, valued } = opened
    const kinds = october.replace(',Type', ',Asset Type').replaceAll(',Cash', ',Equity')
    const file = await drop(opened, 'positions.csv', kinds)
    await core.statements.read({ connectionId: id, id: file })
    const { accounts } = await core.statements.review({ connectionId: id })
    for (const { key } of accounts) {
      const change = { what: 'entity', account: key, entity_id: valued[0] ?? '' } as const
      await core.statements.answer({ connectionId: id, id: file, change })
    }
    const asked = (await core.statements.review({ connectionId: id })).securities
    expect(asked.map(({ kind }) => kind)).toEqual(['Equity', 'Equity'])
    const [assetClass] = await core.assetClasses.list({ connectionId: id })
    const path = join(userDataDir, 'security-kinds.json')
    const format = 'steward-security-kinds-1'
    await writeFile(path, JSON.stringify({ format, kinds: { equity: assetClass?.id } }))
    expect(await core.statements.review({ connectionId: id })).toMatchObject({ securities: [], problems: [] })
    await writeFile(path, '{ "kinds": 7 }')
    const broken = await core.statements.review({ connectionId: id })
    expect(broken.securities).toHaveLength(2)
    expect(broken.problems).toEqual([expect.stringMatching(/^security-kinds.json is not applied/)])
  })

  it('leaves nothing readable on the disk or in the log: no number, no holding, no name of a file', async () => {
    const opened = await openTenant()
    const { core, id, userDataDir, logged } = opened
    const file = await drop(opened, 'Quillfeather positions.csv', october)
    await answerAll(opened, file)
    await core.statements.approve({ connectionId: id, entities: await approvable(opened) })
    await drop(opened, 'broken.csv', 'PK\u0003\u0004 Quillfeather')
    await core.statements.list({ connectionId: id })
    await core.close()
    const entries = await readdir(userDataDir, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(3)
    const canary = /X10442871|Z20913355|LARCH TOTAL|Quillfeather|384661\.31/
    for (const entry of files) {
      expect(entry.name).not.toMatch(canary)
      expect((await readFile(join(entry.parentPath, entry.name))).toString('latin1')).not.toMatch(canary)
    }
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.join('\n')).not.toMatch(canary)
  })

  it('tells while presenting only which valuations came from it: no number and no name of a file', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const file = await drop(opened, 'Okafor.csv', october)
    await answerAll(opened, file)
    await core.statements.approve({ connectionId: id, entities: await approvable(opened) })
    const record = { resource: 'entities' as const, id: valued[0] ?? '' }
    await core.presenting.start({ connectionId: id, record })
    const told = await core.statements.readFrom({ connectionId: id, entity_id: valued[0] ?? '' })
    expect(told.valuations).toHaveLength(1)
    expect(JSON.stringify(told)).not.toMatch(/X10442871|Okafor|Trust/)
    expect(() => core.gate('statements.list')).toThrow(/While presenting/)
    expect(() => core.gate('statements.readFrom')).not.toThrow()
  })

  it('is not read where the firm’s policy says so', async () => {
    const userDataDir = await tempFolder()
    const policyFile = join(userDataDir, 'firm.json')
    await writeFile(policyFile, '{ "no_statements": true }')
    const core = await startCore({ userDataDir, keychain: createKeychainDouble(), policyFile })
    expect(() => core.gate('statements.list')).toThrow(/does not allow statements/)
    expect(() => core.gate('intake.list')).not.toThrow()
  })

  it('is in files that no other user of the computer can list or read, also in a folder that all may enter', async () => {
    const opened = await openTenant()
    const { userDataDir } = opened
    await drop(opened, 'Okafor positions.csv', october)
    // Steward's own folder is closed as well where it starts as a program.
    await chmod(userDataDir, 0o755)
    const paths = await readdir(userDataDir, { recursive: true, withFileTypes: true })
    const open: string[] = []
    for (const each of paths) {
      const path = join(each.parentPath, each.name)
      if (((await stat(path)).mode & 0o077) !== 0) open.push(path)
      if (each.isFile()) expect((await readFile(path)).includes('LARCH'), path).toBe(false)
    }
    expect(open).toEqual([])
    expect(paths.some(({ parentPath }) => parentPath.includes('staged'))).toBe(true)
    // Only root can start a process of another user.
    if (process.getuid?.() !== 0) return
    const readable = join(userDataDir, 'readable')
    await writeFile(readable, '', { mode: 0o644 })
    const nobody = { uid: 65_534, gid: 65_534, encoding: 'utf8' } as const
    expect(spawnSync('find', [userDataDir, '-type', 'f', '-readable'], nobody).stdout).toBe(`${readable}\n`)
  })

  it('of OFX takes the answer to a question about all files of its custodian: the rate of a currency is asked once', async () => {
    const opened = await openTenant()
    const { core, id } = opened
    const ofx = await readFile(join(import.meta.dirname, '../../fixtures/statements/world/larkfield.ofx'), 'utf8')
    const file = await drop(opened, 'larkfield.ofx', ofx)
    const rates = async () => {
      const { reading } = await core.statements.read({ connectionId: id, id: file })
      return (reading?.questions ?? []).filter((one) => one.id.includes('/rate:')).map((one) => one.id)
    }
    const asked = await rates()
    expect(asked.length).toBeGreaterThan(0)
    for (const question of asked) {
      const change = { what: 'answers', answers: { [question]: '1.0842 2026-10-30' } } as const
      await core.statements.answer({ connectionId: id, id: file, change })
    }
    expect(await rates()).toEqual([])
  })
})
