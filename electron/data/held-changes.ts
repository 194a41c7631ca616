import type { Message } from './protocol.ts'

/**
 * Holds a worker's reports of changes until the call that caused them is answered. Each report makes the page read again, and these
 * reads would delay the answer to a save.
 */
export function createHeldChanges(post: (message: Message) => void) {
  let isHeld = false
  let held: Message[] = []
  return {
    post(message: Message): void {
      if (isHeld) held.push(message)
      else post(message)
    },
    hold(): void {
      isHeld = true
    },
    /** Posts the held reports, even if another call is running: steady calls must not hold a report for long. */
    release(): void {
      isHeld = false
      const reports = held
      held = []
      for (const report of reports) post(report)
    },
  }
}
