import type { Tokens } from '../auth/tokens.ts'
import type { DocumentFiles } from '../files/document-files.ts'
import type { LimitCounts, RateLimit } from '../http/rate-limit.ts'
import type { TableName } from '../store/tables.ts'
import type { Colleague } from './colleague.ts'
import type { Connections } from './connections.ts'
import type { FaultRule, Faults } from './faults.ts'
import type { PageFault, PageFaults } from './page-faults.ts'
import type { Stats, StatsRecorder } from './stats.ts'

/** Everything a test or a demo can do to the running service; the control port offers the same over HTTP. */
export interface Control {
  /** Delays every request by this many milliseconds, or only requests whose path matches the regular expression. */
  setLatency(milliseconds: number, path?: string): void
  fail(rule: FaultRule): void
  setPageFault(table: TableName, fault: PageFault | null): void
  goOffline(): void
  goOnline(): void
  expireAccessTokens(): void
  revokeRefreshTokens(): void
  colleague: Colleague
  /** The type, entity, people, date and household of a seeded document. Tests compare proposals with them. */
  truthOf: DocumentFiles['truthOf']
  stats(): Stats & LimitCounts
  resetStats(): void
  /** Clears all faults, goes back online and resets the counts. The records stay as they are. */
  reset(): void
}

export interface ControlParts {
  faults: Faults
  pageFaults: PageFaults
  connections: Connections
  tokens: Tokens
  colleague: Colleague
  documentFiles: DocumentFiles
  stats: StatsRecorder
  rateLimit: RateLimit
}

export function createControl(parts: ControlParts): Control {
  const { faults, pageFaults, connections, tokens, colleague, documentFiles, stats, rateLimit } = parts
  const resetStats = () => {
    stats.reset()
    rateLimit.reset()
  }
  return {
    setLatency: faults.setLatency,
    fail: faults.add,
    setPageFault: pageFaults.set,
    goOffline: connections.goOffline,
    goOnline: connections.goOnline,
    expireAccessTokens: tokens.expireAllAccess,
    revokeRefreshTokens: tokens.revokeAllRefresh,
    colleague,
    truthOf: documentFiles.truthOf,
    stats: () => ({ ...stats.read(), ...rateLimit.read() }),
    resetStats,
    reset() {
      faults.clear()
      pageFaults.clear()
      connections.goOnline()
      resetStats()
    },
  }
}
