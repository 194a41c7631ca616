import { useEffect, useState } from 'react'
import { type PresentedError, presentError } from '../../../lib/present-error.ts'
import { type FileSource, readRange } from './file-source.ts'

export type WholeFile =
  | { step: 'reading' }
  | { step: 'ready'; bytes: Uint8Array<ArrayBuffer> }
  | { step: 'failed'; error: PresentedError }

const reading: WholeFile = { step: 'reading' }

/** A file's first bytes, at most `most`, for as long as its view is mounted. */
export function useWholeFile(source: FileSource, most: number): WholeFile {
  const [read, setRead] = useState<{ source: FileSource; most: number; file: WholeFile } | null>(null)
  useEffect(() => {
    const abortController = new AbortController()
    const done = (file: WholeFile) => {
      if (!abortController.signal.aborted) setRead({ source, most, file })
    }
    readRange(source, 0, most, abortController.signal).then(
      (bytes) => done({ step: 'ready', bytes }),
      (thrown: unknown) => done({ step: 'failed', error: presentError(thrown) }),
    )
    return () => abortController.abort()
  }, [source, most])
  return read?.source === source && read.most === most ? read.file : reading
}
