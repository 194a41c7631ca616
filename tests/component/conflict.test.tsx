import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FieldsQuestion } from '../../renderer/features/outbox/FieldsQuestion.tsx'
import { Question } from '../../renderer/features/outbox/Question.tsx'
import { fieldName } from '../../shared/domain/field-words.ts'
import type { FieldConflict } from '../../shared/domain/operation.ts'
import { operationDouble } from '../doubles/operation.ts'
import type { Answers } from './support/client-double.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'
import { words } from './support/words.ts'

const email: FieldConflict = {
  field: 'email',
  kind: 'value',
  base: 'ada@old.example',
  theirs: 'ada@firm.example',
  mine: 'ada@home.example',
}
const city: FieldConflict = { field: 'city', kind: 'value', base: 'Troy', theirs: 'Albany', mine: 'Utica' }
const notes: FieldConflict = {
  field: 'notes',
  kind: 'overlap',
  base: 'Call first.\nLikes tea.\nTwo dogs.',
  theirs: 'Call first.\nLikes coffee.\nTwo dogs.',
  mine: 'Call first.\nLikes water.\nTwo dogs.',
}
const deceased: FieldConflict = { field: 'is_deceased', kind: 'value', base: false, theirs: true, mine: false }

function ask(fields: FieldConflict[]) {
  const values = (side: 'base' | 'mine' | 'theirs') =>
    Object.fromEntries(fields.map((each) => [each.field, each[side]]))
  const operation = {
    ...operationDouble,
    resource: 'individuals' as const,
    record_id: 'in-1',
    title: 'Ada Okafor',
    state: 'conflict' as const,
    base: { id: 'in-1', ...values('base') },
    fields: values('mine'),
    question: { kind: 'fields' as const, candidates: [], fields, theirs: { id: 'in-1', ...values('theirs') } },
  }
  const answers = { outbox: { decide: () => ({}) } } as Answers
  return renderInApp(() => <FieldsQuestion operation={operation} />, { at: 'outbox/op_1', answers })
}

const group = (field: string) => screen.findByRole('radiogroup', { name: fieldName(field) })
const pick = async (field: string, name: string | RegExp) => within(await group(field)).getByRole('radio', { name })
const send = () => screen.findByRole('button', { name: words.saveAndSend })
const decisions = (app: ReturnType<typeof ask>) => app.callsOf('outbox.decide').map(({ input }) => input)
const merged = (fields: object) => ({ connectionId, id: 'op_1', answer: { decision: 'merge', fields } })

