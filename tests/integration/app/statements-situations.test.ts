import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { startMortalThread } from '../../doubles/data-worker.ts'
import {
  answerAll,
  approvable,
  createStatementFirm,
  drop,
  minute,
  type Opened,
  october,
} from './support/statement-firm.ts'
import { createTenantCores, inputFor, resting, signIn, synced } from './support/tenant-cores.ts'

const cores = createTenantCores()
const { tempFolder, startCore, startTenant, cleanUp } = cores
const openTenant = createStatementFirm(cores)

afterEach(cleanUp)

type Held = { id: string; directly_held_assets: { asset_class: { id: string }; display_name: string; value: number }[] }

/** The latest valuation that the service has of an entity. */
const heldOf = async ({ sandbox }: Opened, entityId = '') =>
  (await sandbox.client.api(`/entities/${entityId}/valuation`)).body as Held

/** Logs a valuation of an entity at the service that this computer has not read. */
async function logOfColleague(opened: Opened, entityId = ''): Promise<void> {
  const assetClass = (await heldOf(opened, entityId)).directly_held_assets[0]?.asset_class.id
  await opened.sandbox.client.api(`/entities/${entityId}/valuation`, {
    method: 'POST',
    json: {
      effective_date: '2026-10-31',
      directly_held_assets: [{ asset_class_id: assetClass, display_name: 'A colleague’s', value: 7 }],
    },
  })
}

const larchIn = ({ directly_held_assets }: Held) =>
  directly_held_assets.filter(({ display_name }) => display_name === 'LARCH TOTAL MARKET INDEX')

const reviewOf = ({ core, id }: Pick<Opened, 'core' | 'id'>) => core.statements.review({ connectionId: id })

async function approveAll(opened: Opened) {
  const { core, id } = opened
  const approved = await core.statements.approve({ connectionId: id, entities: await approvable(opened) })
  expect(approved.refused).toEqual([])
  return approved
}

/** Approves and sends everything that the review shows. */
async function logAll(opened: Opened) {
  const approved = await approveAll(opened)
  await opened.core.outbox.sendNow({ connectionId: opened.id })
  await resting(opened.core, opened.id, 0)
  return approved
}

/** Syncs all resources once more. */
async function syncAgain({ core, id }: Pick<Opened, 'core' | 'id'>): Promise<void> {
  const leaving = new AbortController()
  const events = core.events.subscribe({}, leaving.signal)
  await core.sync.start({ connectionId: id })
  for await (const event of events) if (event.type === 'sync' && event.status.state === 'idle') break
  leaving.abort()
}

