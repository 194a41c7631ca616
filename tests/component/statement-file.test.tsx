import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ReadFrom } from '../../renderer/features/statements/ReadFrom.tsx'
import { StatementPage } from '../../renderer/features/statements/StatementPage.tsx'
import type { StatementFile, StatementFileReading } from '../../shared/ipc/statement-files.ts'
import { statementSamples } from '../doubles/samples/statements.ts'
import type { Answers } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'

const samples = statementSamples.statements
const [file] = samples.list[1].files
const { reading } = samples.read[1]
if (!file || !reading) throw new Error('The samples have no statement.')

/** Draws one file's page. */
function drawFile(
  more: Partial<StatementFileReading>,
  of: Partial<StatementFile> = {},
  statements: Answers['statements'] = {},
  others: Answers = {},
) {
  return renderInApp(StatementPage, {
    at: 'statements/$id',
    answers: {
      ...others,
      statements: {
        read: () => ({
          file: { ...(file as StatementFile), ...of },
          reading: { ...(reading as StatementFileReading), ...more },
          staged_id: 'staged-1',
        }),
        rows: () => samples.rows[1],
        answer: () => ({}),
        ...statements,
      },
    },
  })
}

describe('a file’s page', () => {
  it('is empty, also of what it showed before, once the firm’s policy switches statements off', async () => {
    const policies = { forbidden: {} as Record<string, 'no_statements'> }
    const app = drawFile(
      {},
      {},
      {},
      { policy: { get: () => ({ policy: {}, problems: [], source: null, ...policies }) } },
    )
    expect(await screen.findByRole('heading', { name: file.file_name })).toBeVisible()
    policies.forbidden = { 'statements.read': 'no_statements' }
    await act(() => app.queries.invalidateQueries())
    expect(await screen.findByText('Your firm does not allow statements to be read on this computer.')).toBeVisible()
    expect(screen.queryByText(file.file_name)).toBeNull()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('says what became of every row', async () => {
    drawFile({ rows_in: 9, counts: { holding: 2, line: 1, total: 1, 'left-out': 3, refused: 1, waiting: 1 } })
    expect(
      await screen.findByText(
        /9 rows with content: 2 holdings, 1 line that counts only if you say so, 1 total, 1 asked, 1 that cannot be read, 3 left out\./,
      ),
    ).toBeVisible()
  })

  it('counts every row that cannot be read, also those that are not listed', async () => {
    const refused = [{ row: 4, column: null, text: 'abc', cause: 'This is not an amount.', next_step: 'Correct it.' }]
    drawFile({
      accounts: [{ ...(reading.accounts[0] as StatementFileReading['accounts'][number]), refused, refused_count: 250 }],
      counts: { ...reading.counts, refused: 251 },
    })
    expect(await screen.findByRole('heading', { name: /^Rows that cannot be read\s*251$/ })).toBeVisible()
    expect(screen.getByText('and 250 more')).toBeVisible()
    expect(screen.getByText(/250 rows cannot be read/)).toBeVisible()
  })

  it('asks for the date where the file names none, stores it, and takes the choice back', async () => {
    const app = drawFile({ as_of: { ...reading.as_of, date: null, from: null, proposed: '2026-10-30' } })
    expect(await screen.findByText('The file names no date.')).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Use Oct 30, 2026' }))
    expect(app.callsOf('statements.answer').at(-1)?.input).toMatchObject({
      change: { what: 'as-of', date: '2026-10-30' },
    })
    app.unmount()
    const chosen = drawFile({ as_of: { ...reading.as_of, is_chosen: true } })
    await chosen.user.click(await screen.findByRole('button', { name: 'Take my date back' }))
    expect(chosen.callsOf('statements.answer').at(-1)?.input).toMatchObject({ change: { what: 'as-of', date: null } })
  })

  it('proposes the custodian’s name that another file with its headers was given, and takes it with one button', async () => {
    const app = drawFile({ layout: { ...reading.layout, custodian: null, proposed: 'Alder Custody' } })
    expect(await screen.findByRole('textbox', { name: 'Custodian' })).toHaveValue('')
    await app.user.click(screen.getByRole('button', { name: 'Use Alder Custody' }))
    expect(app.callsOf('statements.answer').at(-1)?.input).toMatchObject({
      change: { what: 'custodian', name: 'Alder Custody' },
    })
    app.unmount()
    drawFile({ layout: { ...reading.layout, custodian: 'Alder Custody', proposed: 'Alder Custody' } })
    expect(await screen.findByRole('textbox', { name: 'Custodian' })).toHaveValue('Alder Custody')
    expect(screen.queryByRole('button', { name: /^Use / })).toBeNull()
  })

  it('a column is corrected for its headers, and a table of transactions is said not to be read', async () => {
    const [table] = reading.tables
    const transactions = {
      ...table,
      scope: 'h1/',
      header_row: 9,
      headers: ['Trade date'],
      uses: ['price_date'],
      is: 'transactions',
    }
    const app = drawFile({ tables: [table, transactions] as StatementFileReading['tables'] })
    expect(await screen.findByText('Transactions, not read')).toBeVisible()
    expect(screen.queryByText('Trade date')).toBeNull()
    await app.user.click(screen.getByRole('button', { name: 'Correct…' }))
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Use of the column Value' }), 'Not used')
    await app.user.selectOptions(
      screen.getByRole('combobox', { name: 'What the table with the header in row 9 is' }),
      'Holdings',
    )
    expect(app.callsOf('statements.answer').map(({ input }) => input)).toMatchObject([
      { change: { what: 'answers', answers: { 'h0/use:1': 'ignore' } } },
      { change: { what: 'answers', answers: { 'h1/is': 'holdings' } } },
    ])
  })

  it.each([
    ['receiving', 'This file is being copied'],
    ['reading', 'This file is being read'],
  ] as const)('that is opened too early (%s) does not say that the file cannot be read', async (state, title) => {
    const early = { ...(file as StatementFile), state, issue: null }
    drawFile({}, {}, { read: () => ({ file: early, reading: null, staged_id: null }) })
    expect(await screen.findByText(title)).toBeVisible()
    expect(screen.queryByText(/could not be read/)).toBeNull()
  })

  it('of what is no statement says what it is, and what to ask for', async () => {
    const issue = {
      field: 'file',
      message: 'This is a list of transactions.',
      next_step: 'Ask for the holdings.',
    } as const
    renderInApp(StatementPage, {
      at: 'statements/$id',
      answers: {
        statements: { read: () => ({ file: { ...file, state: 'other', issue }, reading: null, staged_id: null }) },
      },
    })
    expect(await screen.findByText('This is a list of transactions.')).toBeVisible()
    expect(screen.getByText('Ask for the holdings.')).toBeVisible()
  })
})

describe('the page of a scan', () => {
  const unread = (why: StatementFile['issue']) => {
    const issue = { field: 'file', message: 'This PDF is a scan.', next_step: 'Read it here.' } as const
    const [scan, state] = [{ is: 'unread', why } as const, 'other' as const]
    return { read: () => ({ file: { ...file, state, issue, scan }, reading: null, staged_id: 's-1' }) }
  }

  it('begins to read it with one button, and says how far that is', async () => {
    const app = drawFile({}, {}, { ...unread(null), readScan: () => ({}) })
    await app.user.click(await screen.findByRole('button', { name: 'Read this scan' }))
    expect(app.callsOf('statements.readScan').map(({ input }) => input)).toMatchObject([{ id: file.id }])
    app.unmount()
    const scan = { is: 'reading', page: 2, pages: 5 } as const
    drawFile({}, {}, { read: () => ({ file: { ...file, state: 'reading', scan }, reading: null, staged_id: 's-1' }) })
    expect(await screen.findByText('This scan is being read: 2 of 5 pages')).toBeVisible()
  })

  it('that cannot be read here has no button', async () => {
    drawFile({}, {}, unread({ field: 'file', message: 'It was not installed.', next_step: 'Ask for CSV.' }))
    expect(await screen.findByText('This PDF is a scan.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Read this scan' })).toBeNull()
  })

  it('confirms nothing before the picture of the page is shown', async () => {
    const figures = samples.figures[1].figures.map((figure) => ({ ...figure, is_confirmed: false }))
    const scan = { is: 'read', confirmed: 0, count: 1 } as const
    const app = drawFile({}, { scan }, { figures: () => ({ figures }) })
    const value = await screen.findByRole('textbox', { name: 'Market Value' })
    await app.user.type(value, '{Enter}')
    expect(screen.getByRole('button', { name: 'Confirm row' })).toBeDisabled()
    expect(screen.getByText('0 of 1 figure and name confirmed')).toBeVisible()
    expect(app.callsOf('statements.answer')).toEqual([])
    expect(screen.queryByRole('table', { name: 'Accounts' })).toBeNull()
  })
})

describe('“Read from” on a valuation', () => {
  const drawValuation = (statements: Answers['statements'] = {}) =>
    renderInApp(() => <ReadFrom entityId="en-1" valuationId="va-2" />, {
      at: 'valuations/va-2',
      answers: {
        statements: { readFrom: () => samples.readFrom[1], filing: () => samples.filing[1], ...statements },
        outbox: { undoableUntil: () => ({ until: null }) },
      },
    })

  it('names accounts, file and digest, and offers only an extract where a row is another household’s', async () => {
    const app = drawValuation({ file: () => ({ operation_id: 'op_2', record_id: 'document_local_1', undo: null }) })
    const section = await screen.findByRole('region', { name: 'Read from' })
    expect(section).toHaveTextContent('Trust X10442871 (2 rows), as of Oct 31, 2026')
    expect(section).toHaveTextContent(`SHA-256 ${'0'.repeat(64)}`)
    await app.user.click(await screen.findByRole('button', { name: 'File an extract as a document' }))
    expect(section).toHaveTextContent('The original is not filed: It has an account of another household.')
    expect(app.callsOf('statements.file').map(({ input }) => input)).toMatchObject([{ what: 'extract' }])
    expect(await screen.findByText('Account statement saved to the outbox')).toBeVisible()
  })

  it('offers the original where everything in it is the household’s', async () => {
    drawValuation({ filing: () => ({ original: true, why: null }) })
    expect(await screen.findByRole('button', { name: 'File the original as a document' })).toBeVisible()
    expect(screen.queryByText(/The original is not filed/)).toBeNull()
  })

  it('is not there for a valuation that came from no statement', async () => {
    const app = renderInApp(() => <ReadFrom entityId="en-1" valuationId="va-0" />, {
      at: 'valuations/va-0',
      answers: { statements: { readFrom: () => samples.readFrom[1] } },
    })
    await waitFor(() => expect(app.callsOf('statements.readFrom')).toHaveLength(1))
    expect(screen.queryByRole('region', { name: 'Read from' })).toBeNull()
  })
})
