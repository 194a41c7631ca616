import type { Core } from '../../api/core.ts'
import type { Log } from '../../logs/log.ts'
import type { Shell } from '../../platform/host.ts'
import type { StartArguments } from './start-arguments.ts'

/** What a shell knows when it has the core made. */
export type CoreRequest = Pick<StartArguments, 'demo' | 'connectionFile'> & {
  shell: Shell
  userDataDir: string
  log: Log
}

/** Makes the core; given to a shell by its composition root. */
export type StartCore = (request: CoreRequest) => Promise<Core>
