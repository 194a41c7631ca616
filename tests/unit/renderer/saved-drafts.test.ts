import { beforeEach, expect, it } from 'vitest'
import { draftKey, useDrafts } from '../../../renderer/components/forms/drafts.ts'
import { draftsToKeep } from '../../../renderer/components/forms/kept-drafts.ts'

const key = draftKey('c1', 'household_1')
const drafts = () => useDrafts.getState().drafts

beforeEach(() => {
  useDrafts.setState({ drafts: {} })
  useDrafts.getState().begin(key, { id: 'household_1' })
  useDrafts.getState().change(key, { notes: 'typed' }, true)
})

it('a draft is not kept while it is being saved, nor once it was: the save forgets it', () => {
  const typed = drafts()
  expect(draftsToKeep('c1', {}, typed)).toHaveLength(1)
  useDrafts.getState().settle(key, 'saving')
  expect(draftsToKeep('c1', {}, drafts())).toEqual([])
  useDrafts.getState().settle(key, 'saved')
  expect(draftsToKeep('c1', typed, drafts())).toEqual([{ name: 'household_1', json: null }])
})

it('a draft that could not be saved is kept as it was typed', () => {
  useDrafts.getState().settle(key, 'saving')
  const saving = drafts()
  useDrafts.getState().settle(key, 'failed')
  expect(draftsToKeep('c1', saving, drafts())).toEqual([
    {
      name: 'household_1',
      json: JSON.stringify({ base: { id: 'household_1' }, values: { notes: 'typed' }, dirty: true }),
    },
  ])
})