describe('a conflict', () => {
  it('shows the three values of a field, chooses none, and cannot be sent yet', async () => {
    ask([email])
    for (const text of ['ada@old.example', 'ada@firm.example', 'ada@home.example'])
      expect(await screen.findByText(text)).toBeVisible()
    expect(await pick('email', words.theirs)).not.toBeChecked()
    expect(await pick('email', words.mine)).not.toBeChecked()
    expect(await send()).toBeDisabled()
  })

  it('chooses one side for all fields that belong together', async () => {
    const died: FieldConflict = { ...deceased, field: 'date_of_death', base: null, theirs: '2020-02-02', mine: null }
    const app = ask([deceased, died, email])
    expect(await screen.findByText(/^Deceased, Date of death belong together/)).toBeVisible()
    await app.user.click(await pick('date_of_death', words.theirs))
    expect(await pick('is_deceased', words.theirs)).toBeChecked()
    expect(await pick('email', words.theirs)).not.toBeChecked()
    await app.user.click(await pick('is_deceased', words.mine))
    await app.user.click(await pick('email', words.mine))
    await app.user.click(await send())
    const sent = { is_deceased: false, date_of_death: null, email: 'ada@home.example' }
    await waitFor(() => expect(decisions(app)).toEqual([merged(sent)]))
  })

  it('sends the value of the service', async () => {
    const app = ask([email])
    await app.user.click(await pick('email', words.theirs))
    await app.user.click(await send())
    await waitFor(() => expect(decisions(app)).toEqual([merged({ email: 'ada@firm.example' })]))
  })

  it('sends the value of the user', async () => {
    const app = ask([email])
    await app.user.click(await pick('email', words.mine))
    await app.user.click(await send())
    await waitFor(() => expect(decisions(app)).toEqual([merged({ email: 'ada@home.example' })]))
  })

  it.each([
    ['here', { ...city, mine: null }, words.mine, null],
    ['there', { ...city, theirs: null }, words.theirs, null],
    ['here, and then emptied as another value', { ...city, mine: null }, words.other, null],
  ])('says that a field was cleared %s, and sends what is chosen', async (_where, conflict, side, sent) => {
    const app = ask([conflict])
    expect(within(await group('city')).getAllByText('cleared')).toHaveLength(1)
    await app.user.click(await pick('city', side))
    await app.user.click(await send())
    await waitFor(() => expect(decisions(app)).toEqual([merged({ city: sent })]))
  })

  it('is decided field by field, and counts how far it is', async () => {
    const app = ask([email, city])
    await app.user.click(await pick('email', words.theirs))
    expect(await send()).toBeDisabled()
    expect(screen.getByRole('status')).toHaveTextContent('1 of 2')
    await app.user.click(await pick('city', words.mine))
    expect(screen.getByRole('status')).toHaveTextContent('2 of 2')
    await app.user.click(await send())
    await waitFor(() => expect(decisions(app)).toEqual([merged({ email: 'ada@firm.example', city: 'Utica' })]))
  })

  it.each([
    [words.theirsForAll, { email: 'ada@firm.example', city: 'Albany' }],
    [words.mineForAll, { email: 'ada@home.example', city: 'Utica' }],
  ])('%s decides every field', async (name, fields) => {
    const app = ask([email, city])
    await app.user.click(await screen.findByRole('button', { name }))
    await app.user.click(await send())
    await waitFor(() => expect(decisions(app)).toEqual([merged(fields)]))
  })

  it('takes a third value, but none that the service would refuse', async () => {
    const app = ask([email])
    await app.user.click(await pick('email', words.other))
    const field = await screen.findByRole('textbox')
    expect(field).toHaveValue('ada@home.example')
    await app.user.clear(field)
    await app.user.type(field, 'nowhere')
    await waitFor(() => expect(field).toBeInvalid())
    expect(await send()).toBeDisabled()
    await app.user.clear(field)
    await app.user.type(field, 'ada@third.example')
    await waitFor(async () => expect(await send()).toBeEnabled())
    await app.user.click(await send())
    await waitFor(() => expect(decisions(app)).toEqual([merged({ email: 'ada@third.example' })]))
  })

  it('about yes or no has no third value', async () => {
    ask([deceased])
    expect(within(await group('is_deceased')).getAllByRole('radio')).toHaveLength(2)
  })

  it('in the same line of a text begins with both, and goes by the choice for that place', async () => {
    const app = ask([notes])
    await app.user.click(await pick('notes', words.merged))
    const text = await screen.findByRole('textbox')
    expect(text).toHaveValue('Call first.\nLikes coffee.\nLikes water.\nTwo dogs.')
    const place = screen.getByRole('radiogroup', { name: /1$/ })
    await app.user.click(within(place).getByRole('radio', { name: words.mineHere }))
    expect(text).toHaveValue('Call first.\nLikes water.\nTwo dogs.')
    await app.user.click(await send())
    await waitFor(() => expect(decisions(app)).toEqual([merged({ notes: 'Call first.\nLikes water.\nTwo dogs.' })]))
  })

  it('in a text can be settled by hand', async () => {
    const app = ask([notes])
    await app.user.click(await pick('notes', words.merged))
    const text = await screen.findByRole('textbox')
    await app.user.clear(text)
    await app.user.type(text, 'Likes both.')
    await app.user.click(await send())
    await waitFor(() => expect(decisions(app)).toEqual([merged({ notes: 'Likes both.' })]))
  })
})

/** A deletion of a document whose record in the service is not the one that was looked at. */
function askAboutDeletion(fields: FieldConflict[]) {
  const operation = {
    ...operationDouble,
    action: 'delete' as const,
    resource: 'documents' as const,
    record_id: 'do-1',
    title: 'Will',
    state: 'conflict' as const,
    base: { id: 'do-1', name: 'Will' },
    fields: {},
    question: {
      kind: 'changed-elsewhere' as const,
      candidates: [],
      fields,
      theirs: { id: 'do-1', name: 'Will, 2026' },
    },
  }
  const answers = { outbox: { decide: () => ({}) } } as Answers
  return renderInApp(() => <Question operation={operation} />, { at: 'outbox/op_1', answers })
}

describe('a deletion that met a later edit', () => {
  it('says that nothing was deleted, shows what was changed, and deletes it only if told to', async () => {
    const app = askAboutDeletion([{ field: 'name', kind: 'value', base: 'Will', theirs: 'Will, 2026', mine: null }])
    expect(await screen.findByRole('heading', { name: 'Delete this document all the same?' })).toBeVisible()
    expect(screen.getByText(/someone changed it\. The service does not say who\. Nothing was deleted\./)).toBeVisible()
    expect(screen.getByText(/, 2026$/)).toBeVisible()
    expect(decisions(app)).toEqual([])
    await app.user.click(screen.getByRole('button', { name: 'Delete it as it is now' }))
    await waitFor(() => expect(decisions(app)).toEqual([{ connectionId, id: 'op_1', answer: { decision: 'delete' } }]))
  })

  it('says so where no field that Steward shows differs', async () => {
    askAboutDeletion([])
    expect(await screen.findByText(/^No field that Steward shows differs/)).toBeVisible()
  })
})
