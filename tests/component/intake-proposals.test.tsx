import { act, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { IntakePage } from '../../renderer/features/intake/IntakePage.tsx'
import type { IntakeRow } from '../../shared/ipc/intake.ts'
import { fileSamples } from '../doubles/samples/files.ts'
import { recordSamples } from '../doubles/samples/records.ts'
import type { Answers } from './support/client-double.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

const [sample] = (fileSamples.intake.list[1] as { rows: [IntakeRow] }).rows
const none = { type: null, entity_id: null, individual_id: null }
const plain: IntakeRow = {
  ...sample,
  ...{ type: '', entity_id: null, individual_id: null, doubts: [], suggested: none },
  proposals: { ...none, date: null, household_id: null },
}
const will = { value: 'WILL', words: 'LAST WILL AND TESTAMENT', page: 2 }

it('an upload counts and sends the files that have a type, and the others are counted beside it', async () => {
  const row = (id: string, type: string) => ({ ...plain, id, file_name: `${id}.pdf`, type })
  const state = { rows: [row('drop-1', 'WILL'), row('drop-2', ''), row('drop-3', '')] }
  const app = renderInApp(IntakePage, {
    at: 'intake',
    answers: { intake: { list: () => state, submit: () => ({ saved: [], refused: [] }) } } as Answers,
  })
  await app.user.click(await screen.findByRole('button', { name: 'Upload 1 document' }))
  expect(screen.getByText('2 without a type')).toBeVisible()
  await expect
    .poll(() => app.callsOf('intake.submit').map(({ input }) => input))
    .toEqual([{ connectionId, row_ids: ['drop-1'] }])
  state.rows = [row('drop-2', '')]
  await act(() => app.queries.invalidateQueries())
  expect(await screen.findByText(/None of these files has a type yet/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Upload \d/ })).toBeNull()
})

/** Draws the tray with one file, as the main process has it. */
function draw(change: Partial<IntakeRow>, intake: Answers['intake'] = {}) {
  const state = { row: { ...plain, ...change } }
  const app = renderInApp(IntakePage, {
    at: 'intake',
    answers: {
      intake: {
        list: () => ({ rows: [state.row] }),
        readPages: () => new Promise(() => undefined),
        change: ({ change: made }: { change: Partial<IntakeRow> }) => {
          state.row = { ...plain, ...made }
          return {}
        },
        ...intake,
      },
    } as Answers,
  })
  const changes = () => app.callsOf('intake.change').map(({ input }) => (input as { change: object }).change)
  return { ...app, state, changes }
}

