import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { Decision, ListedOperation, OutboxCounts } from '../../../shared/ipc/outbox.ts'
import { undoNewestToast } from '../../components/undo/toast-undo.tsx'
import { useUndo } from '../../components/undo/use-undo.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useReadOnlyReason } from '../../lib/policy.ts'

/** Registers the commands to send now, to pause and to undo, on every screen of a connection. */
export function useOutboxCommands(): void {
  const { held, hold, send } = useHoldAll()
  const { open } = useOutboxCounts()
  const readOnly = useReadOnlyReason()
  const { undo } = useUndo()
  // Offered always: when it is too late, it says so.
  useCommand('edit.undo', () => {
    if (!undoNewestToast()) void undo({ latest: true })
  })
  useCommand('outbox.send', readOnly === null && (open > 0 || held) ? send : null)
  useCommand('outbox.hold', held ? null : hold)
}

const pageSize = 50

/** Open writes, oldest first, page by page. */
export function useOpenOperations() {
  const connectionId = useConnection().id
  return useInfiniteQuery(
    useApi().outbox.list.infiniteOptions({
      input: (offset: number) => ({ connectionId, show: 'open' as const, offset, limit: pageSize }),
      initialPageParam: 0,
      getNextPageParam: ({ operations, total }, _pages, offset) =>
        operations.length > 0 && offset + operations.length < total ? offset + operations.length : undefined,
    }),
  )
}

/** The title of the record whose write this one waits for; null if it is not known. */
export function useWaitsForTitle({ waits_for: id }: Pick<ListedOperation, 'waits_for'>): string | null {
  const input = { connectionId: useConnection().id, id: id ?? '' }
  const query = useQuery({ ...useApi().outbox.get.queryOptions({ input }), enabled: id !== null })
  return id === null ? null : (query.data?.operation.title ?? null)
}

/** The most recently closed writes, newest first. */
export function useClosedOperations(limit: number) {
  const input = { connectionId: useConnection().id, show: 'closed' as const, offset: 0, limit }
  return useQuery(useApi().outbox.list.queryOptions({ input }))
}

/** The number of open writes, and of those that need the user; undefined while loading. */
export function useKnownCounts(): OutboxCounts | undefined {
  const input = { connectionId: useConnection().id }
  return useQuery(useApi().outbox.counts.queryOptions({ input })).data
}

const none: OutboxCounts = { open: 0, attention: 0 }

/** The same counts, zero while loading. */
export const useOutboxCounts = (): OutboxCounts => useKnownCounts() ?? none

/** True if the user has paused the connection's outbox; undefined while that is not read. */
export function useAllPaused(): boolean | undefined {
  const input = { connectionId: useConnection().id }
  return useQuery(useApi().outbox.allPaused.queryOptions({ input })).data?.paused
}

/** Pauses all writes, or resumes them and sends those that are ready. */
export function useHoldAll() {
  const api = useApi()
  const connectionId = useConnection().id
  const hold = useMutation(api.outbox.setAllPaused.mutationOptions())
  const send = useMutation(api.outbox.sendNow.mutationOptions())
  const held = useAllPaused()
  return {
    held,
    pending: hold.isPending || send.isPending,
    hold: () => hold.mutate({ connectionId, paused: true }),
    send: () => {
      const sendAll = () => send.mutate({ connectionId })
      if (held) void hold.mutateAsync({ connectionId, paused: false }).then(sendAll, () => {})
      else sendAll()
    },
  }
}

/** The actions on one write. */
export function useOperation({ id }: Pick<ListedOperation, 'id'>) {
  const api = useApi()
  const connectionId = useConnection().id
  const pause = useMutation(api.outbox.setPaused.mutationOptions())
  const decide = useMutation(api.outbox.decide.mutationOptions())
  return {
    pending: pause.isPending || decide.isPending,
    error: decide.error,
    pause: (paused: boolean) => pause.mutate({ connectionId, id, paused }),
    decide: (answer: Decision, done?: () => void) =>
      decide.mutate({ connectionId, id, answer }, { onSuccess: () => done?.() }),
  }
}
