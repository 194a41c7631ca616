import { calls, user } from '../electron/calls.ts'
import type { Scenario } from './desk.ts'

// Pages that crash, and pages that hang.

export const run: Scenario = async ({ window }) => {
  const { webContents } = window
  let reloads = 0
  webContents.on('reloaded', () => (reloads += 1))
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
  const after = async (act: () => void) => {
    const before = { reloads, messages: calls.messages.length }
    act()
    await settled()
    return {
      reloads: reloads - before.reloads,
      said: calls.messages.slice(before.messages).map(({ message }) => message),
    }
  }
  const gone = (reason: string) => () => void webContents.emit('render-process-gone', {}, { reason })
  const unresponsive = () => void window.emit('unresponsive')

  const closed = await after(gone('clean-exit'))
  user.answers.push(0)
  const waited = await after(unresponsive)
  user.answers.push(1)
  const reloaded = await after(unresponsive)
  const report = { closed, waited, reloaded }
  // Less than a minute has passed since the user reloaded it.
  user.answers.push(0)
  return { ...report, again: await after(gone('crashed')) }
}
