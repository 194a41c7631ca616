/** Rows that come into view within this many ms share one request. */
const waitMs = 20

type Waiting<Answer> = { resolve(answer: Answer): void; reject(thrown: unknown): void }

/**
 * Batches requests about single records, as the rows of a list send them.
 *
 * @param most - ids in one request
 * @param load - answers by id; without one, the answer is null
 */
export function createBatchLoader<Answer>(
  most: number,
  load: (ids: string[]) => Promise<ReadonlyMap<string, Answer>>,
): (id: string) => Promise<Answer | null> {
  const waiting = new Map<string, Waiting<Answer | null>[]>()
  let soon = false

  const send = async () => {
    soon = false
    const asked = [...waiting].slice(0, most)
    for (const [id] of asked) waiting.delete(id)
    if (waiting.size > 0) ask(0)
    try {
      const found = await load(asked.map(([id]) => id))
      for (const [id, answers] of asked) for (const { resolve } of answers) resolve(found.get(id) ?? null)
    } catch (thrown) {
      for (const [, answers] of asked) for (const { reject } of answers) reject(thrown)
    }
  }
  const ask = (ms: number) => {
    if (soon) return
    soon = true
    setTimeout(() => void send(), ms)
  }
  return (id) =>
    new Promise((resolve, reject) => {
      waiting.set(id, [...(waiting.get(id) ?? []), { resolve, reject }])
      ask(waitMs)
    })
}
