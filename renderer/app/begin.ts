import type { AppInfo } from '../../shared/ipc/app.ts'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
import { type Connected, connectClient } from '../lib/client/connect-client.ts'
import type { OnLinkState } from '../lib/client/transport.ts'
import { chooseFirstScreen } from '../lib/first-screen.ts'
import { everyStart, questionsOf } from './first-questions.ts'

/** What a start asked before its screens were there. */
export type Asked = {
  /** Where the start leads, once that is known; null for where the page already is. */
  leadsTo: Promise<string | null>
  /** Settles when everything that was asked has its answer, or its failure. */
  answered: Promise<unknown>
}

/** A page that is connected, and has asked what its first screen will ask. */
export type Begun = Connected & Asked

/** Connects, and asks ahead: the screens' code is many times the size of this, and is loaded meanwhile. */
export async function begin(onState: OnLinkState): Promise<Begun> {
  const connected = await connectClient(onState)
  const { ask } = connected.ahead
  void ask(everyStart.events)
  ask(everyStart.custody).catch(() => {})
  void ask(everyStart.preferences)
  return { ...connected, ...askScreens(connected) }
}

/** Asks what leads to the first screen, and what that will ask. While Steward is locked all of it is refused. */
export function askScreens({ ahead: { ask } }: Connected): Asked {
  const answers = [ask(everyStart.info), ask(everyStart.lastScreen), ask(everyStart.connections)] as const
  const leadsTo = isPlainStart() ? firstScreen(answers) : Promise.resolve(null)
  const answered = leadsTo.then((screen) => {
    const { rows, frame } = questionsOf(screen ?? location.pathname + location.search)
    return Promise.allSettled((rows ? [rows, ...frame] : frame).map(ask))
  })
  return { leadsTo, answered }
}

/** A reload, or an address of its own, asks for the screen that is there, not for where a start would lead. */
function isPlainStart(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const isReload = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
  return location.pathname === '/' && !isReload
}

/** Without an answer a start leads to the start screen, which says what is wrong. */
async function firstScreen([info, last, connections]: readonly Promise<unknown>[]): Promise<string | null> {
  try {
    const { startWith } = (await info) as AppInfo
    const { path } = (await last) as { path: string | null }
    return chooseFirstScreen(path, startWith, (await connections) as ConnectionSummary[])
  } catch {
    return null
  }
}
