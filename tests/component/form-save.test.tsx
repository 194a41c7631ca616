import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { countText } from '../../renderer/components/forms/form-values.ts'
import { RecordForm } from '../../renderer/components/forms/RecordForm.tsx'
import { useField } from '../../renderer/components/forms/use-field.ts'
import { renderInApp } from './support/render-in-app.tsx'

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
