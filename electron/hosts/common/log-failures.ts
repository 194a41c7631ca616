import type { IpcHandlerOptions } from '../../api/transport/handler.ts'
import { errorNameOf, framesOf } from '../../logs/frames.ts'
import type { Log } from '../../logs/log.ts'
import { asCode } from '../../logs/log-app-events.ts'

/** What a screen asked for and did not get: by its code, or, where it was a mistake of ours, by where that was made. */
export function logFailures(log: Log): Pick<IpcHandlerOptions, 'onFailed' | 'onUnexpected'> {
  return {
    onFailed(procedure, code) {
      // Every open screen asks while Steward is locked.
      if (code !== 'custody/locked') log('procedure-failed', { procedure, code: asCode(code) })
    },
    onUnexpected(procedure, cause) {
      const [error, frames] = [errorNameOf(cause), framesOf(cause)]
      log('unexpected', { procedure, error, frames })
      console.error([`${procedure} failed unexpectedly (${error})`, ...frames.map((frame) => `  ${frame}`)].join('\n'))
    },
  }
}

/** Writes down what nobody caught, and leaves the process to end as it would. */
export function logCrashes(log: Log): void {
  process.on('uncaughtExceptionMonitor', (error) => {
    log('crashed', { error: errorNameOf(error), frames: framesOf(error) })
  })
}
