import { powerMonitor } from '../electron/power-monitor.ts'
import { connectPage, type Scenario } from './desk.ts'

// The system locks its screen: every window receives the event, and nothing can be read until the user unlocks Steward.

export const run: Scenario = async ({ window }) => {
  const client = connectPage(window)
  const stop = new AbortController()
  const events = await client.events.subscribe({}, { signal: stop.signal })
  const states: unknown[] = []
  let refused: unknown
  for await (const event of events) {
    if (event.type !== 'lock') continue
    states.push(event.state.locked)
    if (states.length === 1) powerMonitor.emit('lock-screen')
    if (event.state.locked === 'system') {
      refused = await client.connections.list({}).catch((failure) => failure.data.code)
      await client.lock.unlock({ passphrase: null })
    }
    if (states.length === 3) break
  }
  stop.abort()
  return { states, refused, connections: await client.connections.list({}) }
}
