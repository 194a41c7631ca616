import { lstatSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Worker, workerData } from 'node:worker_threads'

/** The swaps that a swapper makes repeatedly, as fast as it can. */
export type Swapping =
  /** Moves each of these entries to one path and away again, in turn. */
  | { kind: 'path'; path: string; entries: readonly string[] }
  /** Links one path to each of these targets in turn, replacing whatever is there, and removes the link again. */
  | { kind: 'links'; path: string; targets: readonly string[] }
  /** Replaces every file with this suffix that appears in a folder by a link. */
  | { kind: 'folder'; folder: string; suffix: string; target: string }

export type Swapper = { rounds(): number; stop(): Promise<void> }

/** Starts an attacker on its own thread who swaps files while they are in use. */
export function startSwapper(swapping: Swapping): Swapper {
  const counts = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(new URL(import.meta.url), { workerData: { swapping, counts } })
  const ended = new Promise<void>((resolve, reject) => worker.once('exit', () => resolve()).once('error', reject))
  return {
    rounds: () => Atomics.load(counts, 0),
    async stop() {
      Atomics.store(counts, 1, 1)
      await ended
    },
  }
}

function swap(swapping: Swapping): number {
  if (swapping.kind === 'path') {
    for (const entry of swapping.entries) {
      renameSync(entry, swapping.path)
      renameSync(swapping.path, entry)
    }
    return 1
  }
  if (swapping.kind === 'links') {
    const { path, targets } = swapping
    for (const target of targets) {
      rmSync(`${path}.swap`, { force: true })
      symlinkSync(target, `${path}.swap`)
      renameSync(`${path}.swap`, path)
      rmSync(path, { force: true })
    }
    return 1
  }
  const { folder, target, suffix } = swapping
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile())
  for (const path of files) {
    rmSync(path)
    symlinkSync(target, path)
  }
  return files.length
}

function run({ swapping, counts }: { swapping: Swapping; counts: Int32Array }): void {
  while (Atomics.load(counts, 1) === 0) {
    try {
      Atomics.add(counts, 0, swap(swapping))
    } catch {
      // The code under attack sometimes wins the race.
    }
  }
}

if (workerData?.swapping) run(workerData)
