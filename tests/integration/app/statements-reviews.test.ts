import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import {
  answerAll,
  approvable,
  createStatementFirm,
  drop,
  type Opened,
  october,
  statement,
} from './support/statement-firm.ts'
import { createTenantCores, resting } from './support/tenant-cores.ts'

const cores = createTenantCores()
const openTenant = createStatementFirm(cores)

afterEach(cores.cleanUp)

/** Until a saved change waits for an answer. */
async function untilAsked({ core, id }: Pick<Opened, 'core' | 'id'>): Promise<void> {
  const leaving = new AbortController()
  const events = core.events.subscribe({}, leaving.signal)
  if ((await core.outbox.counts({ connectionId: id })).attention === 0)
    for await (const event of events) if (event.type === 'outbox' && event.counts.attention > 0) break
  leaving.abort()
}

describe('a custodian’s file', () => {
  it('is reviewed again when a colleague logged another valuation since: approving once more replaces what was not sent', async () => {
    const opened = await openTenant()
    const { core, id, valued, sandbox } = opened
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    const [first] = await approvable(opened)
    const classes = await core.assetClasses.list({ connectionId: id })
    await sandbox.client.api(`/entities/${valued[0]}/valuation`, {
      method: 'POST',
      json: {
        effective_date: '2026-10-31',
        directly_held_assets: [{ asset_class_id: classes[0]?.id, display_name: 'A colleague’s', value: 7 }],
      },
    })
    const { saved } = await core.statements.approve({ connectionId: id, entities: first ? [first] : [] })
    await core.outbox.sendNow({ connectionId: id })
    await untilAsked(opened)

    expect((await core.statements.accounts({ connectionId: id })).known).toBe(1)
    // Beside the valuation that was overtaken nothing is approved: the newer one is read without being asked for.
    const latest = async () => {
      const { entities } = await core.statements.review({ connectionId: id })
      const { before, problems } = entities.find(({ entity }) => entity.id === valued[0]) ?? {}
      return before?.effective_date ?? problems?.find((text) => text.endsWith('is not read yet.')) ?? 'nothing'
    }
    expect(await latest()).toMatch(/is not read yet\.$|^2026-10-31$/)
    await expect.poll(latest).toBe('2026-10-31')
    await answerAll(opened, file)
    const review = await core.statements.review({ connectionId: id })
    const again = review.entities.find(({ entity }) => entity.id === valued[0])
    expect(again).toMatchObject({ operation_id: saved[0]?.operation_id, before: { effective_date: '2026-10-31' } })
    expect(again?.warnings[0]?.text).toMatch(/another valuation/)
    expect(again?.state).toBe('reopened')
    const approval = { entity_id: valued[0] ?? '', fingerprint: again?.fingerprint ?? '' }
    const second = await core.statements.approve({ connectionId: id, entities: [approval] })
    expect(second.refused).toEqual([])
    const { operation } = await core.outbox.get({ connectionId: id, id: saved[0]?.operation_id ?? '' })
    expect(operation.state).toBe('discarded')
    await core.outbox.sendNow({ connectionId: id })
    await resting(core, id, 0)
    const { valuations } = await core.statements.readFrom({ connectionId: id, entity_id: valued[0] ?? '' })
    expect(valuations.map(({ operation_id }) => operation_id)).toEqual([second.saved[0]?.operation_id])
  })

  it('that is older than a colleague’s valuation which arrives before it is sent is asked about, and sent only after the answer', async () => {
    const opened = await openTenant()
    const { core, id, valued, sandbox } = opened
    const connectionId = id
    await answerAll(opened, await drop(opened, 'positions.csv', october))
    const shown = async (at: number) =>
      (await core.statements.review({ connectionId })).entities.find(({ entity }) => entity.id === valued[at])
    const approve = async (at: number) => {
      const fingerprint = (await shown(at))?.fingerprint ?? ''
      return core.statements.approve({ connectionId, entities: [{ entity_id: valued[at] ?? '', fingerprint }] })
    }
    const [asset_class] = await core.assetClasses.list({ connectionId })
    await sandbox.client.api(`/entities/${valued[0]}/valuation`, {
      method: 'POST',
      json: {
        effective_date: '2026-11-10',
        directly_held_assets: [{ asset_class_id: asset_class?.id, display_name: 'A colleague’s', value: 7 }],
      },
    })
    expect((await shown(0))?.questions.map(({ text }) => text).join()).not.toContain('older')
    expect((await approve(0)).refused).toEqual([])
    await core.outbox.sendNow({ connectionId })
    await untilAsked(opened)
    await core.entities.refreshValuation({ connectionId, id: valued[0] ?? '' })

    const again = await shown(0)
    const older = again?.questions.find(({ text }) => text.includes('older'))
    expect(again).toMatchObject({ state: 'blocked', before: { effective_date: '2026-11-10' } })
    expect(older?.text).toContain('of Nov 10, 2026, which stays the latest one')
    expect((await approve(0)).refused).toMatchObject([{ message: 'A question or a problem of it is open.' }])
    await answerAll(opened, (await core.statements.list({ connectionId })).files[0]?.id ?? '')
    expect(await shown(0)).toMatchObject({ state: 'reopened' })
    expect((await approve(0)).refused).toEqual([])
    await core.outbox.sendNow({ connectionId })
    await resting(core, id, 0)
    const { valuations } = await core.statements.readFrom({ connectionId, entity_id: valued[0] ?? '' })
    expect(valuations.map(({ effective_date }) => effective_date)).toEqual(['2026-10-30'])
  })

  it('that is older is left out of the batch by its answer, without the service, and can be taken after all', async () => {
    const opened = await openTenant()
    const { core, id, valued, sandbox } = opened
    const connectionId = id
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    await sandbox.close()
    const asOf = (date: string) => core.statements.answer({ connectionId, id: file, change: { what: 'as-of', date } })
    await asOf('1999-12-31')
    const { entities } = await core.statements.review({ connectionId })
    expect(entities.map(({ state }) => state)).toEqual(['blocked', 'blocked'])
    const [first] = entities
    const question = first?.questions.find(({ text }) => text.includes('older'))
    await core.statements.answerReview({ connectionId, answers: { [question?.id ?? '']: 'leave-out' } })

    const review = await core.statements.review({ connectionId })
    expect(review.entities.map(({ entity }) => entity.id)).toEqual([valued[1]])
    const own = review.accounts.find(({ key }) => key === first?.accounts[0]?.key)
    expect(own).toMatchObject({ state: 'left-out', why: 'You left it out.', can_take: true })
    const take = { what: 'leave-out', account: own?.key ?? '', left_out: false } as const
    await core.statements.answer({ connectionId, id: file, change: take })
    const taken = await core.statements.review({ connectionId })
    expect(taken.accounts.find(({ key }) => key === own?.key)).toMatchObject({ state: 'ask', can_take: false })
  })

  it('that is older is left out alone, beside newer values of its entity, also while its file is read again', async () => {
    const opened = await openTenant()
    const { core, id, valued, sandbox } = opened
    const connectionId = id
    const lines = [{ account: 'W55500011', name: 'Savings', symbol: 'LARX', holding: 'LARCH', value: '1000.10' }]
    const file = await drop(opened, 'positions.csv', statement('Oct-30-2026', lines))
    const newer = await drop(opened, 'november.csv', october)
    for (const each of [file, newer]) await answerAll(opened, each)
    await sandbox.close()
    const change = (of: string, what: Parameters<typeof core.statements.answer>[0]['change']) =>
      core.statements.answer({ connectionId, id: of, change: what })
    await change(file, { what: 'as-of', date: '1999-12-31' })
    const asked = async () => {
      const { entities, accounts } = await core.statements.review({ connectionId })
      const own = entities.find(({ entity }) => entity.id === valued[0])
      return { accounts, question: own?.questions.find(({ text }) => text.includes('older')) }
    }
    const { question } = await asked()
    expect(question?.text).toContain('would be a part of the one of Oct 30, 2026')
    await change(file, { what: 'answers', answers: { again: 'yes' } })
    await core.statements.answerReview({ connectionId, answers: { [question?.id ?? '']: 'leave-out' } })
    const { accounts } = await asked()
    expect(accounts.filter(({ state }) => state === 'left-out').map(({ file_id }) => file_id)).toEqual([file])
  })

  it('of which a valuation waits is reviewed beside what the service has: an asset that is sold is gone, whatever the dates', async () => {
    const opened = await openTenant()
    const { core, id, valued, sandbox } = opened
    await answerAll(opened, await drop(opened, 'positions.csv', october))
    const [first] = await approvable(opened)
    await core.statements.approve({ connectionId: id, entities: first ? [first] : [] })
    await core.outbox.sendNow({ connectionId: id })
    await resting(core, id, 0)

    const sold = october.replace(/X10442871,Trust,NGH.*\n/, '').replace('Oct-30', 'Nov-20')
    const file = await drop(opened, 'november.csv', sold)
    await answerAll(opened, file)
    await core.statements.answer({ connectionId: id, id: file, change: { what: 'as-of', date: '2026-11-20' } })
    const held = async () => {
      const { body } = await sandbox.client.api(`/entities/${valued[0]}/valuation`)
      return body as {
        id: string
        directly_held_assets: {
          asset_class: { id: string }
          display_name: string
          value: number
          external_id?: string
        }[]
      }
    }
    const shown = async () => {
      const { entities } = await core.statements.review({ connectionId: id })
      return entities.find(({ entity }) => entity.id === valued[0])
    }
    const approve = async () =>
      core.statements.approve({
        connectionId: id,
        entities: [{ entity_id: valued[0] ?? '', fingerprint: (await shown())?.fingerprint ?? '' }],
      })
    expect((await shown())?.counts).toMatchObject({ gone: 1 })
    const theirs = (await held()).directly_held_assets.map(({ asset_class, display_name, value, external_id }) => ({
      ...{ asset_class_id: asset_class.id, display_name, value },
      ...(external_id === undefined ? {} : { external_id }),
    }))
    await sandbox.client.api(`/entities/${valued[0]}/valuation`, {
      method: 'POST',
      json: { effective_date: '2026-11-19', directly_held_assets: theirs },
    })
    const { saved } = await approve()
    await core.outbox.sendNow({ connectionId: id })
    await untilAsked(opened)
    await core.entities.refreshValuation({ connectionId: id, id: valued[0] ?? '' })

    const again = await shown()
    expect(again).toMatchObject({ state: 'reopened', before: { effective_date: '2026-11-19' } })
    expect(again?.counts).toMatchObject({ gone: 1 })
    expect(again?.assets.filter(({ change }) => change === 'carried').map(({ name }) => name)).not.toContain(
      'NORTHGATE HOLDINGS INC',
    )
    const second = await approve()
    expect([second.refused, second.saved.length]).toEqual([[], 1])
    const { operation } = await core.outbox.get({ connectionId: id, id: saved[0]?.operation_id ?? '' })
    expect(operation.state).toBe('discarded')
    await core.outbox.sendNow({ connectionId: id })
    await resting(core, id, 0)
    expect((await held()).directly_held_assets.map(({ display_name }) => display_name)).not.toContain(
      'NORTHGATE HOLDINGS INC',
    )
  })

  it('that two windows approve at once is saved once', async () => {
    const opened = await openTenant()
    const { core, id } = opened
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    const entities = await approvable(opened)
    const approve = () => core.statements.approve({ connectionId: id, entities })
    const [one, other] = await Promise.all([approve(), approve()])
    expect([one.saved.length, other.saved.length].toSorted()).toEqual([0, 2])
    expect((await core.outbox.counts({ connectionId: id })).open).toBe(2)
  })

  it('that was approved and is at the service cannot be taken back, which the undo says; one that only waits for an answer can', async () => {
    const opened = await openTenant()
    const { core, id, valued, sandbox } = opened
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    const entities = await approvable(opened)
    const [assetClass] = await core.assetClasses.list({ connectionId: id })
    await sandbox.client.api(`/entities/${valued[1]}/valuation`, {
      method: 'POST',
      json: {
        effective_date: '2026-10-31',
        directly_held_assets: [{ asset_class_id: assetClass?.id, display_name: 'A colleague’s', value: 7 }],
      },
    })
    const { undo } = await core.statements.approve({ connectionId: id, entities })
    await core.outbox.sendNow({ connectionId: id })
    await untilAsked(opened)
    const taken = await core.statements.undo({ connectionId: id, save_id: undo?.save_id ?? '' })
    expect(taken).toMatchObject({ sent: [{ entity_id: valued[0] }], undone: [{ entity_id: valued[1] }] })
    expect((await core.outbox.counts({ connectionId: id })).open).toBe(0)
    expect((await core.statements.list({ connectionId: id })).files).toMatchObject([{ logged: 1 }])
  })

  it('with the headers of a named custodian’s file is not of that custodian until the advisor says so', async () => {
    const opened = await openTenant()
    const { core, id } = opened
    const first = await drop(opened, 'october.csv', october)
    const nameIt = (of: string, name: string | null) =>
      core.statements.answer({ connectionId: id, id: of, change: { what: 'custodian', name } })
    await nameIt(first, 'Alder Custody')
    await answerAll(opened, first)
    const description = async () => {
      const { saved } = await core.statements.approve({ connectionId: id, entities: await approvable(opened) })
      const { operation } = await core.outbox.get({ connectionId: id, id: saved[0]?.operation_id ?? '' })
      return (operation.fields as { description: string }).description
    }
    expect(await description()).toMatch(/^Read from Alder Custody, account …871,/)
    await core.outbox.sendNow({ connectionId: id })
    await resting(core, id, 0)

    const second = await drop(opened, 'other.csv', october.replaceAll('384661.31', '384661.32'))
    const { file, reading } = await core.statements.read({ connectionId: id, id: second })
    expect(reading?.layout).toMatchObject({ custodian: null, proposed: 'Alder Custody' })
    expect(file.layout).toBe(reading?.layout.words)
    await answerAll(opened, second)
    expect(await description()).not.toContain('Alder Custody')
    const { files } = await core.statements.list({ connectionId: id })
    expect(files.map(({ layout }) => layout)).toEqual(['Alder Custody', reading?.layout.words])
  })

  it('of very many accounts shortens their list in the description, and keeps the digest', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const lines = Array.from({ length: 360 }, (_, at) => ({
      account: `X10${442_100 + at}`,
      ...{ name: 'Trust', symbol: 'LARX', holding: 'LARCH TOTAL MARKET INDEX', value: '10.00' },
    }))
    const text = statement('Oct-30-2026', lines)
    const file = await drop(opened, 'positions.csv', text)
    await answerAll({ ...opened, valued: lines.map(() => valued[0] ?? '') }, file)
    const { saved } = await core.statements.approve({ connectionId: id, entities: await approvable(opened) })
    const { operation } = await core.outbox.get({ connectionId: id, id: saved[0]?.operation_id ?? '' })
    const { description } = operation.fields as { description: string }
    expect(description.length).toBeLessThanOrEqual(2048)
    expect(description).toMatch(/…100, …101, .* and \d+ more, as of 2026-10-30\. SHA-256 of the file: /)
    expect(description).toContain(createHash('sha256').update(text).digest('hex'))
  })

  it('beside very many others keeps its digest in one of all of them, and the ledger has the list', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const own = { name: 'Trust', symbol: 'LARX', holding: 'LARCH TOTAL MARKET INDEX' }
    const digests: string[] = []
    for (let at = 0; at < 20; at++) {
      const text = statement('Oct-30-2026', [{ ...own, account: `X10${442_100 + at}`, value: `${10 + at}.00` }])
      digests.push(createHash('sha256').update(text).digest('hex'))
      await answerAll(opened, await drop(opened, `positions-${at}.csv`, text))
    }
    const { saved, refused } = await core.statements.approve({ connectionId: id, entities: await approvable(opened) })
    expect(refused).toEqual([])
    const { operation } = await core.outbox.get({ connectionId: id, id: saved[0]?.operation_id ?? '' })
    const { description } = operation.fields as { description: string }
    expect(description.length).toBeLessThanOrEqual(2048)
    const shown = description.match(/SHA-256 of the file: /g)?.length ?? 0
    expect(shown).toBeGreaterThan(5)
    const list = digests.toSorted().map((digest) => `${digest}\n`)
    const joint = createHash('sha256').update(list.join('')).digest('hex')
    expect(description.split('\n').at(-1)).toBe(
      `and ${20 - shown} more files. SHA-256 of the sorted list of all 20 digests, each followed by a line feed: ${joint}`,
    )
    const { valuations } = await core.statements.readFrom({ connectionId: id, entity_id: valued[0] ?? '' })
    expect(valuations[0]?.files.map(({ sha256 }) => sha256).toSorted()).toEqual(digests.toSorted())
  })
})
