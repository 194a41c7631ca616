import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ScanFigureShown } from '../../../shared/ipc/statement-files.ts'
import { readStatementPage, scanPdf, turned } from '../../scans/pages.ts'
import { approvable, createStatementFirm, drop, minute, type Opened } from './support/statement-firm.ts'
import { createTenantCores, resting } from './support/tenant-cores.ts'

const cores = createTenantCores()
const { tempFolder, startCore, cleanUp } = cores
const openTenant = createStatementFirm(cores)

afterEach(cleanUp)

/** A statement of four holdings and a printed total, a little turned, as a scanner gives it. */
let scanned: Buffer<ArrayBuffer>
beforeAll(async () => {
  scanned = scanPdf([turned(await readStatementPage(), 0.7)], { as: 'bits' })
})

type At = Pick<Opened, 'core' | 'id'>

/** Reads the words of a scan, until that is done. */
async function readScan({ core, id }: At, file: string): Promise<void> {
  const leaving = new AbortController()
  const events = core.events.subscribe({}, leaving.signal)
  await core.statements.readScan({ connectionId: id, id: file })
  const isReading = async () =>
    (await core.statements.list({ connectionId: id })).files.some(({ scan }) => scan?.is === 'reading')
  if (await isReading())
    for await (const event of events)
      if (event.type === 'files' && event.what === 'statements' && !(await isReading())) break
  leaving.abort()
}

const figuresOf = async ({ core, id }: At, file: string) =>
  (await core.statements.figures({ connectionId: id, id: file })).figures

/** Says that a text is as on the paper, or what it is; null takes that back. */
const confirm = ({ core, id }: At, file: string, { row, cell, read }: ScanFigureShown, text: string | null) =>
  core.statements.answer({
    ...{ connectionId: id, id: file },
    change: { what: 'figures', row, figures: [{ cell, read, text }] },
  })

/** The texts of the paper where others were read. */
const onPaper: Record<string, string> = { 'OAK BOND FUND CLASSI': 'OAK BOND FUND CLASS I' }

async function confirmAll(at: At, file: string): Promise<void> {
  for (const figure of await figuresOf(at, file)) await confirm(at, file, figure, onPaper[figure.read] ?? figure.read)
}

async function fileOf({ core, id }: At, file: string) {
  return (await core.statements.read({ connectionId: id, id: file })).file
}

