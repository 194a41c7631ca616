import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { clearedHint } from '../../renderer/components/forms/ClearButton.tsx'
import { baseOf, useEditing } from '../../renderer/components/forms/drafts.ts'
import { cannotClear, countText } from '../../renderer/components/forms/form-values.ts'
import { useKeptDrafts } from '../../renderer/components/forms/use-kept-drafts.ts'
import { IndividualForm } from '../../renderer/features/individuals/IndividualForm.tsx'
import { clearableNames } from '../../shared/records/field.ts'
import { individualFields } from '../../shared/records/individual.ts'
import { records } from '../doubles/records.ts'
import { type Answers, appError } from './support/client-double.ts'
import {
  answers,
  button,
  draft,
  EditableHousehold,
  field,
  household,
  openForm,
  saved,
} from './support/household-form.tsx'
import { connectionId, renderInApp } from './support/render-in-app.tsx'
import { words } from './support/words.ts'

describe('a form', () => {
  it('shows the record as it is, counts nothing as changed, and puts the focus into its first field', async () => {
    const { form } = await openForm()
    expect(field(words.externalId).value).toBe('A-1')
    expect(field(words.notes).value).toBe('Met in May.')
    expect(within(form).getByText(countText(0))).toBeVisible()
    expect(form.contains(document.activeElement)).toBe(true)
  })

  it('saves the changed fields alone, with the record they were changed from, and closes', async () => {
    const { user, callsOf } = await openForm()
    await user.clear(field(words.notes))
    await user.type(field(words.notes), 'Met in June.')
    await user.click(button(words.save))
    await screen.findByRole('button', { name: words.edit })
    expect(callsOf('outbox.save')).toEqual([
      {
        path: 'outbox.save',
        input: {
          connectionId,
          draft: 'hh-1',
          write: {
            action: 'update',
            resource: 'households',
            record_id: 'hh-1',
            fields: { notes: 'Met in June.' },
            base: baseOf(household),
          },
        },
      },
    ])
    expect(draft()).toBeUndefined()
  })

  it('saves on Enter in a single line', async () => {
    const { user, callsOf } = await openForm()
    await user.type(field(words.externalId), '2{Enter}')
    await screen.findByRole('button', { name: words.edit })
    expect(callsOf('outbox.save')).toMatchObject([{ input: { write: { fields: { external_id: 'A-12' } } } }])
  })

  it('writes nothing if nothing was changed', async () => {
    const { user, callsOf } = await openForm()
    await user.click(button(words.save))
    await screen.findByRole('button', { name: words.edit })
    expect(callsOf('outbox.save')).toEqual([])
  })

  it('clears a field that the service can clear', async () => {
    const { user, callsOf } = await openForm()
    await user.clear(field(words.externalId))
    await user.click(button(words.save))
    await screen.findByRole('button', { name: words.edit })
    expect(callsOf('outbox.save')).toMatchObject([{ input: { write: { fields: { external_id: null } } } }])
  })

  it('clears by the button at the field, says so, and takes it back', async () => {
    const { user, callsOf, form } = await openForm()
    await user.click(button(words.clear(words.notes)))
    expect(field(words.notes)).toHaveValue('')
    expect(field(words.notes)).toHaveFocus()
    expect(field(words.notes)).toHaveAccessibleDescription(expect.stringContaining(clearedHint))
    expect(within(form).getByText(countText(1))).toBeVisible()
    expect(screen.queryByRole('button', { name: words.clear(words.notes) })).toBeNull()
    await user.click(button(words.undo(words.notes)))
    expect(field(words.notes)).toHaveValue('Met in May.')
    await user.click(button(words.clear(words.notes)))
    await user.click(button(words.save))
    await screen.findByRole('button', { name: words.edit })
    expect(callsOf('outbox.save')).toMatchObject([{ input: { write: { fields: { notes: null } } } }])
  })

  it('takes a changed field back to the value of the record', async () => {
    const { user, form } = await openForm()
    await user.type(field(words.externalId), 'x')
    expect(within(form).getByText(countText(1))).toBeVisible()
    await user.click(button(words.undo(words.externalId)))
    expect(field(words.externalId).value).toBe('A-1')
    expect(field(words.externalId)).toHaveFocus()
    expect(within(form).getByText(countText(0))).toBeVisible()
    expect(screen.queryByRole('button', { name: words.undo(words.externalId) })).toBeNull()
  })

  it('chooses another record by a part of its name', async () => {
    const { user, callsOf } = await openForm()
    const owner = screen.getByRole('combobox', { name: words.owner })
    await user.clear(owner)
    await user.type(owner, 'berg')
    const search = expect.objectContaining({ filters: [{ column: 'title', operator: 'contains', values: ['berg'] }] })
    await waitFor(() => expect(callsOf('users.list').map(({ input }) => input)).toContainEqual(search))
    await user.click(await screen.findByRole('option', { name: 'Tomas Berg' }))
    await user.click(button(words.save))
    await screen.findByRole('button', { name: words.edit })
    expect(callsOf('outbox.save')).toMatchObject([
      { input: { write: { fields: { primary_relationship_owner_id: 'us-2' } } } },
    ])
  })

  it('shows why a save failed, keeps what was typed, and saves on the next try', async () => {
    let fails = true
    const save = () => {
      if (fails) throw appError('cache/write-failed', 'The disk is full.')
      return saved
    }
    const { user, form } = await openForm({ answers: { ...answers, outbox: { save } } as Answers })
    await user.type(field(words.externalId), '2')
    await user.click(button(words.save))
    expect(await within(form).findByRole('alert')).toHaveTextContent('The disk is full.')
    expect(field(words.externalId).value).toBe('A-12')
    expect(draft()).toMatchObject({ dirty: true, values: { external_id: 'A-12' } })
    expect(draft()).not.toHaveProperty('saving')
    fails = false
    await user.click(button(words.save))
    await screen.findByRole('button', { name: words.edit })
  })

  it('sends one save however often it is asked to while one is under way', async () => {
    let finish = () => {}
    const done = new Promise<void>((resolve) => {
      finish = resolve
    })
    const save = () => done.then(() => saved)
    const { user, callsOf } = await openForm({ answers: { ...answers, outbox: { save } } as Answers })
    await user.type(field(words.externalId), '2{Enter}{Enter}')
    await waitFor(() => expect(callsOf('outbox.save')).toHaveLength(1))
    await user.keyboard('{Enter}')
    finish()
    await screen.findByRole('button', { name: words.edit })
    expect(callsOf('outbox.save')).toHaveLength(1)
  })

  it('cannot be saved through a read-only connection', async () => {
    const { user, callsOf } = await openForm({ connection: { read_only: true } })
    expect(button(words.save)).toBeDisabled()
    await user.type(field(words.externalId), '2{Enter}')
    expect(callsOf('outbox.save')).toEqual([])
  })
})

