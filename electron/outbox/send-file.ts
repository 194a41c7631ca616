import { AppError } from '../../shared/domain/app-error.ts'
import type { Operation, OperationFile } from '../../shared/domain/operation.ts'
import type { WriteOutcome } from '../service/write-service.ts'
import { refuse } from './attempt.ts'
import { transition } from './commits.ts'
import type { EngineParts } from './engine-parts.ts'
import { problemOfError } from './problems.ts'
import type { Upload } from './uploads.ts'

/**
 * Sends a new document with its file, once. Returns null if the outcome is recorded already: the staged file could not be read,
 * or the user stopped the upload.
 */
export async function sendFile(
  parts: EngineParts,
  marked: Operation,
  { file, upload }: { file: OperationFile; upload: Upload },
): Promise<WriteOutcome | null> {
  const { name, media_type, size, staged_id } = file
  const outcome = await parts.service.send({
    method: 'POST',
    path: marked.resource,
    body: null,
    file: {
      parts: marked.fields,
      name,
      media_type,
      size,
      open: () => parts.files.open(staged_id),
      onProgress: upload.progress,
      beforeEnd: () => noteWholeSent(parts, marked.id),
    },
    signal: AbortSignal.any([parts.signal, upload.signal]),
  })
  if (outcome.kind === 'answered') return outcome
  if (isAboutFile(outcome.error)) {
    await refuse(parts, marked.id, problemOfError(outcome.error))
    return null
  }
  if (!upload.signal.aborted) return outcome
  await stopped(parts, marked.id, outcome.kind)
  return null
}

const isAboutFile = (error: Error): error is AppError => error instanceof AppError && error.code.startsWith('files/')

/**
 * Recorded before the last bytes of the form are sent: if this record is missing, an interrupted upload cannot be complete at the
 * service, whatever happened to Steward.
 */
async function noteWholeSent(parts: EngineParts, id: string): Promise<void> {
  const noted = await parts.change(id, (current) =>
    current.state === 'sending' && current.file
      ? { operations: [{ ...current, file: { ...current.file, whole_sent: true } }], events: [] }
      : null,
  )
  if (noted === null) throw notSending()
}

/** The user stopped the upload while it was in progress. */
async function stopped(parts: EngineParts, id: string, kind: 'not-sent' | 'lost'): Promise<void> {
  await parts.change(id, (current) => {
    if (kind === 'not-sent') {
      const event = parts.event('not-sent', 'Stopped before anything was sent.')
      return transition(current, { state: 'queued', problem: null }, event)
    }
    const note = current.file?.whole_sent
      ? 'Stopped after the whole file had been sent: the service may have it.'
      : 'Stopped part way: the service did not get the whole file.'
    return transition(current, { state: 'uncertain', problem: null }, parts.event('lost', note))
  })
  parts.holds.nextRound(id)
}

function notSending(): AppError {
  return new AppError('internal/unexpected', {
    message: 'This upload is no longer in progress.',
    nextStep: 'Look at it in the outbox.',
  })
}
