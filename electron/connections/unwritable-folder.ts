import { constants } from 'node:fs'
import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/domain/app-error.ts'

const lookEveryMs = 2_000

/** The notice about a connection in a read-only folder: it is open, but only for reading. */
export function unwritableFolder(): AppError {
  return new AppError('cache/write-failed', {
    message:
      'Steward may not write to its folder on this computer. It shows what is there, and nothing can be changed.',
    nextStep:
      'Make the folder writable, or free the disk from its protection. Steward goes on by itself within seconds.',
  })
}

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
