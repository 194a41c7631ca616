import { useEffect, useState } from 'react'
import { type PresentedError, presentError } from '../../../lib/present-error.ts'
import { type FileSource, readRange } from './file-source.ts'

export type WholeFile =
  | { step: 'reading' }
  | { step: 'ready'; bytes: Uint8Array<ArrayBuffer> }
  | { step: 'failed'; error: PresentedError }

/** A file's first bytes, at most `most`, for as long as its view is mounted. */
export function useWholeFile(source: FileSource, most: number): WholeFile {
  const [state, setState] = useState<WholeFile>({ step: 'reading' })
  useEffect(() => {
    const leaving = new AbortController()
    setState({ step: 'reading' })
    readRange(source, 0, most, leaving.signal).then(
      (bytes) => setState({ step: 'ready', bytes }),
      (thrown: unknown) => {
        if (!leaving.signal.aborted) setState({ step: 'failed', error: presentError(thrown) })
      },
    )
    return () => leaving.abort()
  }, [source, most])
  return state
}
