import { calls, user } from '../electron/calls.ts'
import { CancellableEvent } from '../electron/cancellable-event.ts'
import type { Scenario } from './desk.ts'

// Pages that crash, and pages that hang.

/** Lets the double's own events arrive, which Electron emits later. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await new Promise(setImmediate)
}

export const run: Scenario = async ({ window }) => {
  const { webContents } = window
  let reloads = 0
  webContents.on('did-start-navigation', () => (reloads += 1))
  const after = async (act: () => void) => {
    const before = { reloads, messages: calls.messages.length }
    act()
    await settled()
    return {
      reloads: reloads - before.reloads,
      said: calls.messages.slice(before.messages).map(({ message }) => message),
    }
  }
  const gone = (reason: 'clean-exit' | 'crashed') => () =>
    void webContents.emit('render-process-gone', new CancellableEvent(), { reason, exitCode: 0 })
  const unresponsive = () => void window.emit('unresponsive')

  const closed = await after(gone('clean-exit'))
  user.answers.push(0)
  const waited = await after(unresponsive)
  user.hesitates = true
  const hung = await after(unresponsive)
  const answers = await after(() => void window.emit('responsive'))
  user.hesitates = false
  user.answers.push(1)
  const reloaded = await after(unresponsive)
  const report = { closed, waited, hung, answers, reloaded }
  // Less than a minute has passed since the user reloaded it.
  user.answers.push(0)
  return { ...report, again: await after(gone('crashed')) }
}
