import { AppError } from '../../shared/domain/app-error.ts'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import { isTooOld } from '../policy/cache-age.ts'
import { readCacheAge, writeCacheAge } from '../policy/cache-age-file.ts'
import type { Connection } from '../tenants/connection.ts'

/** How old the copy of one connection is, as far as a firm asks. */
export type CopyAge = {
  /** Whether it has to go; notes that it was looked at. */
  isTooOld(store: Pick<ConnectionStore, 'lastComplete'>): Promise<boolean>
  /** A new copy was begun. */
  begin(): Promise<void>
}

/**
 * {@link CopyAge} of the copy in a folder. The demo firm's is made up, and one in memory ends with Steward: neither is looked at.
 */
export function createCopyAge(options: {
  connection: Pick<Connection, 'kind'>
  inMemory: boolean
  folder: string
  policy: () => FirmPolicy
  now?: () => number
}): CopyAge {
  const { connection, inMemory, folder, policy, now = () => Date.now() } = options
  return {
    async isTooOld(store) {
      const maxHours = policy().max_cache_age_hours
      if (maxHours === undefined || connection.kind === 'demo' || inMemory) return false
      const at = now()
      const mark = await readCacheAge(folder, at)
      const tooOld = isTooOld({ maxHours, now: at, complete: await store.lastComplete(), ...mark })
      if (!tooOld) await writeCacheAge(folder, { ...mark, seen: Math.max(mark.seen, at) })
      return tooOld
    },
    begin: () => writeCacheAge(folder, { begun: now(), seen: now() }),
  }
}

/** Nothing is lost that the service does not have, but a person must know why the lists are empty. */
export function removedAsTooOld(): AppError {
  return new AppError('cache/too-old', {
    message:
      'The offline copy had not been checked for longer than your firm allows. It was removed from this computer.',
    nextStep: 'Stay online until everything has been downloaded again.',
  })
}