describe('a custodian’s file', () => {
  it('is asked about again after the ledger came back from an older copy, and what was logged from it is never doubled', async () => {
    const opened = await openTenant()
    const { core, id, valued, userDataDir, keychain } = opened
    const file = await drop(opened, 'positions.csv', october)
    await core.statements.read({ connectionId: id, id: file })
    await core.close()
    const copy = join(await tempFolder(), 'yesterday')
    await cp(userDataDir, copy, { recursive: true })

    const today = { ...opened, core: await startCore({ userDataDir, keychain, graceMs: minute }) }
    await answerAll(today, file)
    await logAll(today)
    expect(larchIn(await heldOf(opened, valued[0]))).toHaveLength(1)
    await today.core.close()
    await rm(userDataDir, { recursive: true })
    await cp(copy, userDataDir, { recursive: true })

    const restored = { ...opened, core: await startCore({ userDataDir, keychain, graceMs: minute }) }
    await restored.core.statements.read({ connectionId: id, id: file })
    await syncAgain(restored)
    const asked = await reviewOf(restored)
    expect(asked.accounts.map(({ state }) => state)).toEqual(['ask', 'ask'])
    await restored.core.entities.refreshValuation({ connectionId: id, id: valued[0] ?? '' })
    await restored.core.entities.refreshValuation({ connectionId: id, id: valued[1] ?? '' })
    await answerAll(restored, file)
    const { entities } = await reviewOf(restored)
    for (const { state, warnings, questions } of entities) {
      expect(state).toBe('looked-at')
      expect(warnings.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['first', 'same-date']))
      // The first choice replaces what the statement has, and is what was meant.
      expect(questions.map(({ choices }) => choices[0]?.value)).toEqual([expect.stringMatching(/^(?:matching|all)$/)])
    }
    const answers = Object.fromEntries(
      entities.flatMap(({ questions }) => questions.map((one) => [one.id, one.choices[0]?.value ?? ''])),
    )
    await restored.core.statements.answerReview({ connectionId: id, answers })
    expect((await reviewOf(restored)).entities.map(({ counts }) => counts)).toMatchObject([
      { new: 0, same: 2, gone: 0 },
      { new: 0, same: 1, gone: 0 },
    ])
    // The service has exactly these valuations: each is asked about before it is sent.
    await approveAll(restored)
    await restored.core.outbox.sendNow({ connectionId: id })
    await resting(restored.core, id, 2)
    const waiting = async () => {
      const { operations } = await restored.core.outbox.list({ connectionId: id, offset: 0, limit: 10, show: 'open' })
      return operations
    }
    await expect
      .poll(async () => (await waiting()).map(({ question }) => question?.kind))
      .toEqual(['already-exists', 'already-exists'])
    const latest = (await heldOf(opened, valued[0])).id
    for (const { id: operation, question } of await waiting()) {
      const candidate = String(question?.candidates[0]?.id)
      const answer = { decision: 'adopt', id: candidate } as const
      await restored.core.outbox.decide({ connectionId: id, id: operation, answer })
    }
    await resting(restored.core, id, 0)
    expect((await heldOf(opened, valued[0])).id).toBe(latest)
    const { valuations } = await restored.core.statements.readFrom({ connectionId: id, entity_id: valued[0] ?? '' })
    expect(valuations).toMatchObject([{ valuation_id: latest, accounts: [{ number: 'X10442871', rows: 2 }] }])
    expect(larchIn(await heldOf(opened, valued[0]))).toHaveLength(1)
  })

  it('of an entity that moved to another household meanwhile is looked at again, and its original is not filed with the old one', async () => {
    const opened = await openTenant()
    const { core, id, valued, sandbox } = opened
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    const seen = await approvable(opened)
    const own = await core.entities.get({ connectionId: id, id: valued[0] ?? '' })
    const { rows: households } = await core.households.list({
      ...{ connectionId: id, offset: 0, limit: 50, filters: [], scope: {} },
      sort: { column: 'title', direction: 'asc' },
    })
    const other = households.find((each) => each.id !== own.household?.id)
    sandbox.control.colleague.edit('entities', valued[0] ?? '', { household_id: other?.id })
    await syncAgain(opened)
    const [first] = (await reviewOf(opened)).entities
    expect(first?.entity.household.id).toBe(other?.id)
    const { saved, refused } = await core.statements.approve({ connectionId: id, entities: seen })
    expect(refused).toMatchObject([{ entity_id: valued[0], message: expect.stringMatching(/has changed/) }])
    expect(saved.map(({ entity_id }) => entity_id)).toEqual([valued[1]])
    const filed = await core.statements.file({
      ...{ connectionId: id, id: file, entity_id: valued[0] ?? '', what: 'extract' },
    })
    const { operation } = await core.outbox.get({ connectionId: id, id: filed.operation_id })
    expect(operation.fields).toMatchObject({ household_id: other?.id, entity_id: valued[0] })
  })

  it('of an entity that was archived meanwhile says so; of one that was deleted it is asked, and nothing is saved for it', async () => {
    const opened = await openTenant()
    const { core, id, valued, sandbox } = opened
    await answerAll(opened, await drop(opened, 'positions.csv', october))
    const seen = await approvable(opened)
    sandbox.control.colleague.edit('entities', valued[0] ?? '', { stage: 'ARCHIVED' })
    await sandbox.control.colleague.remove('entities', valued[1] ?? '')
    await syncAgain(opened)
    const review = await reviewOf(opened)
    const [archived] = review.entities
    expect(archived?.state).toBe('looked-at')
    expect(archived?.warnings.map(({ text }) => text)).toContainEqual(expect.stringMatching(/ is archived\.$/))
    expect(review.accounts[1]).toMatchObject({
      ...{ state: 'ask', entity: null },
      why: 'The entity that you chose is not in the service any more.',
    })
    const { saved, refused } = await core.statements.approve({ connectionId: id, entities: seen })
    expect(saved).toEqual([])
    expect(refused.map(({ entity_id }) => entity_id)).toEqual(valued.slice(0, 2))
  })

  it('of which a valuation waits for an entity that is deleted is asked about again, and its valuation can be taken back', async () => {
    const opened = await openTenant()
    const { core, id, valued, sandbox } = opened
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    const { undo } = await approveAll(opened)
    await sandbox.control.colleague.remove('entities', valued[1] ?? '')
    await core.outbox.sendNow({ connectionId: id })
    await resting(core, id, 1)
    await syncAgain(opened)
    const { files } = await core.statements.list({ connectionId: id })
    expect(files).toMatchObject([{ logged: 1 }])
    expect((await reviewOf(opened)).accounts.map(({ state, why }) => [state, why])).toEqual([
      ['ask', 'The entity that you chose is not in the service any more.'],
    ])
    const taken = await core.statements.undo({ connectionId: id, save_id: undo?.save_id ?? '' })
    expect(taken).toMatchObject({ sent: [{ entity_id: valued[0] }], undone: [{ entity_id: valued[1] }] })
    expect((await core.outbox.counts({ connectionId: id })).open).toBe(0)
  })

  it('of which a valuation waits is reviewed again when its entity is archived or moved before it is sent', async () => {
    const opened = await openTenant()
    const { core, id, valued, sandbox } = opened
    await answerAll(opened, await drop(opened, 'positions.csv', october))
    await approveAll(opened)
    const [other] = (await reviewOf(opened)).entities
    expect(other).toBeUndefined()
    sandbox.control.colleague.edit('entities', valued[0] ?? '', { stage: 'ARCHIVED' })
    await core.outbox.sendNow({ connectionId: id })
    await resting(core, id, 1)
    const { entities } = await reviewOf(opened)
    expect(entities.map(({ entity, state }) => [entity.id, state])).toEqual([[valued[0], 'reopened']])
    const texts = entities[0]?.warnings.map(({ text }) => text)
    expect(texts?.[0]).toMatch(/archived or moved to another household after the valuation was approved/)
    expect(texts).toContainEqual(expect.stringMatching(/ is archived\.$/))
    const { refused } = await core.statements.approve({ connectionId: id, entities: await approvable(opened) })
    expect(refused).toEqual([])
    await core.outbox.sendNow({ connectionId: id })
    await resting(core, id, 0)
    const { valuations } = await core.statements.readFrom({ connectionId: id, entity_id: valued[0] ?? '' })
    expect(valuations).toHaveLength(1)
  })

  it('cannot be approved once the firm’s policy switches statements off, and is as it was when they are on again', async () => {
    const policyFile = join(await tempFolder(), 'policy.json')
    await writeFile(policyFile, '{}')
    const opened = await openTenant({ policyFile })
    const { core } = opened
    await answerAll(opened, await drop(opened, 'positions.csv', october))
    const before = await reviewOf(opened)
    await writeFile(policyFile, JSON.stringify({ no_statements: true }))
    const refusal = () => {
      try {
        core.gate('statements.approve')
        return null
      } catch (thrown) {
        return thrown
      }
    }
    await expect.poll(refusal).toMatchObject({ message: expect.stringMatching(/does not allow statements/) })
    for (const name of ['statements.announce', 'statements.review', 'statements.answer', 'statements.file'] as const)
      expect(() => core.gate(name)).toThrow(/does not allow statements/)
    await writeFile(policyFile, '{}')
    await expect.poll(refusal).toBeNull()
    expect(await reviewOf(opened)).toEqual(before)
  })

  it('of which two windows answer the same question has the later answer, and is not approved by the window that saw the earlier one', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    const seen = await approvable(opened)
    const { accounts } = await reviewOf(opened)
    const key = accounts[0]?.key ?? ''
    const choose = (entity_id = '') =>
      core.statements.answer({ connectionId: id, id: file, change: { what: 'entity', account: key, entity_id } })
    await Promise.all([choose(valued[0]), choose(valued[2])])
    const after = await reviewOf(opened)
    expect(after.accounts[0]?.entity?.id).toBe(valued[2])
    // Each answer is kept whole: neither window loses what the other one decided about another account.
    expect(after.accounts[1]?.entity?.id).toBe(valued[1])
    const { saved, refused } = await core.statements.approve({ connectionId: id, entities: seen })
    expect(saved.map(({ entity_id }) => entity_id)).toEqual([valued[1]])
    expect(refused.map(({ entity_id }) => entity_id)).toEqual([valued[0]])
  })

  it('is known to the connection that it was dropped into alone: another user’s connection asks about its accounts', async () => {
    const opened = await openTenant()
    const { core } = opened
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    await logAll(opened)
    const sandbox = await startTenant(6)
    const { id } = await core.connections.add(inputFor(sandbox, 'Birch'))
    await signIn(core, id)
    await synced(core, id)
    expect(await core.statements.list({ connectionId: id })).toEqual({ files: [] })
    await expect(core.statements.read({ connectionId: id, id: file })).rejects.toMatchObject({
      code: 'statements/gone',
    })
    const other = await drop({ core, id }, 'positions.csv', october)
    const { file: row } = await core.statements.read({ connectionId: id, id: other })
    expect(row.same_as).toBeNull()
    const { accounts } = await core.statements.review({ connectionId: id })
    expect(accounts.map(({ state, why }) => [state, why])).toEqual(
      accounts.map(() => ['ask', 'No account with this number was read before.']),
    )
  })

  it('whose account goes to another entity while its valuation waits for an answer says that both would have it', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    await logOfColleague(opened, valued[0])
    await approveAll(opened)
    await core.outbox.sendNow({ connectionId: id })
    await resting(core, id, 1)
    const { accounts } = await reviewOf(opened)
    const change = { what: 'entity', account: accounts[0]?.key ?? '', entity_id: valued[2] ?? '' } as const
    await core.statements.answer({ connectionId: id, id: file, change })
    const [other] = (await reviewOf(opened)).entities
    expect(other?.entity.id).toBe(valued[2])
    expect(other?.warnings.map(({ text }) => text)).toContain(
      `An account of it waits in the outbox for ${accounts[0]?.entity?.name} as well: discard that valuation there.`,
    )
    expect(other?.state).not.toBe('at-once')
    expect((await heldOf(opened, valued[0])).directly_held_assets.map(({ display_name }) => display_name)).toEqual([
      'A colleague’s',
    ])
  })

  it('that is here twice counts once: its copy is left out before and after the first one is logged, and is asked about once that is removed', async () => {
    const opened = await openTenant()
    const { core, id } = opened
    const first = await drop(opened, 'positions.csv', october)
    await answerAll(opened, first)
    const copy = await drop(opened, 'copy.csv', october)
    await core.statements.read({ connectionId: id, id: copy })
    const copied = async () => {
      const { accounts, entities } = await reviewOf(opened)
      const own = accounts.filter(({ file_id }) => file_id === copy)
      const warned = entities.map(({ warnings }) => warnings.some(({ kind }) => kind === 'same-file'))
      return { own: own.map(({ state, why, can_take }) => [state, why, can_take]), warned }
    }
    expect((await reviewOf(opened)).waiting).toEqual([])
    const once = ['left-out', 'The same file as “positions.csv”, which counts once.', false]
    expect(await copied()).toEqual({ own: [once, once], warned: [false, false] })
    await logAll(opened)
    expect(await copied()).toEqual({ own: [once, once], warned: [] })
    await core.statements.remove({ connectionId: id, ids: [first] })
    const { own, warned } = await copied()
    expect([own.map(([state]) => state), warned]).toEqual([
      ['blocked', 'blocked'],
      [true, true],
    ])
  })

  it('that is dropped again after its valuations were taken back is neither called logged nor known', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    const { undo } = await approveAll(opened)
    await core.statements.undo({ connectionId: id, save_id: undo?.save_id ?? '' })
    await core.statements.remove({ connectionId: id, ids: [file] })
    const again = await drop(opened, 'positions.csv', october)
    const { file: row } = await core.statements.read({ connectionId: id, id: again })
    expect(row).toMatchObject({ state: 'asks', logged: 0, same_as: null })
    expect((await reviewOf(opened)).accounts.map(({ state }) => state)).toEqual(['ask', 'ask'])
    await answerAll(opened, again)
    for (const { warnings } of (await reviewOf(opened)).entities)
      expect(warnings.map(({ kind }) => kind)).not.toContain('same-file')
    await logAll(opened)
    expect(larchIn(await heldOf(opened, valued[0]))).toHaveLength(1)
  })

  it('of which an overtaken valuation is replaced while the writing thread ends has one valuation or the other, never none or both', async () => {
    const opened = await openTenant({ startThread: startMortalThread })
    const { core, id, valued } = opened
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    await logOfColleague(opened, valued[0])
    await approveAll(opened)
    await core.outbox.sendNow({ connectionId: id })
    await resting(core, id, 1)
    await core.entities.refreshValuation({ connectionId: id, id: valued[0] ?? '' })
    await answerAll(opened, file)
    const waiting = async () => {
      const { operations } = await core.outbox.list({ connectionId: id, offset: 0, limit: 100, show: 'open' })
      return operations.filter(({ resource }) => resource === 'valuations')
    }
    expect(await waiting()).toHaveLength(1)
    const approving = core.statements.approve({ connectionId: id, entities: await approvable(opened) }).catch(() => {})
    const channel = new BroadcastChannel('mortal-worker')
    channel.postMessage('end')
    channel.close()
    await approving
    await expect.poll(async () => (await core.connections.list({}))[0]?.cache).toBe('open')
    expect(await waiting()).toHaveLength(1)
  })
})
