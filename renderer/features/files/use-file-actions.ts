import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FileRef } from '../../../shared/ipc/files.ts'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'

export type ActionResult =
  | { step: 'nothing' }
  | { step: 'opened' }
  | { step: 'saved'; name: string; handle: string }
  | { step: 'failed'; error: PresentedError }

/** Actions on a file that is on this computer, with the result of the last one. */
export function useFileActions(file: FileRef) {
  const api = useApi()
  const connectionId = useConnection().id
  const [result, setResult] = useState<ActionResult>({ step: 'nothing' })
  const shown = {
    meta: { shown: true },
    onError: (thrown: Error) => setResult({ step: 'failed', error: presentError(thrown) }),
  }
  const open = useMutation(api.files.open.mutationOptions({ ...shown, onSuccess: () => setResult({ step: 'opened' }) }))
  const save = useMutation(
    api.files.saveAs.mutationOptions({
      ...shown,
      onSuccess: (saved) => setResult(saved.file ? { step: 'saved', ...saved.file } : { step: 'nothing' }),
    }),
  )
  const drag = useMutation(api.files.dragOut.mutationOptions(shown))
  const remove = useMutation(api.files.remove.mutationOptions(shown))
  const input = { connectionId, file }
  return {
    result,
    busy: open.isPending || save.isPending || remove.isPending,
    open: () => open.mutate(input),
    save: () => save.mutate(input),
    dragOut: () => drag.mutate(input),
    remove: () => remove.mutate(input),
    dismiss: () => setResult({ step: 'nothing' }),
  }
}

export type FileActions = ReturnType<typeof useFileActions>