describe('leaving a form', () => {
  it('asks nothing if nothing was typed', async () => {
    const { path, go } = await openForm()
    await go('outbox')
    expect(path()).toBe('outbox')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks once something was typed; going on stays, with everything typed', async () => {
    const { user, path, go } = await openForm()
    await user.type(field(words.externalId), '2')
    void go('outbox')
    const dialog = await screen.findByRole('dialog', { name: words.leaveTitle })
    expect(within(dialog).getByRole('button', { name: words.goOn })).toHaveFocus()
    await user.click(within(dialog).getByRole('button', { name: words.goOn }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(path()).toBe('households/hh-1')
    expect(field(words.externalId).value).toBe('A-12')
  })

  it('leaves and keeps the draft, which is there on return', async () => {
    const { user, path, go } = await openForm()
    await user.type(field(words.externalId), '2')
    void go('outbox')
    await user.click(await screen.findByRole('button', { name: words.keepDraft }))
    await waitFor(() => expect(path()).toBe('outbox'))
    expect(draft()).toMatchObject({ dirty: true, values: { external_id: 'A-12' } })
    await go('households/hh-1')
    await waitFor(() => expect(field(words.externalId).value).toBe('A-12'))
  })

  it('leaves and forgets what was typed', async () => {
    const { user, path, go } = await openForm()
    await user.type(field(words.externalId), '2')
    void go('outbox')
    await user.click(await screen.findByRole('button', { name: words.discard }))
    await waitFor(() => expect(path()).toBe('outbox'))
    expect(draft()).toBeUndefined()
  })

  it('by Escape asks only if something was typed', async () => {
    const { user } = await openForm()
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: words.edit }))
    await user.type(field(words.externalId), '2')
    await user.keyboard('{Escape}')
    const dialog = await screen.findByRole('dialog', { name: words.discardTitle })
    expect(within(dialog).queryByRole('button', { name: words.keepDraft })).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: words.discard }))
    await screen.findByRole('button', { name: words.edit })
    expect(draft()).toBeUndefined()
  })
})

