import { app, person, powerMonitor, told } from '../electron.ts'
import { connectPage, type Scenario, windowLoaded } from './desk.ts'
import { silentTenant } from './tenant.ts'

// Quitting with unsent work and no usable keychain: the user is asked and may cancel.

const exited = () => new Promise<void>((resolve) => app.once('test-exit', () => resolve()))
const asked = async (count: number) => {
  while (told.messages.length < count) await new Promise(setImmediate)
}

export const run: Scenario = async ({ window }) => {
  const client = connectPage(window)
  const { id: connectionId } = await client.connections.add(silentTenant)
  await client.outbox.setAllPaused({ connectionId, paused: true })
  await client.outbox.save({
    connectionId,
    write: { action: 'create', resource: 'households', fields: { primary_relationship_owner_id: 'user_1' } },
  })
  person.answers.push(1, 1)
  app.quit()
  // A second request while the question is open does not ask again.
  app.quit()
  await asked(1)
  const stillServes = (await client.outbox.counts({ connectionId })).open
  const windowsBefore = told.windows.length

  window.close()
  await windowLoaded(windowsBefore)
  const afterStaying = { messages: told.messages.length, exits: told.exitCodes.length }

  const exit = exited()
  person.answers.push(0)
  app.quit()
  await exit
  powerMonitor.emit('shutdown')
  return { stillServes, afterStaying, messages: told.messages, windows: told.windows.length - windowsBefore }
}
