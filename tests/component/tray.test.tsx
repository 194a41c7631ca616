import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useTrayActions } from '../../renderer/features/intake/use-tray.tsx'
import { savedDouble } from '../doubles/operation.ts'
import type { Answers } from './support/client-double.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

/** Draws a button that acts on two files of the tray. */
function draw(label: 'Remove' | 'Upload', intake: Answers['intake'], outbox: Answers['outbox'] = {}) {
  function Tray() {
    const { remove, submit } = useTrayActions()
    const act = label === 'Remove' ? remove : submit
    return (
      <button type="button" onClick={() => act(['drop-1', 'drop-2'])}>
        {label}
      </button>
    )
  }
  const answers = { intake: { list: () => ({ rows: [] }), ...intake }, outbox } as Answers
  return renderInApp(Tray, { at: 'intake', answers })
}

const press = async ({ user }: ReturnType<typeof draw>, name: string) =>
  user.click(await screen.findByRole('button', { name }))

it('removed files can be restored from the toast, which goes away with them', async () => {
  const app = draw('Remove', { remove: () => ({ restorable: true }), restore: () => ({ restored: 2 }) })
  await press(app, 'Remove')
  expect(await screen.findByText('2 files removed')).toBeVisible()
  await press(app, 'Undo')
  await waitFor(() => expect(app.callsOf('intake.restore').map(({ input }) => input)).toEqual([{ connectionId }]))
  await waitFor(() => expect(screen.queryByText('2 files removed')).toBeNull())
})

it('files whose space was freed at once are said to be gone, without an Undo that could not restore them', async () => {
  const app = draw('Remove', { remove: () => ({ restorable: false }) })
  await press(app, 'Remove')
  expect(await screen.findByText('2 files removed')).toBeVisible()
  expect(screen.getByText(/^The disk is nearly full, so the space was freed at once\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('uploaded documents are undone as the one save that they are', async () => {
  const undo = { save_id: 'save-1', until: new Date(Date.now() + 3_600_000).toISOString() }
  const saved = ['drop-1', 'drop-2'].map((row_id) => ({ ...savedDouble, row_id, undo }))
  const app = draw(
    'Upload',
    { submit: () => ({ saved, refused: [] }) },
    {
      undoableUntil: () => ({ until: undo.until }),
      undo: () => ({
        ...{ undone: 2, title: 'Will', action: 'create', resource: 'documents' },
        ...{ operation_ids: ['op_1', 'op_2'], save_ids: ['save-1'] },
      }),
    },
  )
  await press(app, 'Upload')
  expect(await screen.findByText('2 documents saved to the outbox')).toBeVisible()
  await press(app, 'Undo')
  expect(await screen.findByText('2 changes')).toBeVisible()
  expect(screen.getByText(/They are under Files to upload again\.$/)).toBeVisible()
  expect(app.callsOf('outbox.undo').map(({ input }) => input)).toEqual([{ connectionId, what: { save_id: 'save-1' } }])
  await waitFor(() => expect(screen.queryByText('2 documents saved to the outbox')).toBeNull())
})

it('an upload that was left says what was saved, and what was not', async () => {
  const undo = { save_id: 'save-1', until: new Date(Date.now() + 3_600_000).toISOString() }
  const answer = Promise.withResolvers<void>()
  const app = draw(
    'Upload',
    {
      submit: async () => {
        await answer.promise
        return {
          saved: [{ ...savedDouble, row_id: 'drop-1', undo }],
          refused: [{ row_id: 'drop-2', issue: { field: 'file', message: 'It is gone.', next_step: 'Add it again.' } }],
        }
      },
    },
    { undoableUntil: () => ({ until: undo.until }) },
  )
  await press(app, 'Upload')
  await app.go('elsewhere')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull())
  answer.resolve()
  expect(await screen.findByText('1 document saved to the outbox')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await screen.findByText('1 file not uploaded')).toBeVisible()
})
