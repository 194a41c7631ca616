import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FileRef, HeldFile } from '../../../shared/ipc/files.ts'
import { useApi, useClient } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { type FileSource, heldSource } from './preview/file-source.ts'

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
