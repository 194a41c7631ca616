import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '../faults/random.ts'
import { type Ground, say } from './advisor.ts'
import type { Steward } from './steward.ts'

const longestPauseMs = 60
/** At most this many uploads are pending. */
const mostOpen = 40
const mib = 1024 * 1024

/** Runs one lane of uploads: takes in and saves one file after another until the process ends. */
export async function uploadOn(
  { files, outbox }: Steward,
  { ground, life, seed }: { ground: Ground; life: string; seed: number },
): Promise<never> {
  const random = createRandom(seed)
  for (let count = 0; ; count += 1) {
    const n = `${life}-${count}`
    if (outbox.counts().open < mostOpen) {
      const fields = { household_id: random.pick(ground.households), name: `mark ${n}`, type: 'DEED' } as const
      // Small files are sent at once; large ones are killed on the way.
      const size = random.chance(0.5) ? random.below(10_000) : random.below(12 * mib)
      const content = Buffer.alloc(size, `${n} `)
      const { signal } = new AbortController()
      const staged = await files.staged.add(await files.staged.store.write(asSource(content), { signal }), `${n}.txt`)
      const { id: staged_id, name, sha256, media_type } = staged
      say({ kind: 'try', n, write: { action: 'create', resource: 'documents', fields, sha256 } })
      const [saved] = await outbox.saveDocuments([{ fields, file: { staged_id, name, size, sha256, media_type } }])
      if (saved) say({ kind: 'ack', n, operationId: saved.operation_id, recordId: saved.record_id })
    }
    await wait(random.next() * longestPauseMs)
  }
}

async function* asSource(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}
