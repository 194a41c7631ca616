import { isDeepStrictEqual } from 'node:util'
import { claimInstance } from '../../../electron/hosts/common/instance-lock.ts'
import { takeFocusFromSecondStart } from '../../../electron/hosts/desktop/open-events.ts'
import type { Client } from '../client-over.ts'
import { app } from '../electron/app.ts'
import { BrowserWindow } from '../electron/browser-window.ts'
import { calls, machine } from '../electron/calls.ts'
import { CancellableEvent } from '../electron/cancellable-event.ts'
import { forTests } from '../electron/for-tests.ts'
import { entriesOf } from '../electron/menu.ts'
import { actsOf, connectPage, type Scenario } from './desk.ts'

// A second start, a second window, and which window receives menu commands.

/** Returns the commands that a window receives when menu entries are chosen. */
async function commandsOf(of: Client, choose: () => void): Promise<string[]> {
  const stop = new AbortController()
  const heard: string[] = []
  const events = await of.events.subscribe({}, { signal: stop.signal })
  // The first event shows that every window is listening, the second that it has received everything before it.
  await of.app.setPreferences({ theme: 'light' })
  for await (const event of events) {
    if (event.type === 'command') heard.push(event.id)
    if (event.type !== 'preferences-changed') continue
    if (event.preferences.theme === 'dark') break
    choose()
    await of.app.setPreferences({ theme: 'dark' })
  }
  stop.abort()
  return heard
}

const choose = (id: string) =>
  entriesOf(calls.menus[0])
    .find((entry) => entry.id === id)
    ?.click()

export const run: Scenario = async ({ folder, window }) => {
  const client = connectPage(window)
  actsOf(window).length = 0
  await claimInstance(folder, { given: { links: [], files: [] }, onHandedOver: () => {} })
  const shownAgain = [...actsOf(window)]

  const copied = [await client.app.copy({ text: 'a\nb' })]
  machine.clipboardKept = true
  copied.push(await client.app.copy({ text: 'c' }))

  const focus = ['linux', 'darwin', 'win32'].map((platform) => {
    const [before, put] = [calls.singleInstanceLocks, [] as unknown[]]
    takeFocusFromSecondStart(platform as NodeJS.Platform, (given) => put.push(given))
    app.emit('second-instance', new CancellableEvent(), [], '', {})
    return { locks: calls.singleInstanceLocks - before, put }
  })

  const { address } = await client.app.openWindow({ path: '/connect' })
  const other = calls.windows[1]
  const otherClient = connectPage(other)
  // Only an enabled entry can be chosen.
  for (const page of [client, otherClient]) await page.app.offer({ commands: ['go.households', 'list.export-csv'] })
  const inFocusedWindow = await commandsOf(otherClient, () => ['go.households', 'list.export-csv'].forEach(choose))
  const inOtherWindow = await commandsOf(client, () => choose('go.households'))
  const ports = other?.webContents.mainFrame[forTests].posted.length
  for (const open of BrowserWindow.getAllWindows()) open.close()
  await app[forTests].exited
  return {
    shownAgain,
    copied: { answers: copied, texts: calls.copied },
    focus,
    secondWindow: {
      address,
      acts: actsOf(other),
      ports,
      sameOptions: isDeepStrictEqual(other?.[forTests].options.webPreferences, window[forTests].options.webPreferences),
    },
    menus: calls.menus.length,
    // The window opened last has focus.
    commands: { inFocusedWindow, inOtherWindow },
  }
}
