import { constants } from 'node:fs'
import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endedRepeatedly } from './cache-problems.ts'

/** After this many worker crashes within this time (ms), the stores are not reopened automatically. */
const mostDeaths = 3
const withinMs = 10 * 60_000

/** Counts the recent crashes of the threads of a connection's stores. */
export type WorkerDeaths = {
  /** Records a crash. */
  note(): void
  /** @throws AppError `cache/not-open` if there were too many recent crashes */
  refuseTooMany(): void
}

/** {@link WorkerDeaths} without any crash recorded. `now` is in ms, of a clock that is never set back. */
export function createWorkerDeaths(now: () => number = () => performance.now()): WorkerDeaths {
  let times: number[] = []
  return {
    note() {
      times = [...times, now()].slice(-mostDeaths)
    },
    refuseTooMany() {
      const [first] = times
      if (first === undefined || times.length < mostDeaths || now() - first >= withinMs) return
      throw endedRepeatedly()
    },
  }
}

/** Time between two checks whether a folder can be written, in ms. */
const lookEveryMs = 2_000

/**
 * Calls back once, within a few seconds after the stores become writable again.
 * @param stores - the store files, which may be write-protected in a writable folder
 * @returns a function that stops the checks
 */
export function onceWritable(folder: string, stores: readonly string[], then: () => void): () => void {
  const timer = setInterval(() => {
    void tryToWrite(folder, stores).then(
      () => {
        clearInterval(timer)
        then()
      },
      () => {},
    )
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Some systems cannot tell in advance whether a folder is writable, so this writes a file. The stores themselves are not opened:
 * closing them would release SQLite's locks.
 */
async function tryToWrite(folder: string, stores: readonly string[]): Promise<void> {
  for (const path of stores) await access(path, constants.W_OK)
  const probe = join(folder, 'writable.tmp')
  await writeFile(probe, '')
  await rm(probe)
}
