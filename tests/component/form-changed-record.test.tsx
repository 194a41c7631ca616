import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { useEditing } from '../../renderer/components/forms/drafts.ts'
import { HouseholdForm } from '../../renderer/features/households/HouseholdForm.tsx'
import { answers, button, detail, draft, field, household } from './support/household-form.tsx'
import { renderInApp } from './support/render-in-app.tsx'
import { words } from './support/words.ts'

describe('a form whose record was changed after it was opened', () => {
  /** The page of a record that another window, or the service, changes while its form is open. */
  function ChangingHousehold() {
    const [record, setRecord] = useState(household)
    const editing = useEditing('households', record)
    return (
      <>
        <button type="button" onClick={() => setRecord({ ...record, notes: 'Met in July.', external_id: 'A-2' })}>
          Change elsewhere
        </button>
        {editing.base ? (
          <HouseholdForm detail={{ ...detail, record }} editing={editing} />
        ) : (
          <button type="button" onClick={editing.begin}>
            {words.edit}
          </button>
        )}
      </>
    )
  }

  it('follows the record while nothing was typed: it may be the own save, which was read after the form was opened', async () => {
    const { user, callsOf } = renderInApp(ChangingHousehold, { at: 'households/hh-1', answers })
    await user.click(await screen.findByRole('button', { name: words.edit }))
    await user.click(button('Change elsewhere'))
    await waitFor(() => expect(field(words.notes).value).toBe('Met in July.'))
    expect(screen.queryByText(/changed after you opened this form/)).toBeNull()
    await user.type(field(words.notes), '!')
    expect(screen.queryByText(/changed after you opened this form/)).toBeNull()
    await user.type(field(words.notes), '{Backspace}')
    await user.click(button(words.cancel))
    await user.click(await screen.findByRole('button', { name: words.edit }))
    await user.type(field(words.notes), '!')
    await user.click(button(words.save))
    await screen.findByRole('button', { name: words.edit })
    expect(callsOf('outbox.save')).toMatchObject([
      { input: { write: { fields: { notes: 'Met in July.!' }, base: { notes: 'Met in July.' } } } },
    ])
  })

  it('stores its draft again, because the save in the other window has removed it', async () => {
    const { user } = await change()
    const before = draft()
    await user.click(button('Change elsewhere'))
    expect(draft()).not.toBe(before)
    expect(draft()).toEqual(before)
  })

  async function change() {
    const app = renderInApp(ChangingHousehold, { at: 'households/hh-1', answers })
    await app.user.click(await screen.findByRole('button', { name: words.edit }))
    await app.user.clear(field(words.notes))
    await app.user.type(field(words.notes), 'Met in June.')
    expect(screen.queryByRole('region', { name: 'Changed after you opened this form' })).toBeNull()
    await app.user.click(button('Change elsewhere'))
    const region = await screen.findByRole('region', { name: 'Changed after you opened this form' })
    // The other field was changed there alone.
    expect(
      within(region)
        .getAllByRole('group')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual([words.notes])
    return { ...app, region }
  }

  it('shows both values, and saves the own one on top of the other after that choice', async () => {
    const { user, callsOf, region } = await change()
    expect(region).toHaveTextContent('July.')
    await user.click(within(region).getByRole('button', { name: /^Keep mine/ }))
    expect(field(words.notes).value).toBe('Met in June.')
    expect(screen.queryByRole('region', { name: 'Changed after you opened this form' })).toBeNull()
    await user.click(button(words.save))
    await screen.findByRole('button', { name: words.edit })
    expect(callsOf('outbox.save')).toMatchObject([
      { input: { write: { fields: { notes: 'Met in June.' }, base: { notes: 'Met in July.' } } } },
    ])
  })

  it('closes by Cancel without a question after the other value was chosen, since nothing is left to discard', async () => {
    const { user, region } = await change()
    await user.click(within(region).getByRole('button', { name: /^Take what is there now/ }))
    await user.click(button(words.cancel))
    expect(await screen.findByRole('button', { name: words.edit })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('takes the own save, which is read after the form was opened again, without a question', async () => {
    const { user, callsOf } = renderInApp(ChangingHousehold, { at: 'households/hh-1', answers })
    const replace = async (name: string | RegExp, text: string) => {
      await user.clear(field(name))
      await user.type(field(name), text)
    }
    await user.click(await screen.findByRole('button', { name: words.edit }))
    await replace(words.notes, 'Met in July.')
    await replace(words.externalId, 'A-2')
    await user.click(button(words.save))
    await user.click(await screen.findByRole('button', { name: words.edit }))
    await replace(words.notes, 'Met in August.')
    // The page reads the save now.
    await user.click(button('Change elsewhere'))
    expect(screen.queryByRole('region', { name: 'Changed after you opened this form' })).toBeNull()
    expect(screen.queryByText(/changed after you opened this form/)).toBeNull()
    await waitFor(() => expect(field(words.externalId).value).toBe('A-2'))
    expect(field(words.notes).value).toBe('Met in August.')
    await user.click(button(words.save))
    await waitFor(() =>
      expect(callsOf('outbox.save').at(-1)).toMatchObject({
        input: { write: { fields: { notes: 'Met in August.' }, base: { notes: 'Met in July.', external_id: 'A-2' } } },
      }),
    )
    await screen.findByRole('button', { name: words.edit })
  })

  it('closes by Cancel if what is typed is the own save that was read since', async () => {
    const { user } = renderInApp(ChangingHousehold, { at: 'households/hh-1', answers })
    await user.click(await screen.findByRole('button', { name: words.edit }))
    await user.clear(field(words.notes))
    await user.type(field(words.notes), 'Met in July.')
    await user.click(button(words.save))
    await user.click(await screen.findByRole('button', { name: words.edit }))
    await user.clear(field(words.notes))
    await user.type(field(words.notes), 'Met in July.')
    await user.click(button('Change elsewhere'))
    await user.click(button(words.cancel))
    expect(await screen.findByRole('button', { name: words.edit })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('takes the other value if that is chosen, and has nothing to save then', async () => {
    const { user, callsOf, region } = await change()
    await user.click(within(region).getByRole('button', { name: /^Take what is there now/ }))
    expect(field(words.notes).value).toBe('Met in July.')
    await user.click(button(words.save))
    await screen.findByRole('button', { name: words.edit })
    expect(callsOf('outbox.save')).toEqual([])
  })
})
