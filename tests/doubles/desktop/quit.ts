import { app } from '../electron/app.ts'
import { calls, user } from '../electron/calls.ts'
import { forTests } from '../electron/for-tests.ts'
import { powerMonitor } from '../electron/power-monitor.ts'
import { connectPage, type Scenario, windowLoaded } from './desk.ts'
import { silentTenant } from './tenant.ts'

// Quitting with unsent work and no usable keychain: the user is asked and may cancel.

const asked = async (count: number) => {
  while (calls.messages.length < count) await new Promise(setImmediate)
}

export const run: Scenario = async ({ window }) => {
  const client = connectPage(window)
  const { id: connectionId } = await client.connections.add(silentTenant)
  await client.outbox.setAllPaused({ connectionId, paused: true })
  await client.outbox.save({
    connectionId,
    write: { action: 'create', resource: 'households', fields: { primary_relationship_owner_id: 'user_1' } },
  })
  user.answers.push(1, 1)
  app.quit()
  // A second request while the question is open does not ask again.
  app.quit()
  await asked(1)
  const stillServes = (await client.outbox.counts({ connectionId })).open
  const windowsBefore = calls.windows.length

  window.close()
  await windowLoaded(windowsBefore)
  const afterStaying = { messages: calls.messages.length, exits: calls.exitCodes.length }

  user.answers.push(0)
  app.quit()
  await app[forTests].exited
  powerMonitor[forTests].shutDown()
  return { stillServes, afterStaying, messages: calls.messages, windows: calls.windows.length - windowsBefore }
}
