import { app } from '../electron/app.ts'
import { connectPage, prevented, type Scenario } from './desk.ts'
import { listen } from './listen.ts'

// A link that macOS hands over before Electron is ready.

const taken = { early: false }

/** Called once the main module has run. */
export function beforeReady(): void {
  taken.early = prevented((event) => app.emit('open-url', event, 'steward://household/nobody'))
}

export const run: Scenario = async ({ window }) => {
  const page = await listen(connectPage(window))
  return { taken: taken.early, told: await page.next('go', 'problem') }
}
