import { calls } from '../electron/calls.ts'
import { forTests } from '../electron/for-tests.ts'
import { connectPage, type Scenario } from './desk.ts'

// Two windows are moved, show a page and are left open: the first one on the second display.

export const run: Scenario = async ({ window }) => {
  const client = connectPage(window)
  await client.app.noteScreen({ path: `/c/${'a'.repeat(32)}/households?title=Okafor` })
  await client.app.openWindow({ path: '/connect' })
  const beside = calls.windows[1]?.getNormalBounds()
  window[forTests].moveTo({ x: 2000, y: 100, width: 900, height: 700 })
  window.maximize()
  window.focus()
  return { first: calls.windows[0]?.[forTests].options, beside }
}
