import type { Key } from './open-operations.ts'

/**
 * What the service answered to writes of late. A page, or another answer, may have been asked for before the write and
 * come in after it: what is older there than the answer is not taken, so that nothing that was saved seems to be undone.
 * In memory alone: after a start everything is asked for anew.
 */
export type RecentWriteResults = {
  /** `updatedAt` as the service sent it; null for a record that is gone. */
  note(key: Key, updatedAt: string | null): void
  /** Whether what came in is older than what a write was answered with. */
  isOutrun(key: Key, updatedAt: string | null): boolean
}

/** Longer than any answer is under way, ms. */
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
      // Kept in the order of their time.
      answers.delete(nameOf(key))
      answers.set(nameOf(key), { updatedAt, at: now() })
      forgetOld()
    },
    isOutrun(key, updatedAt) {
      if (answers.size === 0) return false
      const answer = answers.get(nameOf(key))
      if (!answer || now() - answer.at >= memory) return false
      if (answer.updatedAt === null || updatedAt === null) return true
      return Date.parse(updatedAt) < Date.parse(answer.updatedAt)
    },
  }
}
