import type { Key } from './open-operations.ts'

/**
 * The service's recent answers to writes. A page or another answer may have been requested before a write and arrive after it:
 * anything in it that is older than the write's answer is ignored, so that no saved change seems to be undone. In memory only:
 * after a start everything is read again.
 */
export type RecentWriteResults = {
  /** `updatedAt` as the service sent it; null for a record that is gone. */
  note(key: Key, updatedAt: string | null): void
  /** True if a received record is older than the answer to a write. */
  isOlder(key: Key, updatedAt: string | null): boolean
}

/** Time in ms for which an answer is remembered, longer than any request takes. */
const memory = 15 * 60_000

export function createRecentWriteResults(now: () => number): RecentWriteResults {
  const answers = new Map<string, { updatedAt: string | null; at: number }>()
  const nameOf = ({ resource, id }: Key) => `${resource} ${id}`
  const forgetOld = () => {
    for (const [name, { at }] of answers) {
      if (now() - at < memory) return
      answers.delete(name)
    }
  }
  return {
    note(key, updatedAt) {
      // Deleted first, to keep the map ordered by time.
      answers.delete(nameOf(key))
      answers.set(nameOf(key), { updatedAt, at: now() })
      forgetOld()
    },
    isOlder(key, updatedAt) {
      if (answers.size === 0) return false
      const answer = answers.get(nameOf(key))
      if (!answer || now() - answer.at >= memory) return false
      if (answer.updatedAt === null || updatedAt === null) return true
      return Date.parse(updatedAt) < Date.parse(answer.updatedAt)
    },
  }
}
