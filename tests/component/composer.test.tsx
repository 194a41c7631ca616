import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { draftKey, useDrafts } from '../../renderer/components/forms/drafts.ts'
import { Composer } from '../../renderer/features/valuations/composer/Composer.tsx'
import { localToday } from '../../shared/domain/days.ts'
import type { ContractOutputs } from '../../shared/ipc/contract.ts'
import { valuation as valuationSchema } from '../../shared/service/valuation.ts'
import { records } from '../doubles/records.ts'
import type { Answers } from './support/client-double.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'
import { words } from './support/words.ts'

const stocks = { id: 'asset_class_1', display_name: 'Stocks' }
const cash = { id: 'asset_class_2', display_name: 'Cash' }

const valuation = valuationSchema.parse({
  ...records.valuation,
  effective_date: '2026-02-28',
  directly_held_asset_value: 300.3,
  total_value: 300.3,
  directly_held_assets: [
    { id: 'as-1', asset_class: stocks, display_name: 'Brokerage', value: 200.1 },
    { id: 'as-2', asset_class: cash, display_name: 'Checking', value: 100.2 },
  ],
})

const detail = (last: typeof valuation | null): ContractOutputs['entities']['get'] => ({
  record: records.entity,
  checked_at: '2026-03-01T12:00:00Z',
  pending: null,
  household: { id: 'hh-1', name: 'Okafor' },
  valuation: last && { record: last, checked_at: '2026-03-01T12:00:00Z', pending: null },
  valuation_checked_at: null,
  valuation_unanswered: null,
  observations: [],
  documents: [],
})

const known = [stocks, cash].map(({ id, display_name }) => ({
  id,
  name: display_name,
  uses: 1,
  last_seen: null,
  own: true,
  added: false,
}))

const answers = {
  assetClasses: { list: () => known },
  outbox: { save: () => ({ operation_id: 'op-1', record_id: 'va-2', undo: null }) },
} as Answers

async function open(last: typeof valuation | null = valuation, connection = {}) {
  const app = renderInApp(() => <Composer detail={detail(last)} />, {
    at: 'entities/en-1/valuation/new',
    answers,
    connection,
  })
  await screen.findByRole('form', { name: words.newValuation })
  return app
}

const value = (row: number) => screen.getByRole('textbox', { name: words.cell('Value', row) })
const name = (row: number) => screen.getByRole('textbox', { name: words.cell(words.name, row) })
const assetClass = (row: number) => screen.getByRole('combobox', { name: words.cell('Asset class', row) })
const externalId = (row: number) => screen.getByRole('textbox', { name: words.cell(words.externalId, row) })
const total = (which: 'after' | 'difference') => document.querySelector(`[data-total="${which}"]`)?.textContent
const sent = (app: Awaited<ReturnType<typeof open>>) =>
  app.callsOf('outbox.save').map(({ input }) => (input as { write: { fields: unknown } }).write.fields)
