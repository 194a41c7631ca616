import { expect, it } from 'vitest'
import { createViewUseCases } from '../../../electron/api/views.ts'

it('counts the drafts of a connection', async () => {
  const store = { read: async () => [{ name: 'hh-1', json: '{}' }] }
  const { drafts } = createViewUseCases({ get: async () => ({ open: async () => ({ store }) }) } as never, () => {})
  expect(await drafts.count({ connectionId: 'a'.repeat(32) })).toEqual({ drafts: 1 })
})
