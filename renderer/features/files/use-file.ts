import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import type { FileRef, HeldFile } from '../../../shared/ipc/files.ts'
import type { PendingWork } from '../../../shared/ipc/records.ts'
import { useApi, useClient, useConnection } from '../../lib/api.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'
import { useRun } from '../../lib/use-run.ts'
import { type FileSource, heldSource } from './preview/file-source.ts'

type Document = { record: { id: string }; pending: PendingWork | null }

/** A document's file: at the service, or staged here until it is uploaded. Null until that is known. */
export function useDocumentFile({ record, pending }: Document): FileRef | null {
  const connectionId = useConnection().id
  const local = isLocalId(record.id)
  const creation = pending?.operations[0] ?? ''
  const { data } = useQuery({
    ...useApi().outbox.get.queryOptions({ input: { connectionId, id: creation } }),
    enabled: local && creation !== '',
  })
  if (!local) return { kind: 'document', id: record.id }
  const staged = data?.operation.file?.staged_id
  return staged === undefined ? null : { kind: 'staged', id: staged }
}

/** The file as it is on this computer; kept current by events. */
export function useHeld(file: FileRef) {
  const connectionId = useConnection().id
  return useQuery(useApi().files.held.queryOptions({ input: { connectionId, file } }))
}

/** A downloaded file as previews read it. The object changes only if the content or the name does. */
export function useHeldSource({ kind, id }: FileRef, held: HeldFile): FileSource {
  const client = useClient()
  const connectionId = useConnection().id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same digest means the same file, even after a refetch
  return useMemo(
    () => heldSource({ client, connectionId, file: { kind, id }, held }),
    [client, connectionId, kind, id, held.sha256, held.name],
  )
}

type ActionResult =
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

export type FetchState =
  | { step: 'idle' }
  /** In bytes; `total` is null until the service has sent it. */
  | { step: 'fetching'; received: number; total: number | null }
  | { step: 'failed'; error: PresentedError }

/** Downloads one file. Leaving the screen cancels the download, unless it is needed elsewhere too. */
export function useFetch({ kind, id }: FileRef) {
  const client = useClient()
  const connectionId = useConnection().id
  const { state, start, reset } = useRun<FetchState>({ step: 'idle' }, (error) => ({ step: 'failed', error }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset for another file
  useEffect(() => reset, [reset, connectionId, kind, id])
  return {
    state,
    start: (refresh: boolean) =>
      void start(async (show, signal) => {
        show({ step: 'fetching', received: 0, total: null })
        const file = { connectionId, file: { kind, id }, refresh }
        const progress = await client.files.fetch(file, { signal })
        for await (const { received, total } of progress) show({ step: 'fetching', received, total })
        show({ step: 'idle' })
      }),
    /** Cancels the download, or dismisses its error. */
    stop: reset,
  }
}
