import { createHash } from 'node:crypto'
import { AppError, toAppError } from '../../shared/domain/app-error.ts'
import { formatBytes } from '../../shared/domain/bytes.ts'
import type { FileAtHand, HouseholdNeeds } from '../data/reads/travel.ts'
import { isUnreached } from '../http/network-errors.ts'
import { forEachConcurrent } from '../platform/concurrency.ts'
import { type FileEvictor, filesToFetch, type WantedFile } from './plan-files.ts'
import type { CheckResult, FileResult, TravelFiles } from './travel-parts.ts'

const concurrency = 2
/** If the service does not report a file's size, space is claimed in steps of this many bytes. */
const unknownStep = 8_000_000

type Job = {
  needs: HouseholdNeeds
  findings: CheckResult
  signal: AbortSignal
  /** Called after each file: with the reason why it could not be fetched, or with null. */
  onFile(id: string, finding: FileResult | null): void
}

type Parts = { files: TravelFiles; room: FileEvictor }

/**
 * Fetches the missing files of a household, as far as they fit. A file that cannot be fetched is recorded and the next one is
 * fetched.
 * @throws AppError for errors that every file would meet: `service/offline`, `auth/…`, `files/disk-full`, `cache/…`, …
 */
export async function fetchFiles(parts: Parts, job: Job): Promise<void> {
  const wanted = filesToFetch(job.needs, job.findings)
  await forEachConcurrent(wanted, { concurrency, signal: job.signal }, async (file, signal) => {
    job.onFile(file.id, await fetchOne(parts, { file, signal, known: job.findings.files[file.id]?.size ?? null }))
  })
}

type One = { file: WantedFile; signal: AbortSignal /** Its size, if it did not fit before. */; known: number | null }

async function fetchOne({ files, room }: Parts, { file, signal, known }: One): Promise<FileResult | null> {
  const { id, isHeld } = file
  const tooLarge = new AbortController()
  let size = 0
  let fits = true
  let isWhole = false
  let claiming: Promise<void> = Promise.resolve()
  const claim = async (bytes: number) => {
    const { short } = await room.claim(id, bytes)
    if (short === 0) return
    fits = false
    // A completely downloaded file is already being put in place: it is removed afterwards instead of being stopped midway.
    if (!isWhole) tooLarge.abort()
  }
  const want = (bytes: number) => {
    if (bytes <= size) return
    size = bytes
    // After a failed claim, none follows.
    claiming = claiming.then(() => claim(bytes))
    claiming.catch(() => {})
  }
  try {
    if (known !== null) {
      want(known)
      await claiming
      if (!fits) return doesNotFit(known)
    }
    await files.fetch(id, {
      signal: AbortSignal.any([signal, tooLarge.signal]),
      onProgress(received, total) {
        isWhole = received === total
        want(total ?? Math.ceil(received / unknownStep) * unknownStep)
      },
    })
    await claiming
    if (fits) return null
    if (!isHeld) await files.remove({ kind: 'document', id })
    return doesNotFit(size)
  } catch (problem) {
    signal.throwIfAborted()
    await claiming
    if (!fits) return doesNotFit(size)
    const error = toAppError(problem)
    if (concernsAll(error)) throw error
    return { reason: reasonOf(error), size: null }
  } finally {
    await claiming.catch(() => {})
    room.release(id)
  }
}

const doesNotFit = (size: number): FileResult => ({ reason: `Its ${formatBytes(size)} do not fit.`, size })

/** Whether every other file would fail in the same way. */
export function concernsAll({ code }: AppError): boolean {
  if (code === 'service/rate-limited' || isUnreached(code)) return true
  return code === 'files/disk-full' || /^(auth|cache|keychain|internal)\//.test(code)
}

function reasonOf({ code, message }: AppError): string {
  if (code === 'service/not-found') return 'The service does not have its file.'
  if (code === 'service/forbidden') return 'The service does not give you its file.'
  return message
}

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

type Held = { id: string; held: FileAtHand; signal: AbortSignal }

async function isWhole(files: TravelFiles, { id, held, signal }: Held): Promise<boolean> {
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
