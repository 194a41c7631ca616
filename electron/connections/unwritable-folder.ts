import { constants } from 'node:fs'
import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/domain/app-error.ts'

const lookEveryMs = 2_000

/** What is told of a connection whose folder cannot be written: it is open, and only shown. */
export function unwritableFolder(): AppError {
  return new AppError('cache/write-failed', {
    message:
      'Steward may not write to its folder on this computer. It shows what is there, and nothing can be changed.',
    nextStep:
      'Make the folder writable, or free the disk from its protection. Steward goes on by itself within seconds.',
  })
}

/**
 * Calls once within a few seconds of stores that can be written again.
 * @param stores - the files themselves, which may be protected in a folder that is not
 * @returns ends the looking
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

/** Not every system says beforehand whether a folder can be written. The stores are not opened: closing them would end SQLite's locks. */
async function tryToWrite(folder: string, stores: readonly string[]): Promise<void> {
  for (const path of stores) await access(path, constants.W_OK)
  const probe = join(folder, 'writable.tmp')
  await writeFile(probe, '')
  await rm(probe)
}
