import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { PeerStore } from './peer-store.ts'

/** PGlite on disk, in a process of its own. */
export async function openPglite(folder: string): Promise<PeerStore> {
  const script = fileURLToPath(new URL('./page/pglite-child.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`PGlite ended with ${child.exitCode}.`)
    return Number(JSON.parse(value))
  }
  const ask = async (name: string, input: string | number) => {
    child.stdin.write(`${JSON.stringify({ ask: name, input: [input] })}\n`)
    return answer()
  }
  await lines.next()
  return {
    write: (page) => ask('write', JSON.stringify(page)),
    page: (offset) => ask('page', offset),
    byId: (id) => ask('byId', id),
    count: (state) => ask('count', state),
    async close() {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
