import { app } from '../electron/app.ts'
import { calls } from '../electron/calls.ts'
import { powerMonitor } from '../electron/power-monitor.ts'
import { connectPage, type Scenario } from './desk.ts'
import { silentTenant } from './tenant.ts'

// A shutdown of the computer does not wait for an answer.

export const run: Scenario = async ({ window }) => {
  const client = connectPage(window)
  const { id: connectionId } = await client.connections.add(silentTenant)
  await client.drafts.keep({ connectionId, name: 'households/new', json: '{}' })
  const exit = new Promise<void>((resolve) => app.once('test-exit', () => resolve()))
  powerMonitor.emit('shutdown')
  await exit
  return { messages: calls.messages }
}
