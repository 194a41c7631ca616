import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { SandboxAddress } from '../../integration/support/sandbox-client.ts'
import { startProcess } from '../start-process.ts'

/** Results of one first sweep in a fresh process: duration in seconds, and the memory that it added. */
export type Sweep = { seconds: number; received: number; rss_growth_mib: number }

/** People whose sweep takes long enough to be measured once only. */
const sweptOnce = 300_000

/** Sweeps the lists of a generated firm into an empty store, each time in a process of its own; larger firms less often. */
export async function measureSweeps(people: number, rounds: number): Promise<Sweep[]> {
  const service = new URL('./firm-service.ts', import.meta.url)
  const script = fileURLToPath(new URL('../sync/memory-child.ts', import.meta.url))
  const { ready, child } = await startProcess<SandboxAddress>(service, [String(people)])
  const count = Math.max(1, Math.min(rounds, Math.round(sweptOnce / people)))
  const sweeps: Sweep[] = []
  try {
    for (let round = 0; round < count; round += 1) {
      const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(ready)])
      const { ms, received, rss_growth_mib } = JSON.parse(stdout) as Sweep & { ms: number }
      const rate = Math.round((received / ms) * 1000).toLocaleString('en-US')
      console.log(`${people} people: ${received} records swept in ${(ms / 1000).toFixed(1)} s, ${rate} a second`)
      sweeps.push({ seconds: ms / 1000, received, rss_growth_mib })
    }
    return sweeps
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}