const log = () => screen.getByRole('button', { name: words.log })
const review = () => screen.findByRole('dialog', { name: words.review })
const confirm = async () => within(await review()).getByRole('button', { name: words.confirmLog })
const date = () => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${words.effectiveDate}`))

async function retype(app: Awaited<ReturnType<typeof open>>, field: HTMLElement, text: string) {
  await app.user.clear(field)
  await app.user.type(field, text)
  await app.user.tab()
}

/** Pastes a text somewhere on the page. */
function paste(text: string, into: Element = document.body) {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'clipboardData', { value: { getData: () => text } })
  fireEvent(into, event)
}

describe('the composer', () => {
  it('begins with the assets of the last valuation, as of today, with the focus on the first value', async () => {
    // It may be midnight in between.
    const begun = localToday()
    await open()
    expect(name(1)).toHaveValue('Brokerage')
    expect(assetClass(2)).toHaveValue('Cash')
    expect(value(1)).toHaveFocus()
    expect([begun, localToday()]).toContain(date().value)
    expect(total('after')).toBe('$300.30')
  })

  it('begins with one empty row if there was no valuation', async () => {
    await open(null)
    expect(name(1)).toHaveValue('')
    expect(name(1)).toHaveFocus()
    expect(total('after')).toBe('$0.00')
  })

  it('adds up to the cent, and shows the difference to the last valuation', async () => {
    const app = await open()
    await retype(app, value(1), '200.2')
    await retype(app, value(2), '$1,100.25')
    expect(value(2)).toHaveValue('1,100.25')
    expect(total('after')).toBe('$1,300.45')
    expect(total('difference')).toContain('1,000.15')
  })

  it('counts a value that cannot be read as nothing, and says so', async () => {
    const app = await open()
    await retype(app, value(1), 'much')
    expect(value(1)).toBeInvalid()
    expect(total('after')).toBe('$100.20')
    expect(screen.getByRole('rowheader', { name: /cannot be read/ })).toBeVisible()
    await app.user.click(log())
    await waitFor(() => expect(value(1)).toHaveFocus())
    expect(sent(app)).toEqual([])
  })

  it('logs every asset, with a new row of a chosen class', async () => {
    const app = await open()
    await retype(app, value(1), '250')
    await app.user.click(screen.getByRole('button', { name: words.addRow }))
    await app.user.type(name(3), 'Bonds')
    await app.user.type(assetClass(3), 'stock')
    await app.user.click(await screen.findByRole('option', { name: /Stocks/ }))
    await retype(app, value(3), '49.9')
    expect(total('after')).toBe('$400.10')
    const shown = date().value
    await app.user.click(log())
    await app.user.click(await confirm())
    await waitFor(() =>
      expect(sent(app)).toEqual([
        {
          effective_date: shown,
          directly_held_assets: [
            { asset_class_id: 'asset_class_1', display_name: 'Brokerage', value: 250 },
            { asset_class_id: 'asset_class_2', display_name: 'Checking', value: 100.2 },
            { asset_class_id: 'asset_class_1', display_name: 'Bonds', value: 49.9 },
          ],
        },
      ]),
    )
    await waitFor(() => expect(app.path()).toBe('entities/en-1'))
    expect(useDrafts.getState().drafts).toEqual({})
  })

  it('shows old and new total, difference and the assets that change by more than a quarter before it logs', async () => {
    const app = await open()
    await retype(app, value(1), '250.12')
    await retype(app, value(2), '125.26')
    await app.user.click(log())
    const shown = await review()
    for (const text of ['$300.30', '$375.38', '+$75.08 (+25%)']) expect(shown).toHaveTextContent(text)
    const jumps = within(shown).getByRole('region', { name: /more than 25%/ })
    expect(jumps).toHaveTextContent('Checking$100.20 → $125.26+25%')
    expect(jumps).not.toHaveTextContent('Brokerage')
    expect(await confirm()).toHaveFocus()
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(value(2)).toHaveValue('125.26')
    expect(sent(app)).toEqual([])
    await app.user.click(log())
    await waitFor(async () => expect(await confirm()).toHaveFocus())
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(sent(app)).toHaveLength(1))
  })

  describe('with assets that have external IDs', () => {
    const withIds = valuationSchema.parse({
      ...valuation,
      directly_held_assets: [
        { id: 'as-1', asset_class: stocks, display_name: 'Brokerage', value: 100.1, external_id: '7714' },
        { id: 'as-2', asset_class: stocks, display_name: 'Roth IRA', value: 100, external_id: '7715' },
        { id: 'as-3', asset_class: cash, display_name: 'Checking', value: 50.1 },
        { id: 'as-4', asset_class: cash, display_name: 'Savings', value: 50.1, external_id: '7716' },
      ],
    })
    const changes = async () =>
      within(within(await review()).getByRole('region', { name: words.changedIds }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)

    it('names each external ID that changes before it logs, and no other', async () => {
      const app = await open(withIds)
      await retype(app, externalId(1), ' 7714 ')
      await retype(app, externalId(2), '250,000.00')
      await retype(app, externalId(3), '7717')
      await app.user.clear(externalId(4))
      await app.user.click(screen.getByRole('button', { name: words.addRow }))
      await retype(app, name(5), 'Gold')
      await app.user.type(assetClass(5), 'stock')
      await app.user.click(await screen.findByRole('option', { name: /Stocks/ }))
      await retype(app, value(5), '1')
      await retype(app, externalId(5), '7718')
      await app.user.click(log())
      expect(await changes()).toEqual(['Roth IRA7715 → 250,000.00', 'Checkingnone → 7717', 'Savings7716 → none'])
      await app.user.click(await confirm())
      await waitFor(() => expect(sent(app)).toHaveLength(1))
    })

    it('names those that a paste changes, also after a row was moved, and none of an asset that is left out', async () => {
      const app = await open(withIds)
      await app.user.click(screen.getByRole('button', { name: 'Move row 1 down' }))
      paste('Name\tClass\tValue\tAccount number\nBrokerage\tStocks\t110\tX-7714\nRoth IRA\tStocks\t90\t7715')
      const shown = within(await screen.findByRole('dialog', { name: words.pasteTitle }))
      await app.user.click(shown.getByRole('radio', { name: /^Keep only/ }))
      await app.user.click(shown.getByRole('button', { name: words.replaceRows }))
      await app.user.click(log())
      expect(await changes()).toEqual(['Brokerage7714 → X-7714'])
    })

    it('says nothing of external IDs if none changes', async () => {
      const app = await open(withIds)
      await retype(app, value(1), '101')
      await app.user.click(log())
      expect(within(await review()).queryByRole('region', { name: words.changedIds })).toBeNull()
    })
  })

  it.each(['Total', 'Subtotal', 'Summe'])('refuses a row called %s that was typed', async (called) => {
    const app = await open()
    await retype(app, name(2), called)
    await app.user.click(log())
    await waitFor(() => expect(name(2)).toHaveFocus())
    expect(name(2)).toBeInvalid()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent(app)).toEqual([])
  })

  it('counts the description as it is typed, and refuses more than the service takes', async () => {
    const app = await open()
    const description = screen.getByRole('textbox', { name: 'Description' })
    await app.user.type(description, 'Met')
    expect(screen.getByText('3 of 2,048 characters')).toBeVisible()
    fireEvent.change(description, { target: { value: 'x'.repeat(2049) } })
    expect(screen.getByText('2,049 of 2,048 characters')).toBeVisible()
    await app.user.click(log())
    expect(await screen.findByText('Use at most 2,048 characters.')).toBeVisible()
    expect(sent(app)).toEqual([])
  })

  it('refuses a row without name and class, once it is to be logged', async () => {
    const app = await open(null)
    await retype(app, value(1), '10')
    expect(name(1)).toBeValid()
    await app.user.click(log())
    await waitFor(() => expect(name(1)).toBeInvalid())
    expect(assetClass(1)).toBeInvalid()
    expect(sent(app)).toEqual([])
  })

  it('leaves an asset out and takes it back', async () => {
    const app = await open()
    await app.user.click(screen.getByRole('button', { name: words.removeRow(2) }))
    expect(total('after')).toBe('$200.10')
    await app.user.click(screen.getByRole('button', { name: words.undoRow(2) }))
    expect(total('after')).toBe('$300.30')
    expect(value(2)).toHaveValue('100.20')
  })

  it('moves through the rows by Enter, adds one at the end, and moves a row with its focus', async () => {
    const app = await open()
    await app.user.keyboard('{Enter}')
    expect(value(2)).toHaveFocus()
    await app.user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() => expect(name(1)).toHaveValue('Checking'))
    await waitFor(() => expect(value(1)).toHaveFocus())
    await app.user.keyboard('{Enter}{Enter}')
    await waitFor(() => expect(name(3)).toHaveFocus())
  })

  it('keeps what was typed as a draft, and begins with it on return', async () => {
    const app = await open()
    await retype(app, value(1), '999')
    expect(useDrafts.getState().drafts[draftKey(connectionId, 'new:valuations/en-1')]).toMatchObject({ dirty: true })
    app.unmount()
    await open()
    expect(value(1)).toHaveValue('999.00')
    expect(total('after')).toBe('$1,099.20')
  })

  it('cannot log through a read-only connection', async () => {
    await open(valuation, { read_only: true })
    expect(log()).toBeDisabled()
  })
})

describe('the date of a valuation', () => {
  const warning = () => date().closest('div[class]')?.parentElement?.parentElement?.querySelector('output')?.textContent

  it.each([
    ['before that of the current one', '2026-01-31'],
    ['in the future', '2999-01-01'],
  ])('%s is warned of, but can be logged', async (_what, day) => {
    const app = await open()
    fireEvent.change(date(), { target: { value: day } })
    await waitFor(() => expect(warning()).not.toBe(''))
    await app.user.click(log())
    await app.user.click(await confirm())
    await waitFor(() => expect(sent(app)).toMatchObject([{ effective_date: day }]))
  })

  it('that is missing is asked for', async () => {
    const app = await open()
    fireEvent.change(date(), { target: { value: '' } })
    await app.user.click(log())
    await waitFor(() => expect(date()).toBeInvalid())
    expect(sent(app)).toEqual([])
  })
})

describe('pasting from a spreadsheet', () => {
  const dialog = () => screen.findByRole('dialog', { name: words.pasteTitle })
  const table = 'Name\tClass\tValue\nBrokerage\tStocks\t210\nGold\tMetals\t5\nTotal\t\t215'

  it('reads a table pasted anywhere, and updates rows of the same name', async () => {
    const app = await open()
    paste(table)
    const shown = within(await dialog())
    expect(shown.getByRole('combobox', { name: 'Column 1, Name' })).toHaveValue('name')
    expect(shown.getByRole('combobox', { name: 'Column 2, Class' })).toHaveValue('class')
    expect(shown.getByRole('combobox', { name: 'Column 3, Value' })).toHaveValue('value')
    expect(shown.getByRole('status')).toHaveTextContent(/2 taken \(1 existing, 1 new\), 0 refused, 1 left out/)
    await app.user.click(shown.getByRole('button', { name: words.updateRows }))
    await waitFor(() => expect(value(1)).toHaveValue('210.00'))
    expect(name(2)).toHaveValue('Checking')
    expect(name(3)).toHaveValue('Gold')
    expect(total('after')).toBe('$315.20')
  })

  it('leaves out rows that add up others, unless told otherwise', async () => {
    const app = await open()
    paste(table)
    const shown = within(await dialog())
    expect(shown.getByRole('status')).toHaveTextContent('“Total”')
    await app.user.click(shown.getByRole('checkbox', { name: /add up/ }))
    await app.user.click(shown.getByRole('button', { name: words.updateRows }))
    await waitFor(() => expect(name(4)).toHaveValue('Total'))
  })

  it('replaces the rows, and marks a class that is not known', async () => {
    const app = await open()
    paste(table)
    const shown = within(await dialog())
    await app.user.click(shown.getByRole('radio', { name: /^Keep only/ }))
    await app.user.click(shown.getByRole('button', { name: words.replaceRows }))
    await waitFor(() => expect(total('after')).toBe('$215.00'))
    const gold = screen.getByDisplayValue('Metals')
    expect(gold).toBeInvalid()
    await app.user.click(log())
    await waitFor(() => expect(gold).toHaveFocus())
    expect(sent(app)).toEqual([])
  })

  it('takes no rows before the asset classes are read, because theirs would not be known', async () => {
    let arrive = (_: typeof known) => {}
    const list = () => new Promise<typeof known>((resolve) => (arrive = resolve))
    const app = renderInApp(() => <Composer detail={detail(valuation)} />, {
      at: 'entities/en-1/valuation/new',
      answers: { ...answers, assetClasses: { list } } as Answers,
    })
    await screen.findByText('Loading asset classes')
    expect(screen.queryByRole('form', { name: words.newValuation })).toBeNull()
    await waitFor(() => expect(app.callsOf('assetClasses.list')).toHaveLength(1))
    arrive(known)
    await screen.findByRole('form', { name: words.newValuation })
    paste('Asset\tClass\tValue\nBrokerage\t\t$10.00\nGold bars\tCash\t1,000.05')
    await app.user.click(within(await dialog()).getByRole('button', { name: words.updateRows }))
    await waitFor(() => expect(assetClass(3)).toHaveValue('Cash'))
    await app.user.click(log())
    await review()
  })

  it('lets the columns be corrected, each field once', async () => {
    const app = await open()
    await app.user.click(screen.getByRole('button', { name: words.pasteRows }))
    const shown = within(await dialog())
    fireEvent.change(shown.getByRole('textbox'), { target: { value: '7\tSilver\n8\tGold' } })
    const first = await shown.findByRole('combobox', { name: 'Column 1' })
    const second = shown.getByRole('combobox', { name: 'Column 2' })
    await app.user.selectOptions(first, 'external_id')
    await app.user.selectOptions(second, 'external_id')
    expect(first).toHaveValue('ignore')
    expect(second).toHaveValue('external_id')
  })

  it('shows the answers of the last table with these columns, and remembers what is changed', async () => {
    const lastPaste = () => ({ fields: null, answers: { 'mark:1': 'comma' } })
    const app = renderInApp(() => <Composer detail={detail(valuation)} />, {
      at: 'entities/en-1/valuation/new',
      answers: { ...answers, imports: { lastPaste, rememberPaste: () => ({}) } } as Answers,
    })
    await screen.findByRole('form', { name: words.newValuation })
    paste('Name\tValue\nGold\t1.234')
    const shown = within(await dialog())
    const question = shown.getByRole('combobox', { name: /^An amount such as 1\.234/ })
    await waitFor(() => expect(question).toHaveValue('comma'))
    expect(shown.getByText(/^Same as last time/)).toBeVisible()
    await app.user.selectOptions(question, 'point')
    await app.user.click(shown.getByRole('button', { name: words.updateRows }))
    await waitFor(() => expect(value(3)).toHaveValue('1.234'))
    expect(app.callsOf('imports.rememberPaste').map(({ input }) => input)).toEqual([
      { headers: ['Name', 'Value'], fields: null, answers: { 'mark:1': 'point' } },
    ])
  })

  it('leaves a word pasted into a field to the field', async () => {
    await open()
    paste('Brokerage', name(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