describe('a scanned statement', () => {
  it('is logged once the user confirmed every figure and chose the entity, never with “Approve all”, and over a restart', async () => {
    const opened = await openTenant()
    const { id, valued, userDataDir, keychain, sandbox } = opened
    const file = await drop(opened, 'october.pdf', scanned)
    expect(await fileOf(opened, file)).toMatchObject({
      ...{ state: 'other', scan: { is: 'unread', why: null } },
      issue: { message: 'This PDF is a scan: its pages are pictures.' },
    })
    await readScan(opened, file)
    const figures = await figuresOf(opened, file)
    expect(await fileOf(opened, file)).toMatchObject({ state: 'asks', scan: { is: 'read', confirmed: 0 } })
    const kinds = Map.groupBy(figures, ({ of }) => of)
    expect(kinds.get('value')?.map(({ text }) => text)).toEqual(['$121,919.49', '$58,292.40', '$9,010.25', '$4,783.86'])
    expect(kinds.get('total')?.map(({ text }) => text)).toEqual(['$194,006.00'])
    expect(kinds.get('account')?.map(({ text }) => text)).toEqual(['Account Number: 7QX-004412'])
    expect(kinds.get('date')?.map(({ text }) => text)).toEqual(['Positions as of October 30, 2026'])
    expect(kinds.get('identifier')?.map(({ text }) => text)).toEqual(['LARX', 'NGH', 'OAKB'])
    expect(kinds.get('quantity')).toHaveLength(3)
    expect(kinds.get('price')).toHaveLength(3)
    expect(kinds.get('header')?.map(({ text }) => text)).toEqual(['Market Value'])
    expect(figures.every(({ place }) => place?.page === 1)).toBe(true)
    expect(await opened.core.statements.review({ connectionId: id })).toMatchObject({
      ...{ accounts: [], entities: [] },
      waiting: [{ why: `0 of ${figures.length} figures and names are confirmed.` }],
    })

    const [last = figures[0], ...others] = figures.toReversed()
    for (const figure of others) await confirm(opened, file, figure, onPaper[figure.read] ?? figure.read)
    expect((await opened.core.statements.review({ connectionId: id })).accounts).toEqual([])
    await opened.core.close()
    const core = await startCore({ userDataDir, keychain, graceMs: minute })
    const again = { core, id }
    expect((await fileOf(again, file)).scan).toEqual({
      ...{ is: 'read', confirmed: figures.length - 1, count: figures.length },
    })
    if (last) await confirm(again, file, last, last.read)
    const names = (await figuresOf(again, file)).filter(({ read, text }) => read !== text)
    expect(names.map(({ read, text }) => [read, text])).toEqual(Object.entries(onPaper))
    expect(await fileOf(again, file)).toMatchObject({ state: 'ready' })

    const asked = await core.statements.review({ connectionId: id })
    expect(asked.accounts).toMatchObject([{ number: '7QX-004412', state: 'ask', tie: { ties: true, is_typed: false } }])
    const [account] = asked.accounts
    await core.statements.answer({
      ...{ connectionId: id, id: file },
      change: { what: 'entity', account: account?.key ?? '', entity_id: valued[0] ?? '' },
    })
    const [assetClass] = await core.assetClasses.list({ connectionId: id })
    for (const { keys } of (await core.statements.review({ connectionId: id })).securities)
      await core.statements.setClass({ connectionId: id, keys, asset_class_id: assetClass?.id ?? '' })
    const questions = (await core.statements.review({ connectionId: id })).entities.flatMap((each) => each.questions)
    const keep = (choices: readonly { value: string }[]) =>
      choices.find(({ value }) => value === 'none') ?? choices.at(-1)
    await core.statements.answerReview({
      connectionId: id,
      answers: Object.fromEntries(questions.map((each) => [each.id, keep(each.choices)?.value ?? ''])),
    })
    const { entities } = await core.statements.review({ connectionId: id })
    expect(entities).toMatchObject([{ state: 'looked-at', problems: [] }])
    expect(entities[0]?.warnings.map(({ kind }) => kind)).toContain('scan')
    expect(entities[0]?.assets.map(({ name }) => name)).toContain('OAK BOND FUND CLASS I')
    const { saved, refused } = await core.statements.approve({ connectionId: id, entities: await approvable(again) })
    expect([saved.length, refused]).toEqual([1, []])
    await core.outbox.sendNow({ connectionId: id })
    await resting(core, id, 0)
    const { body } = await sandbox.client.api(`/entities/${valued[0]}/valuation`)
    expect((body as { description: string }).description).toMatch(
      /^Read from a scan, every figure confirmed: .*, account …412, as of 2026-10-30\. SHA-256/,
    )

    // The next one of the same account is asked again: a scan is never known.
    const second = await drop(again, 'again.pdf', scanPdf([turned(await readStatementPage(), -0.6)], { as: 'bits' }))
    await readScan(again, second)
    await confirmAll(again, second)
    const later = await core.statements.review({ connectionId: id })
    expect(later.accounts).toMatchObject([
      { state: 'ask', why: 'It is read from a scan: choose its entity.', proposals: [{ id: valued[0] }] },
    ])
  })

  it('with a figure that was corrected against its total does not tie, and one that is taken back leaves the review', async () => {
    const opened = await openTenant()
    const { core, id } = opened
    const file = await drop(opened, 'october.pdf', scanned)
    await readScan(opened, file)
    await confirmAll(opened, file)
    expect((await core.statements.review({ connectionId: id })).accounts).toMatchObject([{ tie: { ties: true } }])
    const value = (await figuresOf(opened, file)).find(({ read }) => read === '$58,292.40')
    if (!value) throw new Error('The value was not read.')
    await confirm(opened, file, value, '$58,292.41')
    await expect
      .poll(async () => (await core.statements.review({ connectionId: id })).accounts)
      .toMatchObject([{ tie: { stated: '194006.00', difference: '0.01', ties: false } }])
    await confirm(opened, file, value, null)
    expect(await fileOf(opened, file)).toMatchObject({ state: 'asks' })
    const review = await core.statements.review({ connectionId: id })
    expect([review.accounts, review.waiting.length]).toEqual([[], 1])
    await expect(confirm(opened, file, { ...value, read: '$58,292.4O' }, '$58,292.40')).rejects.toMatchObject({
      code: 'statements/changed',
    })
  })

  it('is refused by name where the firm’s policy does not allow text to be read, with the next step', async () => {
    const policyFile = join(await tempFolder(), 'policy.json')
    await writeFile(policyFile, JSON.stringify({ no_document_text: true }))
    const opened = await openTenant({ policyFile })
    const file = await drop(opened, 'october.pdf', scanned)
    await readScan(opened, file)
    expect(await fileOf(opened, file)).toMatchObject({
      ...{ state: 'other', scan: { is: 'unread' } },
      issue: {
        message: 'This PDF is a scan, and your firm does not allow text to be read from files.',
        next_step: 'Ask the custodian for the positions of the account as a CSV, Excel or OFX file.',
      },
    })
  })
})
