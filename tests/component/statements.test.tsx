import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { StatementsPage } from '../../renderer/features/statements/StatementsPage.tsx'
import { runCommand } from '../../renderer/lib/commands/run-command.ts'
import type { StatementFile } from '../../shared/ipc/statement-files.ts'
import type { StatementReview } from '../../shared/ipc/statements.ts'
import { keptSamples } from '../doubles/samples/kept.ts'
import { recordSamples } from '../doubles/samples/records.ts'
import { statementSamples } from '../doubles/samples/statements.ts'
import { type Answers, appError } from './support/client-double.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

const samples = statementSamples.statements
const [file] = samples.list[1].files
const [, review] = samples.review
const [account] = review.accounts
const [entity] = review.entities
const [security] = review.securities
if (!file || !account || !entity || !security) throw new Error('The samples have no statement.')

const empty: StatementReview = { ...review, accounts: [], securities: [], entities: [], waiting: [] }

type Drawn = { files?: readonly StatementFile[]; shown?: StatementReview; statements?: Answers['statements'] }

/** Draws the page Statements. A change of `world.shown` is on screen once the page reads again. */
function draw({ files = [file as StatementFile], shown = empty, statements = {} }: Drawn = {}, others: Answers = {}) {
  const world = { shown }
  const app = renderInApp(StatementsPage, {
    at: 'statements',
    answers: {
      statements: {
        list: () => ({ files: [...files] }),
        review: () => world.shown,
        accounts: () => ({ known: 2 }),
        answer: () => ({}),
        answerReview: () => ({}),
        setClass: () => ({}),
        ...statements,
      },
      assetClasses: { list: () => keptSamples.assetClasses.list[1] },
      entities: { list: () => ({ rows: [], total: 0 }) as never },
      outbox: { undoableUntil: () => ({ until: inAnHour() }) },
      ...others,
    },
  })
  return { ...app, world }
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const inputsOf = (app: ReturnType<typeof draw>, name: string) => app.callsOf(name).map(({ input }) => input)

const asked = (key: string, name: string) => ({
  ...{ ...account, key, name, number: key, state: 'ask' as const, entity: null },
  why: 'No account with this number was read before.',
  ...{ proposed_custodian: null, can_take: false },
  proposals: [
    { ...entity.entity, id: 'en-1', household: { id: 'hh-1', name: 'Okafor' } },
    { ...entity.entity, id: 'en-9', household: { id: 'hh-9', name: 'Lind' } },
  ],
})

describe('the page Statements', () => {
  it('takes the custodian of the last file for the whole file with one button of an account that needs nothing else', async () => {
    const named = { ...asked('X1', 'Trust'), proposed_custodian: 'Alder Custody' }
    const app = draw({ shown: { ...empty, accounts: [named, asked('X2', 'IRA')] } })
    const line = await screen.findByRole('listitem', { name: 'Trust X1' })
    await app.user.click(
      within(line).getByRole('button', { name: /^Alder Custody is the custodian of .*, for Trust X1$/ }),
    )
    expect(inputsOf(app, 'statements.answer')).toEqual([
      { connectionId, id: 'drop-1', change: { what: 'custodian', name: 'Alder Custody' } },
    ])
    expect(screen.queryByRole('button', { name: /is the custodian of .*, for IRA X2$/ })).toBeNull()
  })

  it('without a file says which files are read', async () => {
    draw({ files: [] })
    expect(await screen.findByText('No statements yet')).toBeVisible()
    expect(screen.getByText(/^Drop a .* anywhere in the window: CSV, text with tabs, .* or PDF\./)).toBeVisible()
    expect(screen.queryByRole('table', { name: 'Files' })).toBeNull()
  })

  it('offers to take an account after all only where the advisor left it out', async () => {
    const left = (key: string, can_take: boolean) => ({ ...asked(key, 'Trust'), state: 'left-out' as const, can_take })
    const app = draw({ shown: { ...empty, accounts: [left('X1', true), left('X2', false)] } })
    await app.user.click(await screen.findByRole('button', { name: 'Take Trust X1' }))
    expect(inputsOf(app, 'statements.answer')).toEqual([
      { connectionId, id: 'drop-1', change: { what: 'leave-out', account: 'X1', left_out: false } },
    ])
    expect(screen.queryByRole('button', { name: /^(?:Take|Leave out) Trust X2$/ })).toBeNull()
  })

  it('takes the date that a file proposes with one button of the review, and asks for no date where none is proposed', async () => {
    const waiting = [
      { file_id: 'drop-2', file_name: 'other.csv', why: 'The date of its values is asked.', proposed: '2026-10-30' },
      { file_id: 'drop-3', file_name: 'more.csv', why: 'A question about the whole file is open.', proposed: null },
    ]
    const app = draw({ shown: { ...empty, waiting } })
    await app.user.click(await screen.findByRole('button', { name: 'Use Oct 30, 2026 for other.csv' }))
    expect(inputsOf(app, 'statements.answer')).toEqual([
      { connectionId, id: 'drop-2', change: { what: 'as-of', date: '2026-10-30' } },
    ])
    expect(screen.queryByRole('button', { name: /for more\.csv$/ })).toBeNull()
  })

  it('goes with Enter from the line of an account or a security to the field of its answer', async () => {
    const app = draw({ shown: { ...empty, accounts: [asked('X1', 'Trust')], securities: [security] } })
    const line = await screen.findByRole('listitem', { name: 'Trust X1' })
    line.focus()
    await app.user.keyboard('{Enter}')
    expect(screen.getByRole('combobox', { name: 'Entity of Trust X1' })).toHaveFocus()
    screen.getByRole('listitem', { name: security.name }).focus()
    await app.user.keyboard('{Enter}')
    expect(screen.getByRole('combobox', { name: `Asset class of ${security.name}` })).toHaveFocus()
  })

  it('names the file of each row only where rows of several files are beside each other', async () => {
    const [asset] = entity.assets
    if (asset === undefined) throw new Error('The sample has no asset.')
    const files = [file, { ...file, id: 'drop-2', file_name: 'other.csv' }]
    const from = (file_id: string) => ({ file_id, key: account.key, row: 4 })
    const of = (name: string, ids: readonly string[]) => ({ ...security, keys: [name], name, rows: ids.map(from) })
    const assets = [
      { ...asset, name: 'ALDER', from: from('drop-1') },
      { ...asset, name: 'BIRCH', from: from('drop-2') },
    ]
    const app = draw({
      files,
      shown: {
        ...empty,
        securities: [of('ALDER', ['drop-1']), of('BIRCH', ['drop-1', 'drop-2'])],
        entities: [{ ...entity, questions: [], assets }],
      },
    })
    const linksOf = (inside: HTMLElement) =>
      within(inside)
        .getAllByRole('link')
        .map(({ textContent }) => textContent)
    expect(linksOf(await screen.findByRole('listitem', { name: 'ALDER' }))).toEqual(['Row 4'])
    const both = [`Row 4 of ${file.file_name}`, 'Row 4 of other.csv']
    expect(linksOf(screen.getByRole('listitem', { name: 'BIRCH' }))).toEqual(both)
    await app.user.click(screen.getByRole('button', { name: entity.entity.name }))
    expect(linksOf(screen.getByRole('table', { name: `Assets of ${entity.entity.name}` }))).toEqual(both)
  })

  it.each<[string, Partial<StatementFile>]>([
    ['Waiting', { state: 'receiving', received: 0, size: 0 }],
    ['900 bytes received', { state: 'receiving', received: 900 }],
    ['Being read', { state: 'reading' }],
    ['2 questions', { state: 'asks', questions: 2 }],
    ['Date asked', { state: 'asks' }],
    ['Ties to the cent', { accounts: 3, tied: 3 }],
    ['2 of 3 tie', { accounts: 3, tied: 2 }],
    ['Ties to the cent, 1 left out', { accounts: 3, left_out: 1, tied: 2 }],
    ['Left out', { accounts: 2, left_out: 2, tied: 0 }],
    ['No accounts', { accounts: 0, tied: 0 }],
    ['Counts once(?!Kept)', { state: 'asks', same_as: { id: 'drop-7', file_name: 'first.csv', logged_at: null } }],
    [
      'Counts onceKept until',
      {
        ...{ same_as: { id: 'drop-7', file_name: 'first.csv', logged_at: '2026-11-02T12:00:00Z' } },
        removed_on: '2026-12-02T12:00:00.000Z',
      },
    ],
    ['1 of 3 approved', { accounts: 3, tied: 3, logged: 1, logged_at: '2026-11-02T12:00:00Z' }],
    [
      'Approved',
      { state: 'logged', logged: 1, logged_at: '2026-11-02T12:00:00Z', removed_on: '2026-12-02T12:00:00.000Z' },
    ],
  ])('says of a file: %s', async (words, more) => {
    draw({ files: [{ ...(file as StatementFile), ...more }] })
    const row = (await screen.findByRole('link', { name: file.file_name })).closest('tr')
    expect(
      within(row as HTMLElement)
        .getAllByRole('cell')
        .at(-2)?.textContent,
    ).toMatch(new RegExp(`^${words}`))
  })

  it('an account is given a proposed entity, named with its household, and the keyboard goes on to the next account', async () => {
    const [one, other] = [asked('X1', 'Trust'), asked('X2', 'IRA')]
    const app = draw({
      shown: { ...empty, accounts: [one, other], securities: [security] },
      statements: {
        answer: ({ change }) => {
          if (change.what === 'entity')
            app.world.shown = {
              ...app.world.shown,
              accounts: app.world.shown.accounts.filter(({ key }) => key !== change.account),
            }
          return {}
        },
      },
    })
    const first = await screen.findByRole('listitem', { name: 'Trust X1' })
    expect(within(first).getByRole('button', { name: 'Okafor Family Trust · Okafor, for Trust X1' })).toBeVisible()
    await app.user.click(within(first).getByRole('button', { name: 'Okafor Family Trust · Lind, for Trust X1' }))
    expect(inputsOf(app, 'statements.answer')).toEqual([
      { connectionId, id: 'drop-1', change: { what: 'entity', account: 'X1', entity_id: 'en-9' } },
    ])
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Entity of IRA X2' })).toHaveFocus())
    const second = screen.getByRole('listitem', { name: 'IRA X2' })
    await app.user.click(within(second).getByRole('button', { name: 'Okafor Family Trust · Okafor, for IRA X2' }))
    // The last account is decided: the section that follows asks next.
    await waitFor(() => expect(screen.getByRole('combobox', { name: `Asset class of ${security.name}` })).toHaveFocus())
  })

  it('an entity whose name is typed faster than it is found is never another one of the list', async () => {
    const [, sample] = recordSamples.entities.list
    const listed = (id: string, title: string) => ({
      ...sample,
      rows: sample.rows.slice(0, 1).map((row) => ({ ...row, id, title, household_name: 'Zeller' })),
    })
    const found = Promise.withResolvers<void>()
    const app = draw(
      { shown: { ...empty, accounts: [asked('X1', 'Trust')] } },
      {
        entities: {
          list: async ({ filters }) => {
            if (!filters?.length) return listed('en-5', 'Abbot Trust')
            await found.promise
            return listed('en-7', 'Zeller Trust')
          },
        },
      },
    )
    const field = await screen.findByRole('combobox', { name: 'Entity of Trust X1' })
    field.focus()
    await app.user.keyboard('{ArrowDown}')
    expect(await screen.findByRole('option', { name: 'Abbot Trust · Zeller' })).toBeVisible()
    await app.user.keyboard('Zeller Tr{Enter}')
    expect(inputsOf(app, 'statements.answer')).toEqual([])
    expect(await screen.findByText('Searching…')).toBeVisible()
    found.resolve()
    expect(await screen.findByRole('option', { name: 'Zeller Trust · Zeller' })).toBeVisible()
    await app.user.keyboard('{Enter}')
    expect(inputsOf(app, 'statements.answer')).toEqual([
      { connectionId, id: 'drop-1', change: { what: 'entity', account: 'X1', entity_id: 'en-7' } },
    ])
  })

  it('a total is typed as it is on the statement, and what is no amount is said and not stored', async () => {
    const tie = { ...account.tie, stated: null, difference: null, ties: false }
    const app = draw({ shown: { ...empty, accounts: [{ ...asked('X1', 'Trust'), tie }] } })
    const field = await screen.findByRole('textbox', { name: 'Total on the statement of Trust X1' })
    await app.user.type(field, 'about 5{Enter}')
    expect(await screen.findByText(/^This is not an amount\./)).toBeVisible()
    expect(inputsOf(app, 'statements.answer')).toEqual([])
    await app.user.clear(field)
    await app.user.type(field, '($1,234.50){Enter}')
    await waitFor(() =>
      expect(inputsOf(app, 'statements.answer')).toEqual([
        { connectionId, id: 'drop-1', change: { what: 'total', account: 'X1', total: '-1234.50' } },
      ]),
    )
  })

  it('a line that is part of the total is counted, beside those that were', async () => {
    const line = (row: number, counted: boolean) => ({
      ...{ row, name: `Pending ${row}`, value: '200.00', why: 'It is not settled.', counted },
    })
    const tie = { ...account.tie, lines: [line(6, true), line(7, false)] }
    const app = draw({ shown: { ...empty, accounts: [{ ...asked('X1', 'Trust'), tie }] } })
    await app.user.click(await screen.findByRole('checkbox', { name: /^Pending 7/ }))
    expect(screen.getByText(/ and 1 counted line:/)).toBeVisible()
    expect(inputsOf(app, 'statements.answer')).toEqual([
      { connectionId, id: 'drop-1', change: { what: 'lines', account: 'X1', rows: [6, 7] } },
    ])
  })

  it('valuations keep their places when an answer changes what one needs', async () => {
    const named = (id: string, name: string, state: StatementReview['entities'][number]['state']) => ({
      ...{ ...entity, entity: { ...entity.entity, id, name }, state },
    })
    const app = draw({
      shown: { ...empty, entities: [named('en-2', 'Later', 'at-once'), named('en-1', 'First', 'blocked')] },
    })
    const names = () =>
      screen.getAllByRole('button', { name: /^(?:First|Later)$/ }).map(({ textContent }) => textContent)
    await screen.findByRole('button', { name: 'First' })
    expect(names()).toEqual(['First', 'Later'])
    app.world.shown = {
      ...empty,
      entities: [
        named('en-2', 'Later', 'looked-at'),
        named('en-1', 'First', 'at-once'),
        named('en-3', 'New', 'at-once'),
      ],
    }
    await app.queries.invalidateQueries()
    await screen.findByRole('button', { name: 'New' })
    expect(names()).toEqual(['First', 'Later'])
  })

  it('that all accounts are read for the first time is said once, and of one entity on its line', async () => {
    const first = 'An account is read for this entity for the first time.'
    const named = (id: string, ...texts: string[]) => ({
      ...{ ...entity, entity: { ...entity.entity, id, name: id } },
      warnings: texts.map((text) => ({ kind: text === first ? ('first' as const) : ('jump' as const), text })),
    })
    const app = draw({ shown: { ...empty, entities: [named('en-1', first), named('en-2', first, 'It doubled.')] } })
    expect(await screen.findByText('An account is read for each of these entities for the first time.')).toBeVisible()
    expect(screen.queryByText(first)).toBeNull()
    expect(screen.getByText('It doubled.')).toBeVisible()
    app.world.shown = { ...empty, entities: [named('en-1', first), named('en-2')] }
    await app.queries.invalidateQueries()
    expect(await screen.findByText(first)).toBeVisible()
    expect(screen.queryByText(/each of these entities/)).toBeNull()
  })

  it('an approval names what was shown; its toast names the entity, and Undo says what was sent already', async () => {
    const app = draw({
      shown: { ...empty, entities: [entity] },
      statements: {
        approve: () => ({
          saved: [{ entity_id: 'en-1', operation_id: 'op_1', record_id: 'valuation_local_1' }],
          refused: [],
          undo: { save_id: 'save_1', until: inAnHour() },
        }),
        undo: () => ({ undone: [], sent: [{ entity_id: 'en-1', name: 'Okafor Family Trust' }] }),
      },
    })
    await app.user.click(await screen.findByRole('button', { name: 'Approve Okafor Family Trust' }))
    expect(inputsOf(app, 'statements.approve')).toEqual([
      { connectionId, entities: [{ entity_id: 'en-1', fingerprint: 'f0' }] },
    ])
    const toast = (await screen.findByText('1 valuation saved to the outbox')).closest('[role="alert"]') as HTMLElement
    expect(toast).toHaveTextContent('Okafor Family Trust')
    expect(toast).toHaveTextContent('Waiting, can be undone')
    await app.user.click(within(toast).getByRole('button', { name: 'Undo' }))
    expect(inputsOf(app, 'statements.undo')).toEqual([{ connectionId, save_id: 'save_1' }])
    expect(await screen.findByText('Nothing could be undone')).toBeVisible()
    expect(screen.getByText('Sent, or being sent: Okafor Family Trust.')).toBeVisible()
  })

  it('the toast of an approval closes once nothing of it waits', async () => {
    const app = draw(
      {
        shown: { ...empty, entities: [entity] },
        statements: {
          approve: () => ({
            saved: [{ entity_id: 'en-1', operation_id: 'op_1', record_id: 'valuation_local_1' }],
            refused: [],
            undo: { save_id: 'save_1', until: inAnHour() },
          }),
        },
      },
      { outbox: { undoableUntil: () => ({ until: null }) } },
    )
    await app.user.click(await screen.findByRole('button', { name: 'Approve Okafor Family Trust' }))
    await waitFor(() => expect(app.callsOf('outbox.undoableUntil')).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText('1 valuation saved to the outbox')).toBeNull())
  })

  it('a valuation that is not saved is named with the reason', async () => {
    const refused = { entity_id: 'en-1', name: 'Okafor Family Trust', message: 'It changed.', next_step: 'Look again.' }
    const app = draw({
      shown: { ...empty, entities: [entity] },
      statements: { approve: () => ({ saved: [], refused: [refused], undo: null }) },
    })
    await app.user.click(await screen.findByRole('button', { name: 'Approve Okafor Family Trust' }))
    expect(await screen.findByText('1 valuation was not saved')).toBeVisible()
    expect(screen.getByText(/It changed\. Look again\./)).toBeVisible()
    expect(screen.queryByText(/saved to the outbox/)).toBeNull()
  })

  it('“Approve all” takes those that tie alone, by its button and by its command', async () => {
    const other = { ...entity, entity: { ...entity.entity, id: 'en-2', name: 'Lind' }, state: 'at-once' as const }
    const app = draw({
      shown: { ...empty, entities: [entity, other] },
      statements: { approve: () => ({ saved: [], refused: [], undo: null }) },
    })
    await app.user.click(await screen.findByRole('button', { name: 'Approve all 1 that tie' }))
    await waitFor(() => expect(app.callsOf('statements.approve')).toHaveLength(1))
    runCommand('statements.approve-all')
    await waitFor(() => expect(app.callsOf('statements.approve')).toHaveLength(2))
    for (const input of inputsOf(app, 'statements.approve'))
      expect(input).toEqual({ connectionId, entities: [{ entity_id: 'en-2', fingerprint: 'f0' }] })
  })

  it('while it cannot be approved, each button says of which entity and why', async () => {
    const blocked = { ...entity, state: 'blocked' as const, problems: ['2 holdings need an asset class.'] }
    draw({ shown: { ...empty, entities: [blocked] } })
    const button = await screen.findByRole('button', { name: /^Approve Okafor Family Trust/ })
    expect(button).toHaveAccessibleName('Approve Okafor Family Trust (2 holdings need an asset class.)')
    expect(button).toHaveAttribute('aria-disabled', 'true')
  })

  it('values older than the current valuation are asked about on the line of their entity, and answered with the keyboard', async () => {
    const older = {
      ...{ id: 'older:en-1:va-1:2026-08-31:0', rows: [], column: null, text: 'The values are older. Are they logged?' },
      choices: [
        { value: 'log', label: 'Log them all the same' },
        { value: 'leave-out', label: 'Leave them out' },
      ],
    }
    const app = draw({ shown: { ...empty, entities: [{ ...entity, state: 'blocked', questions: [older] }] } })
    const opener = await screen.findByRole('button', { name: entity.entity.name })
    expect(screen.getByText('Asks')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Approve all/ })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByRole('button', { name: /^Approve Okafor/ })).toHaveAccessibleName(/Answer its questions first/)
    opener.focus()
    const question = screen.getByRole('combobox', { name: older.text })
    for (let key = 0; key < 10 && document.activeElement !== question; key++) await app.user.tab()
    expect(question).toHaveFocus()
    await app.user.selectOptions(question, 'leave-out')
    await waitFor(() => expect(app.callsOf('statements.answerReview')).toHaveLength(1))
    expect(inputsOf(app, 'statements.answerReview')).toEqual([{ connectionId, answers: { [older.id]: 'leave-out' } }])
  })

  it('the firm’s policy keeps valuations from being approved, and says so', async () => {
    const forbidden = { 'statements.approve': 'read_only' } as const
    draw(
      { shown: { ...empty, entities: [{ ...entity, state: 'at-once' }] } },
      { policy: { get: () => ({ policy: {}, problems: [], source: null, forbidden }) } },
    )
    expect(await screen.findByRole('button', { name: /^Approve Okafor Family Trust \(.*firm/ })).toBeVisible()
    expect(screen.getByRole('button', { name: /^Approve all 1 that tie.*firm/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  it('is empty, also of what it showed before, once the firm’s policy switches statements off', async () => {
    const policies = { forbidden: {} as Record<string, 'no_statements'> }
    const app = draw(
      { shown: { ...empty, entities: [entity] } },
      { policy: { get: () => ({ policy: {}, problems: [], source: null, ...policies }) } },
    )
    expect(await screen.findByRole('button', { name: /^Approve Okafor Family Trust/ })).toBeVisible()
    policies.forbidden = { 'statements.list': 'no_statements', 'statements.approve': 'no_statements' }
    await act(() => app.queries.invalidateQueries())
    expect(await screen.findByText('Your firm does not allow statements to be read on this computer.')).toBeVisible()
    expect(screen.queryByText(/Okafor Family Trust/)).toBeNull()
    expect(screen.queryByRole('table', { name: 'Files' })).toBeNull()
  })

  it('an asset class is stored under every key of its question', async () => {
    const app = draw({ shown: { ...empty, securities: [{ ...security, keys: ['symbol:VTI', 'cusip:922908769'] }] } })
    await app.user.click(await screen.findByRole('combobox', { name: `Asset class of ${security.name}` }))
    const [option] = await screen.findAllByRole('option')
    await app.user.click(option as HTMLElement)
    expect(inputsOf(app, 'statements.setClass')).toMatchObject([{ keys: ['symbol:VTI', 'cusip:922908769'] }])
  })

  it('the asset class of one security is given to all others of its kind with one call', async () => {
    const of = (key: string) => ({ ...security, keys: [`symbol:${key}`], name: key, kind: 'Equity', answers: [] })
    const app = draw({
      shown: { ...empty, securities: [of('VTI'), of('AAPL'), of('MSFT')] },
      statements: {
        setClass: ({ keys }) => {
          const securities = app.world.shown.securities.filter((one) => !one.keys.some((key) => keys.includes(key)))
          app.world.shown = { ...app.world.shown, securities }
          return {}
        },
      },
    })
    await app.user.click(await screen.findByRole('combobox', { name: 'Asset class of VTI' }))
    const [option] = await screen.findAllByRole('option')
    await app.user.click(option as HTMLElement)
    await app.user.click(await screen.findByRole('button', { name: /also for 2 others of the kind “Equity”$/ }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Asset classes' })).toBeNull())
    expect(inputsOf(app, 'statements.setClass')).toMatchObject([
      { keys: ['symbol:VTI'] },
      { keys: ['symbol:AAPL', 'symbol:MSFT'] },
    ])
  })

  it('accounts are exported only with a passphrase of eight characters, and an error stays in the dialog', async () => {
    const app = draw({
      statements: {
        exportAccounts: () => {
          throw appError('export/write-failed', 'The file could not be written.')
        },
      },
    })
    await app.user.click(await screen.findByRole('button', { name: 'More actions' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Export accounts…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Export accounts' })
    expect(await within(dialog).findByText(/^Which entity each of 2 accounts belongs to/)).toBeVisible()
    const passphrase = within(dialog).getByLabelText('Passphrase of the file')
    await app.user.type(passphrase, 'short')
    expect(within(dialog).getByRole('button', { name: 'Export…' })).toBeDisabled()
    await app.user.type(passphrase, ' no more')
    await app.user.click(within(dialog).getByRole('button', { name: 'Export…' }))
    expect(await within(dialog).findByText('The file could not be written.')).toBeVisible()
  })
})