const field = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name} of Will.pdf: `) })

describe('a proposal of a dropped file', () => {
  it('is marked with its page and its words, which a screen reader reads with the field', async () => {
    draw({ type: 'WILL', proposals: { ...plain.proposals, type: will } })
    const type = await field('Type')
    expect(type).toHaveTextContent('Will')
    expect(type).toHaveAccessibleDescription('Proposed from page 2 “LAST WILL AND TESTAMENT”')
  })

  it('is removed with one key, and then nothing is chosen', async () => {
    const app = draw({ type: 'WILL', proposals: { ...plain.proposals, type: will } })
    const type = await field('Type')
    type.focus()
    await app.user.keyboard('{Delete}')
    await expect.poll(app.changes).toEqual([{ type: '' }])
    expect(await field('Type')).toHaveTextContent('None')
    expect(await field('Type')).toHaveFocus()
    expect(await field('Type')).toHaveAccessibleDescription('')
  })

  it('that is not sure is not chosen, but is the first in the list', async () => {
    const app = draw({ suggested: { ...none, type: will }, doubts: ['It is a draft: page 1 says “DRAFT”.'] })
    const type = await field('Type')
    expect(type).toHaveTextContent('None')
    expect(screen.getByText('Needs a type')).toBeVisible()
    expect(type).toHaveAccessibleDescription('Not sure: Will, from page 2 “LAST WILL AND TESTAMENT”')
    await app.user.click(type)
    const options = await screen.findAllByRole('option')
    expect(options.slice(0, 2).map((option) => option.textContent)).toEqual(['Will', 'None'])
    await app.user.click(options[0] as HTMLElement)
    await expect.poll(app.changes).toEqual([{ type: 'WILL' }])
  })

  it('that comes while the list is open moves neither the choice nor the focus', async () => {
    const app = draw({ pages: 'waiting' })
    await app.user.click(await field('Type'))
    const list = await screen.findByRole('combobox', { name: 'Type of Will.pdf' })
    app.state.row = { ...app.state.row, pages: 'read', type: 'WILL', proposals: { ...plain.proposals, type: will } }
    await act(() => app.queries.invalidateQueries())
    await screen.findByText('Proposed from page 2')
    expect(list).toHaveFocus()
    expect(list).toHaveValue('None')
  })

  it('of a date is put into the name only when asked to', async () => {
    const date = { value: '2019-03-03', words: 'Dated as of March 3, 2019', page: 1 }
    const app = draw({ proposals: { ...plain.proposals, date } })
    const add = await screen.findByRole('button', { name: 'Add the date Mar 3, 2019 to the name of Will.pdf' })
    expect(screen.getByText(/^Page 1:/)).toHaveTextContent('“Dated as of March 3, 2019”')
    expect(screen.getByRole('textbox', { name: 'Name of Will.pdf' })).toHaveValue('Will')
    await app.user.click(add)
    await expect.poll(app.changes).toEqual([{ name: 'Will – Mar 3, 2019', date: null }])
  })

  it.each([
    ['Move it there', 'hh-2'],
    ['Keep it here', 'hh-1'],
  ])('of another household is a question: %s', async (answer, household_id) => {
    const other = { value: 'hh-2', title: 'Lind', words: 'I, Ada Lind, of Camden', page: 1 }
    const app = draw({ proposals: { ...plain.proposals, household_id: other }, doubts: ['Page 9 is a letter.'] })
    await app.user.click(await screen.findByRole('button', { name: 'Another household’s? Lind: Will.pdf' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('This looks like another household’s: Lind. Page 1 says “I, Ada Lind, of Camden”.')
    expect(within(dialog).getByText('Page 9 is a letter.')).toBeVisible()
    expect(app.changes()).toEqual([])
    await app.user.click(within(dialog).getByRole('button', { name: answer }))
    await expect.poll(app.changes).toEqual([{ household_id }])
  })

  it.each([
    ['waiting', 'Reading its pages…'],
    ['protected', 'Has a password: its pages are not read.'],
    ['scan', 'A scan without text: its pages are not read.'],
    ['too-large', 'Too large for its pages to be read.'],
    ['unreadable', 'Damaged: its pages are not read.'],
    ['forbidden', 'Your firm lets only its name be read.'],
  ] as const)('says why there is none: %s', async (pages, said) => {
    draw({ pages })
    expect(await screen.findByText(said)).toBeVisible()
  })
})

it('pages are read while the tray is on the screen, and no longer', async () => {
  const app = draw({ pages: 'waiting' })
  await expect.poll(() => app.callsOf('intake.readPages').map(({ input }) => input)).toEqual([{ connectionId }])
  const [call] = app.callsOf('intake.readPages')
  expect(call?.signal?.aborted).toBe(false)
  await app.go('elsewhere')
  await expect.poll(() => call?.signal?.aborted).toBe(true)
})

it('nothing is read again where all pages were read', async () => {
  const app = draw({ pages: 'read' })
  await field('Type')
  expect(app.callsOf('intake.readPages')).toEqual([])
})

it('what is typed into the list of entities before it is read stays, where one was chosen before', async () => {
  const read = Promise.withResolvers<void>()
  const [, household] = recordSamples.households.get
  const [entity] = household.entities
  const state = { ...plain, type: 'WILL', entity_id: entity?.id ?? '' }
  const app = renderInApp(IntakePage, {
    at: 'intake',
    answers: {
      intake: { list: () => ({ rows: [state] }), readPages: () => new Promise(() => undefined) },
      households: { get: () => read.promise.then(() => household) },
    } as Answers,
  })
  await app.user.click(await screen.findByRole('button', { name: /^Entity of Will.pdf: / }))
  const combobox = await screen.findByRole('combobox', { name: 'Entity of Will.pdf' })
  await app.user.clear(combobox)
  await app.user.type(combobox, 'zzz')
  await act(async () => read.resolve())
  expect(await screen.findByText('No matches.')).toBeVisible()
  expect(combobox).toHaveValue('zzz')
})
