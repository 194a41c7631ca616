import type { Key } from './open-operations.ts'

/**
 * The service's recent answers to writes. A page or another answer may have been requested before a write and arrive after it:
 * anything in it that is older than the write's answer is ignored, so that no saved change seems to be undone. In memory only:
 * after a start everything is read again.
 */
export type RecentWriteResults = {
  /** `updatedAt` as the service sent it; null for a record that is gone. `isCreated`: the record was not known before. */
  note(key: Key, updatedAt: string | null, isCreated?: boolean): void
  /** True if a received record is older than the answer to a write. */
  isOlder(key: Key, updatedAt: string | null): boolean
  /**
   * True if the record was created by this computer so recently that a "not found" proves nothing: a service may read from a copy that
   * does not have it yet.
   */
  isJustCreated(key: Key): boolean
}

/** Time in ms for which an answer is remembered, longer than any request takes. */
const memory = 15 * 60_000

export function createRecentWriteResults(now: () => number): RecentWriteResults {
  const answers = new Map<string, { updatedAt: string | null; at: number; isCreated: boolean }>()
  const nameOf = ({ resource, id }: Key) => `${resource} ${id}`
  const forgetOld = () => {
    for (const [name, { at }] of answers) {
      if (now() - at < memory) return
      answers.delete(name)
    }
  }
  const recent = (key: Key) => {
    const answer = answers.size === 0 ? undefined : answers.get(nameOf(key))
    return answer && now() - answer.at < memory ? answer : undefined
  }
  return {
    note(key, updatedAt, isCreated = recent(key)?.isCreated ?? false) {
      // Deleted first, to keep the map ordered by time.
      answers.delete(nameOf(key))
      answers.set(nameOf(key), { updatedAt, at: now(), isCreated: isCreated && updatedAt !== null })
      forgetOld()
    },
    isJustCreated: (key) => recent(key)?.isCreated ?? false,
    isOlder(key, updatedAt) {
      const answer = recent(key)
      if (!answer) return false
      if (answer.updatedAt === null || updatedAt === null) return true
      return Date.parse(updatedAt) < Date.parse(answer.updatedAt)
    },
  }
}
