import type { Core } from '../../api/core.ts'
import type { Log } from '../../logs/log.ts'
import type { Shell } from '../../platform/host.ts'
import type { StartArguments } from './start-arguments.ts'

/** The options that a shell passes when it creates the core. */
export type CoreRequest = Pick<StartArguments, 'demo' | 'connectionFile'> & {
  shell: Shell
  userDataDir: string
  log: Log
}

/** Creates the core; passed to a shell by its composition root. */
export type StartCore = (request: CoreRequest) => Promise<Core>
