import { toAppError } from '../../shared/domain/app-error.ts'
import type { Session } from '../auth/session.ts'
import type { Log } from '../logs/log.ts'

/** The same session, with the results of sign-in and sign-out logged. */
export function logSession(session: Session, { log, connection }: { log: Log; connection: string }): Session {
  return {
    ...session,
    async *signIn(signal) {
      const startedAt = performance.now()
      const ms = () => Math.round(performance.now() - startedAt)
      try {
        yield* session.signIn(signal)
      } catch (thrown) {
        log('sign-in-failed', { connection, code: toAppError(thrown).code, ms: ms() })
        throw thrown
      }
      log('signed-in', { connection, ms: ms() })
    },
    async signOut() {
      await session.signOut()
      log('signed-out', { connection })
    },
  }
}
