import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { draftKey, useDrafts, useEditing, useNewDraft } from '../../renderer/components/forms/drafts.ts'
import { countText } from '../../renderer/components/forms/form-values.ts'
import { RecordForm } from '../../renderer/components/forms/RecordForm.tsx'
import { useField } from '../../renderer/components/forms/use-field.ts'
import { useSave } from '../../renderer/components/forms/use-save.ts'
import { useApi } from '../../renderer/lib/api.ts'
import type { Write } from '../../shared/ipc/outbox.ts'
import { recordSamples } from '../doubles/samples/records.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

const drawn = { times: 0 }

function City() {
  drawn.times += 1
  const { field, input } = useField('city')
  return (
    <input
      aria-label="City"
      id={input.id}
      value={String(field.value)}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  )
}

const disk = Promise.withResolvers<void>()

function Form() {
  return (
    <RecordForm
      label="Person"
      draft="person-1"
      initial={{ city: 'Oslo' }}
      check={() => ({ body: {}, problems: null })}
      save={() => disk.promise}
      statusText={countText}
      onClose={() => {}}
    >
      <City />
    </RecordForm>
  )
}

it('a form does not draw its fields again between a press of Save and its answer', async () => {
  const { user } = renderInApp(Form, { at: 'individuals/in-1' })
  await user.type(await screen.findByRole('textbox', { name: 'City' }), '!')
  const before = drawn.times
  const save = screen.getByRole('button', { name: 'Save' })
  await user.click(save)
  await waitFor(() => expect(save.hasAttribute('data-loading')).toBe(true))
  expect(drawn.times).toBe(before)
  disk.resolve()
  await waitFor(() => expect(save.hasAttribute('data-loading')).toBe(false))
})

const household = recordSamples.households.get[1]

/** The part of a household's page that begins an edit. */
function Household() {
  const { data } = useQuery(useApi().households.get.queryOptions({ input: { connectionId, id: household.record.id } }))
  return data ? <Edit record={data.record} /> : null
}

function Edit({ record }: { record: typeof household.record }) {
  const { begin } = useEditing('households', record)
  return (
    <button type="button" onClick={begin}>
      Edit
    </button>
  )
}

it('an edit begins with the record as it is now, if it changed since its page read it', async () => {
  const read = { ...household, record: { ...household.record, notes: 'undone' } }
  const { user, queries, api } = renderInApp(Household, {
    at: 'households/hh-1',
    answers: { households: { get: () => structuredClone(read) as never } },
  })
  const edit = await screen.findByRole('button', { name: 'Edit' })
  read.record.notes = 'as before'
  await queries.invalidateQueries({ queryKey: api.households.key(), refetchType: 'none' })
  await user.click(edit)
  const draft = () => useDrafts.getState().drafts[draftKey(connectionId, household.record.id)]
  await waitFor(() => expect(draft()).toMatchObject({ base: { notes: 'as before' }, dirty: false }))
})

const person = recordSamples.individuals.get[1].record

function NewEmail() {
  const draft = useNewDraft('individuals')
  const save = useSave(draft)
  return (
    <RecordForm
      label="Person"
      draft={draft}
      initial={{ city: 'Oslo' }}
      check={() => ({ body: {}, problems: null })}
      save={async () => {
        await save({ action: 'update', resource: 'individuals', record_id: person.id, fields: {}, base: {} } as Write)
      }}
      statusText={countText}
      onClose={() => {}}
    >
      <City />
    </RecordForm>
  )
}

/** Types into a form, presses Save, which waits for the disk, and goes to another page. */
async function leaveWhileSaving() {
  const disk = Promise.withResolvers<never>()
  const { user, path, go } = renderInApp(NewEmail, {
    at: 'individuals/in-1',
    answers: { outbox: { save: () => disk.promise } },
  })
  await user.type(await screen.findByRole('textbox', { name: 'City' }), '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  void go('entities')
  await new Promise((drawn) => requestAnimationFrame(drawn))
  return { disk, path }
}

it('a page that is chosen while a form is being saved opens once it is saved, without a question', async () => {
  const { disk, path } = await leaveWhileSaving()
  expect(screen.queryByRole('dialog')).toBeNull()
  disk.resolve({ operation_id: 'op-1', record_id: person.id, undo: null } as never)
  await waitFor(() => expect(path()).toBe('entities'))
})

it('a page that is chosen while a form is being saved opens only after a question if the save fails', async () => {
  const { disk, path } = await leaveWhileSaving()
  disk.reject(new Error('disk full'))
  expect(await screen.findByRole('dialog', { name: 'Leave with unsaved changes?' })).toBeTruthy()
  expect(path()).toBe('individuals/in-1')
})

it('an edit that is cancelled while what its check needs is read is not saved', async () => {
  const others = Promise.withResolvers<void>()
  const saved: unknown[] = []
  function Edits() {
    const [isOpen, setOpen] = useState(true)
    if (!isOpen) return <p>Closed</p>
    return (
      <RecordForm
        label="Person"
        draft="person-2"
        initial={{ city: 'Oslo' }}
        reads={() => others.promise}
        check={(body) => ({ body, problems: null })}
        save={async (body) => void saved.push(body)}
        statusText={countText}
        onClose={() => setOpen(false)}
      >
        <City />
      </RecordForm>
    )
  }
  const { user } = renderInApp(Edits, { at: 'individuals/in-1' })
  await user.type(await screen.findByRole('textbox', { name: 'City' }), '!')
  const save = screen.getByRole('button', { name: 'Save' })
  await user.click(save)
  await waitFor(() => expect(save).toHaveAttribute('data-loading'))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('Closed')
  await act(async () => others.resolve())
  expect(saved).toEqual([])
})
