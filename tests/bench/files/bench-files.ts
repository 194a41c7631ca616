import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createFileStore } from '../../../electron/documents/file-store.ts'
import type { BenchResult } from '../result.ts'
import { startProcess } from '../start-process.ts'
import type { TransferOrder } from './transfer-child.ts'

const mib = 2 ** 20
const sparseMib = 5 * 1024
const tlsServer = new URL('./tls-server.ts', import.meta.url)

type Transfer = { ms: number; rss_growth_mib: number }
type Ground = { transfer(what: TransferOrder['what']): Promise<Transfer>; end(): Promise<void> }

/**
 * Measures a large file sent from and fetched into the encrypted store, each beside a bare pipe between a plain file and the same
 * TLS server, one after the other. A ratio is our rate divided by the pipe's, as the median of all rounds. Memory is the growth
 * of the process during one transfer, as the maximum of all rounds.
 */
export async function benchFiles({
  rounds,
  mib: size,
  sparse,
}: {
  rounds: number
  mib: number
  sparse: boolean
}): Promise<BenchResult> {
  const ground = await lay(size, 'random')
  const ratios = { up: [] as number[], down: [] as number[] }
  let growth = 0
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const way of ['up', 'down'] as const) {
        const bare = await ground.transfer(`bare-${way}`)
        const ours = await ground.transfer(way)
        ratios[way].push(bare.ms / ours.ms)
        growth = Math.max(growth, ours.rss_growth_mib)
        report(`${way}, bare`, size, bare)
        report(way, size, ours)
      }
    }
  } finally {
    await ground.end()
  }
  const figures = {
    upload_ratio: ratios.up,
    download_ratio: ratios.down,
    transfer_rss_growth_mib: growth,
  }
  return { figures: sparse ? { ...figures, ...(await uploadSparse()) } : figures }
}

/** Uploads a sparse file of 5 GiB. */
async function uploadSparse(): Promise<BenchResult['figures']> {
  const ground = await lay(sparseMib, 'sparse')
  try {
    const ours = await ground.transfer('up')
    report('up, sparse', sparseMib, ours)
    return { sparse_rss_growth_mib: ours.rss_growth_mib }
  } finally {
    await ground.end()
  }
}

/** Prepares the server, a plain file, and a sealed copy of the file. */
async function lay(size: number, content: 'random' | 'sparse'): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-bench-files-'))
  const plain = join(folder, 'plain')
  const file = await open(plain, 'wx+')
  const block = randomBytes(mib)
  if (content === 'sparse') await file.truncate(size * mib)
  else for (let at = 0; at < size; at += 1) await file.write(block)
  const { signal } = new AbortController()
  const store = createFileStore(join(folder, 'staged'))
  const sealed = await store.write(file.createReadStream({ start: 0, highWaterMark: mib }), { signal })
  const { ready, child } = await startProcess<{ origin: string; caPem: string }>(tlsServer, [String(size * mib)])
  const order = {
    ...ready,
    folder,
    plain,
    sealed: {
      storedName: sealed.storedName,
      key: Buffer.from(sealed.key).toString('hex'),
      size: sealed.size,
    },
  }
  return {
    async transfer(what) {
      const script = fileURLToPath(new URL('./transfer-child.ts', import.meta.url))
      const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify({ ...order, what })])
      return JSON.parse(stdout) as Transfer
    },
    async end() {
      child.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function report(name: string, size: number, { ms, rss_growth_mib }: Transfer): void {
  const rate = Math.round(size / (ms / 1000)).toLocaleString('en-US')
  const memory = `${Math.round(rss_growth_mib)} MiB more memory`
  console.log(`${name.padEnd(16)} ${ms.toFixed(0).padStart(7)} ms ${rate.padStart(6)} MiB/s  ${memory}`)
}