describe('drafts', () => {
  function Kept() {
    useKeptDrafts()
    const [shown, setShown] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setShown(true)}>
          Page
        </button>
        {shown ? <EditableHousehold /> : null}
      </>
    )
  }

  it('of an earlier run are in the form again', async () => {
    const values = { primary_relationship_owner_id: 'us-1', external_id: 'B-7', notes: 'Met in May.' }
    const json = JSON.stringify({ base: baseOf(household), values, dirty: true })
    const { user } = renderInApp(Kept, {
      at: 'households/hh-1',
      answers: { ...answers, drafts: { list: () => [{ name: 'hh-1', json }], keep: () => ({}) } } as Answers,
    })
    await waitFor(() => expect(draft()?.dirty).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Page' }))
    await waitFor(() => expect(field(words.externalId).value).toBe('B-7'))
    expect(screen.getByText(countText(1))).toBeVisible()
  })

  it('are written to the ledger shortly after a change, and removed once discarded', async () => {
    const { user, callsOf } = renderInApp(Kept, {
      at: 'households/hh-1',
      answers: { ...answers, drafts: { list: () => [], keep: () => ({}) } } as Answers,
    })
    await user.click(await screen.findByRole('button', { name: 'Page' }))
    await user.click(screen.getByRole('button', { name: words.edit }))
    await user.type(field(words.externalId), '2')
    await waitFor(() => expect(callsOf('drafts.keep')).toHaveLength(1))
    const kept = callsOf('drafts.keep').map(({ input }) => input as { json: string; name: string })
    expect(kept.map(({ name }) => name)).toEqual(['hh-1'])
    expect(JSON.parse(kept[0]?.json ?? '')).toMatchObject({
      dirty: true,
      values: { external_id: 'A-12' },
      base: { id: 'hh-1' },
    })
    await user.click(button(words.cancel))
    await user.click(await screen.findByRole('button', { name: words.discard }))
    await waitFor(() => expect(callsOf('drafts.keep').at(-1)?.input).toMatchObject({ name: 'hh-1', json: null }))
  })
})

describe("a person's form", () => {
  const person = { ...records.individual, email: 'ada@example.com', date_of_birth: '1980-05-04' }
  function EditablePerson() {
    const editing = useEditing('individuals', person)
    return editing.base ? (
      <IndividualForm household={{ id: 'hh-1', name: 'Okafor' }} editing={editing} />
    ) : (
      <button type="button" onClick={editing.begin}>
        {words.edit}
      </button>
    )
  }
  const openPerson = async () => {
    const app = renderInApp(EditablePerson, { at: 'individuals/in-1', answers })
    await app.user.click(await screen.findByRole('button', { name: words.edit }))
    return { ...app, form: await screen.findByRole('form', { name: 'Person' }) }
  }

  it('takes several fields to their problems, and puts the focus on the first', async () => {
    const { user, callsOf } = await openPerson()
    await user.clear(field(new RegExp(`^${words.firstName}`)))
    await user.clear(field(words.email))
    await user.type(field(words.email), 'nowhere')
    await user.click(button(words.save))
    await waitFor(() => expect(field(words.email)).toBeInvalid())
    expect(field(new RegExp(`^${words.firstName}`))).toBeInvalid()
    expect(field(new RegExp(`^${words.firstName}`))).toHaveFocus()
    expect(field(new RegExp(`^${words.lastName}`))).toBeValid()
    expect(callsOf('outbox.save')).toEqual([])
  })

  it('says at once at a field that it cannot be cleared, and does not save', async () => {
    const { user, callsOf, form } = await openPerson()
    const lastName = () => field(new RegExp(`^${words.lastName}`))
    expect(screen.queryByRole('button', { name: words.clear(words.lastName) })).toBeNull()
    await user.clear(lastName())
    expect(await within(form).findByText(cannotClear)).toBeVisible()
    expect(lastName()).toBeInvalid()
    await user.click(button(words.save))
    await waitFor(() => expect(lastName()).toHaveFocus())
    expect(callsOf('outbox.save')).toEqual([])
  })

  it('offers to clear what is filled and can be cleared, and nothing else', async () => {
    await openPerson()
    const offered = screen.getAllByRole('button', { name: /^Clear / }).map((one) => one.getAttribute('aria-label'))
    const filled = clearableNames(individualFields).filter((name) => person[name])
    expect(offered.toSorted()).toEqual(filled.map((name) => words.clear(individualFields[name].label)).toSorted())
  })

  it('writes a state in capitals, and yes or no as such', async () => {
    const { user, callsOf } = await openPerson()
    await user.type(field(words.state), 'ny')
    await user.click(screen.getByRole('checkbox', { name: words.trustee }))
    await user.click(button(words.save))
    await screen.findByRole('button', { name: words.edit })
    expect(callsOf('outbox.save')).toMatchObject([{ input: { write: { fields: { state: 'NY', is_trustee: true } } } }])
  })
})
