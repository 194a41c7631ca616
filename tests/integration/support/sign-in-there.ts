import { createSession, type Session } from '../../../electron/auth/session.ts'
import { createHttpsAgent } from '../../../electron/http/https-agent.ts'
import { keychainAccount } from '../../../electron/keychain/keychain.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import type { Connection } from '../../../electron/tenants/connection.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { browse, get } from './small-browser.ts'

/**
 * Sessions whose browser goes along with the server at once, or does as the test says. Their time is that of `Date`, so that a test can
 * move it for client and server alike.
 */
export function createSessions() {
  const ends: Array<() => Promise<void>> = []
  return {
    start(connection: Connection, options: { secret?: string; openInBrowser?: (url: string) => Promise<void> } = {}) {
      const { secret, openInBrowser } = options
      const keys = createKeychainDouble()
      if (secret !== undefined) keys.entries.set(keychainAccount(connection.id, 'client-secret'), secret)
      const dispatcher = createHttpsAgent({ caCertificate: connection.ca_certificate })
      ends.push(() => dispatcher.destroy())
      const opened: string[] = []
      const goAlong = async (url: string) => void browse(url, { ca: connection.ca_certificate ?? '' })
      const session = createSession({
        connection,
        keychain: keys.keychain,
        dispatcher,
        clock: { ...systemClock, now: () => Date.now() },
        async openInBrowser(start) {
          const url = (await get(start)).location ?? ''
          opened.push(url)
          await (openInBrowser ?? goAlong)(url)
        },
      })
      return { session, keys, opened }
    },
    async end(): Promise<void> {
      for (const end of ends.splice(0)) await end()
    },
  }
}

/** Signs in and returns the steps. */
export async function signInThere(session: Session): Promise<string[]> {
  const steps: string[] = []
  for await (const { step } of session.signIn(new AbortController().signal)) steps.push(step)
  return steps
}
