import { connect } from 'node:net'
import { join } from 'node:path'
import { type MenuEntry, told } from '../electron.ts'
import type { Client } from '../ipc-transports.ts'
import { connectPage, type Scenario } from './desk.ts'

// A second start, a second window, and which of them hears what is chosen in the menu.

/** The events that a window is told of, as far as they are commands. */
async function commandsOf(of: Client, count: number, choose: () => void): Promise<string[]> {
  const stop = new AbortController()
  const heard: string[] = []
  const events = await of.events.subscribe({}, { signal: stop.signal })
  const first = events.next()
  // An event that every window is told of says that each of them listens.
  await of.app.setPreferences({ theme: 'light' })
  await first
  choose()
  await of.app.setPreferences({ theme: 'dark' })
  for await (const event of events) {
    if (event.type === 'command') heard.push(event.id)
    if (event.type === 'preferences-changed' || heard.length > count) break
  }
  stop.abort()
  return heard
}

const entries = (menu: MenuEntry[] = []): MenuEntry[] => menu.flatMap((entry) => [entry, ...entries(entry.submenu)])

const choose = (id: string) =>
  entries(told.menus[0])
    .find((entry) => entry.id === id)
    ?.click?.()

export const run: Scenario = async ({ folder, window }) => {
  const client = connectPage(window)
  window.acts.length = 0
  await new Promise((resolve) => connect(join(folder, 'instance.sock')).on('close', resolve).on('error', resolve))
  await new Promise(setImmediate)
  const shownAgain = [...window.acts]

  const { address } = await client.app.openWindow({ path: '/connect' })
  const other = told.windows[1]
  const otherClient = connectPage(other)
  return {
    shownAgain,
    secondWindow: {
      address,
      acts: other?.acts,
      ports: other?.webContents.mainFrame.posted.length,
      sameOptions: JSON.stringify(other?.options) === JSON.stringify(window.options),
    },
    menus: told.menus.length,
    commands: {
      // The double's focused window is the one that was opened last.
      inFocusedWindow: await commandsOf(otherClient, 2, () => ['go.households', 'list.export-csv'].forEach(choose)),
      inOtherWindow: await commandsOf(client, 0, () => choose('go.households')),
    },
  }
}
