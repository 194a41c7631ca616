import { app } from '../electron/app.ts'
import { calls } from '../electron/calls.ts'
import { forTests } from '../electron/for-tests.ts'
import { connectPage, prevented, type Scenario, withDetails } from './desk.ts'
import { silentTenant } from './tenant.ts'

// A Windows session that is asked to end, and then does, with two windows, unsent work and no usable keychain.

const reasons: ['shutdown'] = ['shutdown']

export const run: Scenario = async ({ window }) => {
  const client = connectPage(window)
  const { id: connectionId } = await client.connections.add(silentTenant)
  await client.drafts.keep({ connectionId, name: 'households/new', json: '{}' })
  await client.app.openWindow({ path: '/connect' })
  const windows = [...calls.windows]
  const mayEnd = windows.map((each) =>
    prevented((event) => each.emit('query-session-end', withDetails(event, { reasons }))),
  )
  // Another program cancelled the end of the session.
  const stillServes = (await client.drafts.list({ connectionId })).length

  windows.forEach((each, index) => {
    each[forTests].moveTo({ x: 140 + index * 100, y: 160, width: 900, height: 700 })
  })
  const exit = app[forTests].exited
  const ends = windows.map((each) => prevented((event) => each.emit('session-end', withDetails(event, { reasons }))))
  await exit
  return { kept: [...mayEnd, ...ends], stillServes, messages: calls.messages }
}
