import type { Core } from '../../api/core.ts'
import { createShutdown, type Shutdown } from '../../app/shutdown.ts'
import { assertSqliteLoads } from '../../data/sqlite-binary.ts'
import { createLog, logFolder } from '../../logs/create-log.ts'
import type { Log } from '../../logs/log.ts'
import type { Shell } from '../../platform/host.ts'
import { finishAtEnd } from '../../security/remove-everything.ts'
import { claimInstance } from './instance-lock.ts'
import { logCrashes } from './log-failures.ts'
import type { OpenRequest } from './open-request.ts'
import type { StartArguments } from './start-arguments.ts'

/** The options that a shell passes when it creates the core. */
export type CoreRequest = Pick<StartArguments, 'demo' | 'connectionFile'> & {
  shell: Shell
  userDataDir: string
  log: Log
  shutdown: Shutdown
}

/** Creates the core; passed to a shell by its composition root. */
export type StartCore = (request: CoreRequest) => Promise<Core>

/**
 * Claims a user-data folder for this process and opens its log; from then on the process outlives its terminal. Both end with the returned shutdown.
 *
 * @param userDataDir - exists
 * @param given - the links and files that this start was asked to open
 * @param onHandedOver - called with those of another start on the same folder
 * @returns undefined if Steward already runs on the folder; that instance was asked to show itself
 * @throws AppError `cache/not-loadable` if this computer lacks what the stores need
 */
export async function openUserData(
  userDataDir: string,
  options: { given: OpenRequest; onHandedOver: (given: OpenRequest) => void },
): Promise<{ log: Log; shutdown: Shutdown } | undefined> {
  assertSqliteLoads()
  const instance = await claimInstance(userDataDir, options)
  if (instance === undefined) return undefined
  const { log, close } = createLog({ folder: logFolder(userDataDir) })
  logCrashes(log)
  outliveOutput()
  const shutdown = createShutdown()
  shutdown.add('log', close)
  shutdown.add('folder', () => finishAtEnd(userDataDir))
  shutdown.add('folder', instance.release)
  return { log, shutdown }
}

/**
 * Lets Steward go on when nothing reads its output any more: a terminal was closed, or it was started with `| head`. Node ends a process that
 * prints then, and with it unfinished work.
 */
function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
