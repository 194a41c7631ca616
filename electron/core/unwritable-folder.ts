import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
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
 * Calls once within a few seconds of a folder that can be written again.
 * @returns ends the looking
 */
export function onceWritable(folder: string, then: () => void): () => void {
  const timer = setInterval(() => {
    void access(folder, constants.W_OK).then(
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
