import type { Message } from './protocol.ts'

/**
 * Holds a worker's reports of changes until the call that caused them is answered. Each report makes the page read again, and these
 * reads would delay the answer to a save.
 */
export function createHeldChanges(post: (message: Message) => void) {
  let isHeld = false
  let held: Message[] = []
  const release = () => {
    isHeld = false
    const reports = held
    held = []
    for (const report of reports) post(report)
  }
  return {
    post(message: Message): void {
      if (isHeld) held.push(message)
      else post(message)
    },
    /** Does the work of a call and answers it. Work that takes turns with other calls may take minutes, and holds nothing. */
    async untilAnswered(work: () => unknown, answer: (output: unknown) => void): Promise<void> {
      isHeld = true
      try {
        const output = work()
        if (output instanceof Promise) release()
        answer(await output)
      } finally {
        release()
      }
    },
  }
}
