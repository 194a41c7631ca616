import type { NoAnswer } from '../ask-steward.ts'
import type { RefusalCode } from '../protocol.ts'

/** The exit codes of the command line. They do not change. */
export const exitCodes = {
  /** Something went wrong that has no code of its own. */
  failed: 1,
  /** The command line, or a part of it, is not understood. */
  'not-understood': 2,
  'not-running': 3,
  /** Other programs may not read: it is off, or this program was not allowed. */
  off: 4,
  'not-allowed': 4,
  locked: 5,
  presenting: 5,
  forbidden: 6,
  hidden: 7,
  'not-found': 8,
  'no-firm': 9,
  'too-many': 10,
  /** The answer ended before it was complete: what was printed is a part. */
  cut: 11,
} as const satisfies Record<RefusalCode | NoAnswer['code'], number>
