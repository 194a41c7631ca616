import type { AppInfo } from '../../shared/ipc/app.ts'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
import { type Connected, connectClient } from '../lib/client/connect-client.ts'
import type { OnLinkState } from '../lib/client/transport.ts'
import { everyStart, questionsOf } from './first-questions.ts'
import { chooseFirstScreen } from './first-screen.ts'

/** The requests that startup sent before its screens were loaded. */
export type Asked = {
  /** The address that startup leads to; null to stay at the current address. */
  leadsTo: Promise<string | null>
  /** Resolves when every request has succeeded or failed. */
  answered: Promise<unknown>
}

/** A connected page that has requested the data of its first screen. */
export type Begun = Connected & Asked

/** Connects and requests data ahead, while the screens' much larger code is being loaded. */
export async function begin(onState: OnLinkState): Promise<Begun> {
  const connected = await connectClient(onState)
  const { ask } = connected.ahead
  void ask(everyStart.events)
  ask(everyStart.custody).catch(() => {})
  ask(everyStart.presenting).catch(() => {})
  void ask(everyStart.preferences)
  return { ...connected, ...askScreens(connected) }
}

/** Requests what determines the first screen, then the first screen's data. While Steward is locked, every request fails. */
export function askScreens({ ahead: { ask } }: Connected): Asked {
  const answers = [ask(everyStart.info), ask(everyStart.lastScreen), ask(everyStart.connections)] as const
  const leadsTo = isPlainStart() ? firstScreen(answers) : Promise.resolve(null)
  const answered = leadsTo.then((screen) => {
    const { rows, frame } = questionsOf(screen ?? location.pathname + location.search)
    return Promise.allSettled((rows ? [rows, ...frame] : frame).map(ask))
  })
  return { leadsTo, answered }
}

/** Returns false for a reload or a specific address: those show that screen, not the one startup would lead to. */
function isPlainStart(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const isReload = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
  return location.pathname === '/' && !isReload
}

/** If a request fails, startup leads to the start screen, which shows the error. */
async function firstScreen([info, last, connections]: readonly Promise<unknown>[]): Promise<string | null> {
  try {
    const { startWith } = (await info) as AppInfo
    const { path } = (await last) as { path: string | null }
    return chooseFirstScreen(path, startWith, (await connections) as ConnectionSummary[])
  } catch {
    return null
  }
}
