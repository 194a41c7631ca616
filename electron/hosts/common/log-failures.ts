import type { IpcHandlerOptions } from '../../api/transport/handler.ts'
import { asCode, type Log } from '../../logs/log.ts'
import { errorNameOf, framesOf } from '../../logs/redact.ts'

/** Logs failed procedure calls: by error code, or by stack frames if the error is a bug of Steward's. */
export function logFailures(log: Log): Pick<IpcHandlerOptions, 'onFailed' | 'onUnexpected'> {
  return {
    onFailed(procedure, code) {
      // Every open screen keeps calling while Steward is locked.
      if (code !== 'lock/locked' && code !== 'presenting/not-shown')
        log('procedure-failed', { procedure, code: asCode(code) })
    },
    onUnexpected(procedure, cause) {
      const [error, frames] = [errorNameOf(cause), framesOf(cause)]
      log('unexpected', { procedure, error, frames })
      console.error([`${procedure} failed unexpectedly (${error})`, ...frames.map((frame) => `  ${frame}`)].join('\n'))
    },
  }
}

/** Logs uncaught errors; the process then ends as it would without this. */
export function logCrashes(log: Log): void {
  process.on('uncaughtExceptionMonitor', (error) => {
    log('crashed', { error: errorNameOf(error), frames: framesOf(error) })
  })
}
