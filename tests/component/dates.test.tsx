import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { baseOf, useDrafts, useEditing } from '../../renderer/components/forms/drafts.ts'
import { IndividualForm } from '../../renderer/features/individuals/IndividualForm.tsx'
import { records } from '../doubles/records.ts'
import type { Answers } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { words } from './support/words.ts'

const answers = {
  individuals: { list: () => ({ rows: [], total: 0, offset: 0 }) },
  outbox: { save: () => ({ operation_id: 'op-1', record_id: 'in-1', undo: null }) },
} as Answers

async function open(fields: object = {}) {
  const person = { ...records.individual, date_of_birth: '1980-05-04', ...fields }
  function Page() {
    const editing = useEditing('individuals', person)
    const [begun, setBegun] = useState(false)
    if (editing.base) return <IndividualForm household={{ id: 'hh-1', name: 'Okafor' }} editing={editing} />
    return (
      <button
        type="button"
        onClick={() => {
          setBegun(true)
          editing.begin()
        }}
      >
        {begun ? 'Saved' : words.edit}
      </button>
    )
  }
  const app = renderInApp(Page, { at: 'individuals/in-1', answers })
  await app.user.click(await screen.findByRole('button', { name: words.edit }))
  await screen.findByRole('form', { name: 'Person' })
  return app
}

const born = () => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${words.dateOfBirth}`))
const died = () => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${words.dateOfDeath}`))
const save = () => screen.getByRole('button', { name: words.save })
const typed = () => Object.values(useDrafts.getState().drafts)[0]?.values

/**
 * A date that the browser's control cannot take, such as 30 February or half a year: the control reports no value,
 * and says so in its validity. jsdom's control is never in that state.
 */
function typeImpossible(input: HTMLInputElement) {
  Object.defineProperty(input, 'validity', { configurable: true, value: { badInput: true } })
  fireEvent.change(input, { target: { value: '' } })
  fireEvent.blur(input)
}

const typeDate = (input: HTMLInputElement, value: string) => {
  Object.defineProperty(input, 'validity', { configurable: true, value: { badInput: false } })
  fireEvent.change(input, { target: { value } })
}

describe('a date', () => {
  it('is shown by the control of the browser, which knows the order of the parts in the language of the user', async () => {
    await open()
    expect(born()).toHaveAttribute('type', 'date')
    expect(born()).toHaveValue('1980-05-04')
  })

  it('is sent as year, month and day, whatever that order is', async () => {
    const { user, callsOf } = await open()
    typeDate(born(), '1979-12-31')
    await user.click(save())
    await screen.findByRole('button', { name: 'Saved' })
    expect(callsOf('outbox.save')).toMatchObject([{ input: { write: { fields: { date_of_birth: '1979-12-31' } } } }])
  })

  it('that is half typed or impossible is not taken for an empty one: it is named, and nothing is sent', async () => {
    const { user, callsOf } = await open()
    typeImpossible(born())
    expect(typed()).toMatchObject({ date_of_birth: 'unfinished' })
    await user.click(save())
    await waitFor(() => expect(born()).toBeInvalid())
    expect(callsOf('outbox.save')).toEqual([])
  })

  it('that was impossible is saved once it is finished', async () => {
    const { user, callsOf } = await open()
    typeImpossible(born())
    await user.click(save())
    await waitFor(() => expect(born()).toBeInvalid())
    typeDate(born(), '1980-02-29')
    await user.click(save())
    await screen.findByRole('button', { name: 'Saved' })
    expect(callsOf('outbox.save')).toMatchObject([{ input: { write: { fields: { date_of_birth: '1980-02-29' } } } }])
  })

  it('is taken back to that of the record', async () => {
    const { user } = await open()
    typeImpossible(born())
    await user.click(await screen.findByRole('button', { name: words.undo(words.dateOfBirth) }))
    await waitFor(() => expect(born()).toHaveValue('1980-05-04'))
    expect(typed()).toMatchObject({ date_of_birth: '1980-05-04' })
  })

  it('is cleared by its button, also where it was half typed', async () => {
    const { user, callsOf } = await open()
    typeImpossible(born())
    await user.click(screen.getByRole('button', { name: words.clear(words.dateOfBirth) }))
    typeDate(born(), '')
    expect(typed()).toMatchObject({ date_of_birth: '' })
    await user.click(save())
    await screen.findByRole('button', { name: 'Saved' })
    expect(callsOf('outbox.save')).toMatchObject([{ input: { write: { fields: { date_of_birth: null } } } }])
  })

  it.each([
    [words.dateUnknown, { date_of_death: null }],
    [words.notDeceased, { date_of_death: null, is_deceased: false }],
  ])('of death that is cleared asks whether the person is deceased: %s', async (answer, fields) => {
    const { user, callsOf } = await open({ date_of_death: '2020-02-29', is_deceased: true })
    await user.click(screen.getByRole('button', { name: words.clear(words.dateOfDeath) }))
    await user.click(save())
    expect(callsOf('outbox.save')).toEqual([])
    await user.click(await screen.findByRole('button', { name: answer }))
    await screen.findByRole('button', { name: 'Saved' })
    const [call] = callsOf('outbox.save') as { input: { write: { fields: object } } }[]
    expect(call?.input.write.fields).toEqual(fields)
  })

  it('of death that stays asks for Deceased, and names both ways out', async () => {
    const { user, callsOf } = await open({ date_of_death: '2020-02-29', is_deceased: true })
    await user.click(screen.getByRole('checkbox', { name: words.deceased }))
    await user.click(save())
    expect(await screen.findByText('There is a date of death. Set Deceased, or clear the date.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: words.clear(words.dateOfDeath) }))
    await user.click(save())
    await screen.findByRole('button', { name: 'Saved' })
    expect(callsOf('outbox.save')).toMatchObject([
      { input: { write: { fields: { date_of_death: null, is_deceased: false } } } },
    ])
  })

  it.each([
    ['of birth in the future', () => typeDate(born(), '2999-01-01'), born],
    ['of death before that of birth', () => typeDate(died(), '1970-01-01'), died],
  ])('%s is refused at its field', async (_what, type, field) => {
    const { user, callsOf } = await open({ is_deceased: true })
    type()
    await user.click(save())
    await waitFor(() => expect(field()).toBeInvalid())
    expect(callsOf('outbox.save')).toEqual([])
  })

  it('of death is asked for once Deceased is set', async () => {
    const { user } = await open()
    expect(died()).not.toHaveAccessibleDescription()
    await user.click(screen.getByRole('checkbox', { name: words.deceased }))
    await waitFor(() => expect(died()).toHaveAccessibleDescription())
  })

  it('kept in a draft that was unfinished shows as empty, and still counts as unfinished', async () => {
    const person = { ...records.individual, date_of_birth: '1980-05-04' }
    useDrafts.getState().restore('a'.repeat(32), {
      [`${'a'.repeat(32)}/in-1`]: {
        base: baseOf(person),
        values: { ...baseOf(person), date_of_birth: 'unfinished' },
        dirty: true,
      },
    })
    function Page() {
      const editing = useEditing('individuals', person)
      return editing.base ? <IndividualForm household={{ id: 'hh-1', name: 'Okafor' }} editing={editing} /> : null
    }
    const { user, callsOf } = renderInApp(Page, { at: 'individuals/in-1', answers })
    await screen.findByRole('form', { name: 'Person' })
    await waitFor(() => expect(born()).toHaveValue(''))
    await user.click(save())
    await waitFor(() => expect(born()).toBeInvalid())
    expect(callsOf('outbox.save')).toEqual([])
  })
})
