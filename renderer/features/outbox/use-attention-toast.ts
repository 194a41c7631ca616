import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { needsAttention } from '../../../shared/domain/operation-rules.ts'
import { sayAction, sayState } from '../../../shared/domain/operation-words.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { useApi, useConnection } from '../../lib/api.ts'
import { presentingNow, usePresenting } from '../../lib/presenting.ts'
import { useKnownCounts } from './use-outbox.ts'

const mostAsked = 500

const titleOf = (asking: readonly ListedOperation[], attention: number) => {
  const [first, ...more] = asking
  if (first && more.length === 0) return `${sayAction(first)}: ${first.title}`
  return attention === 1
    ? 'A change needs your decision'
    : `${attention.toLocaleString('en-US')} changes need your decision`
}

/**
 * Shows a toast when a write starts to need the user, until one is decided. Writes that did so before this window opened, or while a household
 * was presented, are counted in the sidebar: a toast would name or count what is not shown while presenting.
 */
export function useAttentionToast(): void {
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const attention = useKnownCounts()?.attention
  const known = useRef<{ connectionId: string; attention: number } | null>(null)
  const isPresenting = usePresenting() !== null
  useEffect(() => {
    if (attention === undefined || isPresenting) return
    const before = known.current?.connectionId === connectionId ? known.current.attention : null
    known.current = { connectionId, attention }
    // The toast may be about what was decided.
    if (before !== null && attention < before) notifications.hide('outbox-attention')
    if (before === null || attention <= before) return
    const input = { connectionId, show: 'open' as const, offset: 0, limit: mostAsked }
    const say = (operations: readonly ListedOperation[]) => {
      // Presenting may have begun while the list was read.
      if (presentingNow() !== null) return
      const asking = operations.filter(needsAttention)
      const [first] = asking
      const one = asking.length === 1 && first
      notifications.show({
        id: 'outbox-attention',
        title: titleOf(asking, attention),
        message: one ? `${sayState(first)}. Click to open it.` : 'Click to open the outbox.',
        color: 'yellow',
        autoClose: 10_000,
        style: { cursor: 'pointer' },
        onClick: () => {
          notifications.hide('outbox-attention')
          if (one)
            void navigate({
              to: '/c/$connectionId/outbox/$operationId',
              params: { connectionId, operationId: first.id },
            })
          else void navigate({ to: '/c/$connectionId/outbox', params: { connectionId } })
        },
      })
    }
    // Fetch again: the cached list may predate the question.
    void queries.fetchQuery({ ...api.outbox.list.queryOptions({ input }), staleTime: 0 }).then(
      ({ operations }) => say(operations),
      () => say([]),
    )
  }, [attention, isPresenting, connectionId, api, queries, navigate])
}
