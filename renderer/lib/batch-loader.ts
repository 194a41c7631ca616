import type { Client } from './client/connect-client.ts'

/** Rows that come into view within this many ms share one request. */
const waitMs = 20

type Waiting<Answer> = { resolve(answer: Answer): void; reject(thrown: unknown): void }

/**
 * Batches requests about single records, as the rows of a list send them. All rows of one connection of a client share the requests.
 *
 * @param most - ids in one request
 * @param load - answers by id; without one, the answer is null
 */
export function createRowLoader<Part extends keyof Client, Answer>(
  most: number,
  load: (client: Pick<Client, Part>, connectionId: string, ids: string[]) => Promise<ReadonlyMap<string, Answer>>,
): (client: Pick<Client, Part>, connectionId: string, id: string) => Promise<Answer | null> {
  const shared = new WeakMap<Pick<Client, Part>, Map<string, (id: string) => Promise<Answer | null>>>()
  return (client, connectionId, id) => {
    const batches = shared.get(client) ?? new Map()
    shared.set(client, batches)
    const ask = batches.get(connectionId) ?? createBatches(most, (ids) => load(client, connectionId, ids))
    batches.set(connectionId, ask)
    return ask(id)
  }
}

function createBatches<Answer>(
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
