import { useEffect, useState } from 'react'
import { askWorker } from '../../../lib/ask-worker.ts'
import { type PresentedError, presentError } from '../../../lib/present-error.ts'
import type { CsvRows } from './csv-rows.ts'
import { type FileSource, readRange } from './file-source.ts'
import type { MailFile } from './mail/read-mail.ts'
import type { TextLines } from './text-lines.ts'

/** Larger files are read up to here. */
export const maxTextBytes = 20_000_000
/** The largest text takes a second; a table whose cells take longer to separate is shown as text. */
const patienceMs = 15_000

type Kinds = { text: TextLines; csv: CsvRows; mail: MailFile }

export type TextRequest = { bytes: Uint8Array<ArrayBuffer>; isCut: boolean; as: keyof Kinds }

export type TextFile<Content> =
  | { step: 'reading' }
  | { step: 'ready'; content: Content }
  /** It takes too long to read. */
  | { step: 'given-up' }
  | { step: 'failed'; error: PresentedError }

async function read<As extends keyof Kinds>(source: FileSource, as: As, signal: AbortSignal) {
  const bytes = await readRange(source, 0, maxTextBytes, signal)
  const worker = startWorker(as)
  const request: TextRequest = { bytes, isCut: source.size > maxTextBytes, as }
  return askWorker<Kinds[As]>(worker, request, { signal, patienceMs, transfer: [bytes.buffer] })
}

const startWorker = (as: keyof Kinds) =>
  as === 'mail'
    ? new Worker(new URL('./mail/mail-worker.ts', import.meta.url), { type: 'module' })
    : new Worker(new URL('./text-worker.ts', import.meta.url), { type: 'module' })

/** A file's lines, table or mails, read in a worker, for as long as its view is mounted. */
export function useTextFile<As extends keyof Kinds>(source: FileSource, as: As): TextFile<Kinds[As]> {
  const [done, setDone] = useState<{ source: FileSource; file: TextFile<Kinds[As]> } | null>(null)
  useEffect(() => {
    const abortController = new AbortController()
    const settle = (file: TextFile<Kinds[As]>) => {
      if (!abortController.signal.aborted) setDone({ source, file })
    }
    read(source, as, abortController.signal).then(
      (content) => settle(content === null ? { step: 'given-up' } : { step: 'ready', content }),
      (thrown: unknown) => settle({ step: 'failed', error: presentError(thrown) }),
    )
    return () => abortController.abort()
  }, [source, as])
  return done?.source === source ? done.file : { step: 'reading' }
}
