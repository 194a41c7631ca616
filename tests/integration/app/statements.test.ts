import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import type { Log } from '../../../electron/logs/log.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { sheet, workbook } from '../../doubles/workbook.ts'
import { createTenantCores, inputFor, resting, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

const minute = async () => 60_000

type Opened = Awaited<ReturnType<typeof openTenant>>

/** A core with three entities of the sandbox that have a valuation each. */
async function openTenant() {
  const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
  const sandbox = await startTenant(5)
  const logged: string[] = []
  const log: Log = (...words) => void logged.push(JSON.stringify(words))
  const core = await startCore({ userDataDir, keychain, log, graceMs: minute })
  const { id } = await core.connections.add(inputFor(sandbox, 'Alder'))
  await signIn(core, id)
  await synced(core, id)
  const { rows } = await core.valuations.list({
    ...{ connectionId: id, offset: 0, limit: 100, filters: [], scope: {} },
    sort: { column: 'effective_date', direction: 'asc' },
  })
  const valued = rows.map((row) => row.entity_id)
  return { core, id, sandbox, valued, userDataDir, keychain, logged }
}

const header = 'Account Number,Account Name,Symbol,Description,Quantity,Last Price,Current Value,Type'
type Line = { account: string; name: string; symbol: string; holding: string; value: string }
const statement = (date: string, lines: readonly Line[]) =>
  [
    header,
    ...lines.map(
      ({ account, name, symbol, holding, value }) =>
        `${account},${name},${symbol},${holding},1,$${value},$${value},Cash`,
    ),
    '',
    `"Date downloaded ${date} 4:35 p.m ET"`,
    '',
  ].join('\n')

async function drop(
  { core, id }: Pick<Opened, 'core' | 'id'>,
  name: string,
  content: string | Uint8Array,
): Promise<string> {
  const bytes = Buffer.from(content as string)
  const files = [{ name, folder: '', size: bytes.byteLength }]
  const { rows } = await core.statements.announce({ connectionId: id, files })
  async function* source() {
    yield bytes
  }
  expect(await core.takeFile(rows[0]?.ticket ?? '')?.receive(source())).toBe(true)
  return rows[0]?.row_id ?? ''
}

const october = statement('Oct-30-2026', [
  { account: 'X10442871', name: 'Trust', symbol: 'LARX', holding: 'LARCH TOTAL MARKET INDEX', value: '384661.31' },
  { account: 'X10442871', name: 'Trust', symbol: 'NGH', holding: 'NORTHGATE HOLDINGS INC', value: '10342.20' },
  { account: 'Z20913355', name: 'Rollover', symbol: 'NGH', holding: 'NORTHGATE HOLDINGS INC', value: '1000.10' },
])

/** Answers everything that a first file asks. */
async function answerAll({ core, id, valued }: Opened, file: string): Promise<void> {
  const { reading } = await core.statements.read({ connectionId: id, id: file })
  const answer = (change: Parameters<Core['statements']['answer']>[0]['change']) =>
    core.statements.answer({ connectionId: id, id: file, change })
  await answer({ what: 'as-of', date: '2026-10-30' })
  for (const [at, account] of (reading?.accounts ?? []).entries()) {
    await answer({ what: 'entity', account: account.key, entity_id: valued[at] ?? '' })
    await answer({ what: 'total', account: account.key, total: account.sum })
  }
  const classes = await core.assetClasses.list({ connectionId: id })
  for (const { keys } of (await core.statements.review({ connectionId: id })).securities)
    await core.statements.setClass({ connectionId: id, keys, asset_class_id: classes[0]?.id ?? '' })
  const { entities } = await core.statements.review({ connectionId: id })
  const answers = Object.fromEntries(
    entities.flatMap(({ questions }) =>
      questions.map(({ id: question, choices }) => {
        const keep = choices.find(({ value }) => value === 'none') ?? choices.at(-1)
        return [question, keep?.value ?? '']
      }),
    ),
  )
  await core.statements.answerReview({ connectionId: id, answers })
}

const approvable = async ({ core, id }: Pick<Opened, 'core' | 'id'>) =>
  (await core.statements.review({ connectionId: id })).entities.map(({ entity, fingerprint }) => ({
    entity_id: entity.id,
    fingerprint,
  }))

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
    await resting(core, id, 1)
    const taken = await core.statements.undo({ connectionId: id, save_id: undo?.save_id ?? '' })
    expect(taken).toMatchObject({ sent: [{ entity_id: valued[0] }], undone: [{ entity_id: valued[1] }] })
    expect((await core.outbox.counts({ connectionId: id })).open).toBe(0)
    expect((await core.statements.list({ connectionId: id })).files).toMatchObject([{ logged: 1 }])
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

  it('of something else says what it is, and one with another household’s account is not filed as it is', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const other = await drop(opened, 'scan.pdf', '%PDF-1.7 and more')
    expect(await core.statements.read({ connectionId: id, id: other })).toMatchObject({
      file: { state: 'other', issue: { message: 'This is a PDF document.' } },
      reading: null,
    })
    await core.statements.remove({ connectionId: id, ids: [other] })

    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    const of = { connectionId: id, id: file, entity_id: valued[0] ?? '' }
    const { original, why } = await core.statements.filing(of)
    const households = await Promise.all(
      valued
        .slice(0, 2)
        .map(async (entity) => (await core.entities.get({ connectionId: id, id: entity })).household?.id),
    )
    expect(original).toBe(households[0] === households[1])
    if (!original) {
      expect(why).toMatch(/…355 is not known to belong to this household/)
      await expect(core.statements.file({ ...of, what: 'original' })).rejects.toMatchObject({
        code: 'statements/not-only-theirs',
      })
    }
    const filed = await core.statements.file({ ...of, what: 'extract' })
    const { operation } = await core.outbox.get({ connectionId: id, id: filed.operation_id })
    expect(operation).toMatchObject({
      resource: 'documents',
      fields: { type: 'ACCOUNT_DOCUMENTATION_STATEMENT', entity_id: valued[0], household_id: households[0] },
    })
  })

  it('of one household alone is filed as it is; a footnote with another number or another client’s name prevents that', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const line = { account: 'X10442871', name: 'Trust', symbol: 'LARX', holding: 'LARCH TOTAL MARKET INDEX' }
    const own = statement('Oct-30-2026', [{ ...line, value: '1384661.31' }])
    const { rows } = await core.households.list({
      ...{ connectionId: id, offset: 0, limit: 50, filters: [], scope: {} },
      sort: { column: 'title', direction: 'asc' },
    })
    const entity = await core.entities.get({ connectionId: id, id: valued[0] ?? '' })
    const stranger = rows.find((row) => row.id !== entity.household?.id && /^[A-Z][a-z]+ \w+/.test(row.title))
    const outcomes: (string | null)[] = []
    for (const footnote of ['Brokerage services are offered.', 'See account Z20913355.', `For ${stranger?.title}.`]) {
      const file = await drop(opened, 'Alvarez and others.csv', `${own}"${footnote}"\n`)
      await answerAll(opened, file)
      const of = { connectionId: id, id: file, entity_id: valued[0] ?? '' }
      const { original, why } = await core.statements.filing(of)
      outcomes.push(why)
      if (original) {
        const filed = await core.statements.file({ ...of, what: 'original' })
        const { operation } = await core.outbox.get({ connectionId: id, id: filed.operation_id })
        const bytes = Buffer.from(`${own}"${footnote}"\n`)
        expect(operation.file?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
        expect(operation.file?.name).toBe('Account statement 2026-10-30.csv')
      }
      await core.statements.remove({ connectionId: id, ids: [file] })
    }
    expect(outcomes).toEqual([
      null,
      'A row has a number that may be another account’s.',
      'It names a household, an entity or a person that is not of this household.',
    ])
  })

  it('is not filed as it is while an account is unmapped or left out, a row or a table is unread, or a sheet is hidden', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const line = { account: 'X10442871', name: 'Trust', symbol: 'LARX', holding: 'LARCH TOTAL MARKET INDEX' }
    const own = statement('Oct-30-2026', [{ ...line, value: '1384661.31' }])
    const two = statement('Oct-30-2026', [
      { ...line, value: '1384661.31' },
      { ...line, account: 'Z20913355', name: 'Rollover', value: '7.10' },
    ])
    const whyOf = async (file: string) => {
      const { why } = await core.statements.filing({ connectionId: id, id: file, entity_id: valued[0] ?? '' })
      return why
    }
    const dropped = async (content: string | Uint8Array, name = 'positions.csv') => {
      const file = await drop(opened, name, content)
      const { reading } = await core.statements.read({ connectionId: id, id: file })
      const [first, second] = reading?.accounts ?? []
      const answer = (change: Parameters<Core['statements']['answer']>[0]['change']) =>
        core.statements.answer({ connectionId: id, id: file, change })
      await answer({ what: 'entity', account: first?.key ?? '', entity_id: valued[0] ?? '' })
      return { file, answer, second: second?.key ?? '' }
    }
    const { file: alone } = await dropped(own)
    expect(await whyOf(alone)).toBeNull()
    const remove = (one: string) => core.statements.remove({ connectionId: id, ids: [one] })
    await remove(alone)

    const { file, answer, second } = await dropped(two)
    const notTheirs = 'Account …355 is not known to belong to this household.'
    expect(await whyOf(file)).toBe(notTheirs)
    await answer({ what: 'leave-out', account: second, left_out: true })
    expect(await whyOf(file)).toBe(notTheirs)
    // Another account of the same entity is the household's too.
    await answer({ what: 'entity', account: second, entity_id: valued[0] ?? '' })
    expect(await whyOf(file)).toBeNull()
    await remove(file)

    const row = 'X10442871,Trust,NGH,NORTHGATE HOLDINGS INC,1,$1.00,about ten,Cash'
    const { file: refused } = await dropped(own.replace('\n\n', `\n${row}\n\n`))
    expect(await whyOf(refused)).toMatch(/^It has (rows that cannot be read|questions that are open)\.$/)
    await remove(refused)

    const [header = '', holding = ''] = own.split('\n').map((each) => each.split(','))
    const cells = (each: string | string[]) => (typeof each === 'string' ? [each] : each)
    const book = workbook(
      { Positions: sheet([cells(header), cells(holding)]), Other: sheet([['Okafor']]) },
      {
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><sheets><sheet name="Positions" sheetId="1" r:id="r0"/><sheet name="Other" sheetId="2" state="hidden" r:id="r1"/></sheets></workbook>',
      },
    )
    const hidden = await dropped(book, 'positions.xlsx')
    expect(await whyOf(hidden.file)).toBe('The sheet “Other” of the workbook is not read.')
    const read = async () => (await core.statements.read({ connectionId: id, id: hidden.file })).reading
    expect(await read()).toMatchObject({
      other_sheets: [{ name: 'Other', is_hidden: true }],
      reads_hidden_sheets: false,
    })
    await hidden.answer({ what: 'answers', answers: { 'hidden-sheets': 'read' } })
    expect(await read()).toMatchObject({ other_sheets: [], reads_hidden_sheets: true })
  })

  it('is not filed as it is if a remark beside a holding, a comment of a workbook or a name in another order is another client’s', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const entity = await core.entities.get({ connectionId: id, id: valued[0] ?? '' })
    const people = await core.individuals.list({
      ...{ connectionId: id, offset: 0, limit: 200, filters: [], scope: {} },
      sort: { column: 'title', direction: 'asc' },
    })
    const stranger = people.rows.find(
      (row) => row.household_id !== entity.household?.id && /^[A-Z][a-z]{3,} [A-Z][a-z]{3,}$/.test(row.title),
    )
    const [first = '', last = ''] = (stranger?.title ?? '').split(' ')
    expect(last).not.toBe('')
    const whyOf = async (content: string | Uint8Array, name = 'positions.csv') => {
      const file = await drop(opened, name, content)
      const { reading } = await core.statements.read({ connectionId: id, id: file })
      const account = reading?.accounts[0]?.key ?? ''
      const change = { what: 'entity', account, entity_id: valued[0] ?? '' } as const
      await core.statements.answer({ connectionId: id, id: file, change })
      const { why } = await core.statements.filing({ connectionId: id, id: file, entity_id: valued[0] ?? '' })
      await core.statements.remove({ connectionId: id, ids: [file] })
      return why
    }
    const rows = (remark: string) => [
      ['Account Number', 'Account Name', 'Symbol', 'Description', 'Quantity', 'Cost Basis', 'Current Value', 'Remarks'],
      ['X10442871', 'Trust', 'LARX', 'LARCH TOTAL MARKET INDEX', '1000', '1250000', '1384661.31', remark],
      ['X10442871', 'Trust', '', 'Total', '', '', '1384661.31', ''],
    ]
    const csv = (remark: string) =>
      `${rows(remark)
        .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
        .join('\n')}\n`
    const named = 'It names a household, an entity or a person that is not of this household.'
    const numbered = 'A row has a number that may be another account’s.'
    expect(await whyOf(csv('held long'))).toBeNull()
    expect(await whyOf(csv(`Pledged for ${first} ${last}`))).toBe(named)
    expect(await whyOf(csv(`Pledged for ${last.toUpperCase()}, ${first.toUpperCase()}`))).toBe(named)
    expect(await whyOf(csv('Moves to 88112233'))).toBe(numbered)
    const book = (parts: Record<string, string>) => workbook({ Positions: sheet(rows('')) }, parts)
    expect(await whyOf(book({}), 'positions.xlsx')).toBeNull()
    expect(await whyOf(book({ 'xl/comments1.xml': '<comments/>' }), 'positions.xlsx')).toBe(
      'The workbook has comments, pictures or other parts that are not read.',
    )
    const hidden = workbook({
      Positions: sheet([...rows(''), ['Z20913355', 'Rollover', 'NGH', 'NORTHGATE', '1', '1', '7.10', '']], {
        hidden: 4,
      }),
    })
    expect(await whyOf(hidden, 'positions.xlsx')).not.toBeNull()
  })

  it('gives an extract of an entity’s rows alone, in which nothing runs in a spreadsheet', async () => {
    const opened = await openTenant()
    const { core, id, valued, userDataDir, keychain } = opened
    const trust = { account: 'X10442871', name: 'Trust', symbol: 'LARX' }
    const lines = [
      { ...trust, holding: 'LARCH TOTAL MARKET INDEX', value: '384661.31' },
      { ...trust, symbol: 'EVIL', holding: '-GOLD TRUST', value: '12.05' },
      { account: 'Z20913355', name: 'Rollover', symbol: 'NGH', holding: 'NORTHGATE HOLDINGS INC', value: '1000.10' },
    ]
    const file = await drop(opened, 'positions.csv', statement('Oct-30-2026', lines))
    await answerAll(opened, file)
    await core.close()
    const folder = await tempFolder()
    const shell = shellDouble((name) => ({ folder, name, replace: false }))
    const later = await startCore({ userDataDir, keychain, shell, graceMs: minute })
    const { file: written } = await later.statements.saveExtract({
      ...{ connectionId: id, id: file, entity_id: valued[0] ?? '' },
    })
    const text = await readFile(join(folder, written?.name ?? ''), 'utf8')
    expect(text.replace('\ufeff', '').split('\r\n')).toEqual([
      'Account,As of,Name,Identifiers,Kind,Value',
      'X10442871,2026-10-30,LARCH TOTAL MARKET INDEX,LARX,,384661.31',
      "X10442871,2026-10-30,'-GOLD TRUST,EVIL,,12.05",
      '',
    ])
  })

  it('is removed from this computer 30 days after all of it was logged, and not while a valuation of it waits', async () => {
    const opened = await openTenant()
    const { core, id, userDataDir, keychain } = opened
    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    const { saved } = await core.statements.approve({ connectionId: id, entities: await approvable(opened) })
    const filesOf = async (one: Core) => (await one.statements.list({ connectionId: id })).files
    expect(await filesOf(core)).toMatchObject([{ state: 'logged', removed_on: null }])
    await core.outbox.sendNow({ connectionId: id })
    await resting(core, id, 0)
    const [logged] = await filesOf(core)
    const { operation } = await core.outbox.get({ connectionId: id, id: saved[0]?.operation_id ?? '' })
    const day = 86_400_000
    expect(Date.parse(logged?.removed_on ?? '') - Date.parse(operation.saved_at)).toBe(30 * day)
    await core.close()

    let ahead = 30 * day - 3_600_000
    const clock = { ...systemClock, now: () => Date.now() + ahead }
    const later = await startCore({ userDataDir, keychain, clock, graceMs: minute })
    await later.statements.read({ connectionId: id, id: file })
    expect(await filesOf(later)).toMatchObject([{ id: file, state: 'logged' }])
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
    const leaving = new AbortController()
    const events = core.events.subscribe({}, leaving.signal)
    if ((await core.outbox.counts({ connectionId: id })).attention === 0)
      for await (const event of events) if (event.type === 'outbox' && event.counts.attention > 0) break
    leaving.abort()

    expect((await core.statements.accounts({ connectionId: id })).known).toBe(1)
    await core.entities.refreshValuation({ connectionId: id, id: valued[0] ?? '' })
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
    await resting(core, id, 1)
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

  it('is not read where the firm’s policy says so', async () => {
    const userDataDir = await tempFolder()
    const policyFile = join(userDataDir, 'firm.json')
    await writeFile(policyFile, '{ "no_statements": true }')
    const core = await startCore({ userDataDir, keychain: createKeychainDouble(), policyFile })
    expect(() => core.gate('statements.list')).toThrow(/does not allow statements/)
    expect(() => core.gate('intake.list')).not.toThrow()
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
