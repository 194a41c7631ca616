import { createHash } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
import type { FileAtHand, HouseholdNeeds } from '../data/reads/travel.ts'
import type { TravelFiles } from './travel-parts.ts'

/**
 * Re-reads the files of a household and compares size and digest with those at the download. A file that differs is removed, so
 * that it counts as missing and is fetched again.
 * @returns the documents whose files were removed
 * @throws AppError `cache/…`, and the signal's reason
 */
export async function verifyFiles(
  files: TravelFiles,
  { needs, signal }: { needs: HouseholdNeeds; signal: AbortSignal },
): Promise<string[]> {
  const removed: string[] = []
  for (const { id, held } of needs.documents) {
    if (held === null || (await isWhole(files, { id, held, signal }))) continue
    await files.remove({ kind: 'document', id })
    removed.push(id)
  }
  return removed
}

type One = { id: string; held: FileAtHand; signal: AbortSignal }

async function isWhole(files: TravelFiles, { id, held, signal }: One): Promise<boolean> {
  const digest = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of files.read({ kind: 'document', id })) {
      signal.throwIfAborted()
      digest.update(chunk)
      size += chunk.length
    }
  } catch (problem) {
    const broken =
      problem instanceof AppError && (problem.code === 'files/damaged' || problem.code === 'files/not-held')
    if (!broken) throw problem
    return false
  }
  return size === held.size && digest.digest('hex') === held.sha256
}
