import { app } from '../electron/app.ts'
import { calls } from '../electron/calls.ts'
import { forTests } from '../electron/for-tests.ts'
import { powerMonitor } from '../electron/power-monitor.ts'
import { connectPage, type Scenario } from './desk.ts'
import { silentTenant } from './tenant.ts'

// A shutdown of the computer does not wait for an answer.

export const run: Scenario = async ({ window }) => {
  const client = connectPage(window)
  const { id: connectionId } = await client.connections.add(silentTenant)
  await client.drafts.keep({ connectionId, name: 'households/new', json: '{}' })
  const waits = powerMonitor[forTests].shutDown()
  await app[forTests].exited
  return { waits, messages: calls.messages }
}
