import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useApi, useClient, useConnection } from '../../lib/api.ts'
import { continueVisit, type Visit } from './visit.ts'

const onVisibility = (notify: () => void) => {
  document.addEventListener('visibilitychange', notify)
  return () => document.removeEventListener('visibilitychange', notify)
}

const useIsVisible = (): boolean => useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')

/** The household's changes that are new on this visit of its page; undefined while they are read. */
export function useHouseholdVisit(householdId: string) {
  const connectionId = useConnection().id
  const input = { connectionId, household_id: householdId }
  const options = useApi().changes.household.queryOptions({ input })
  const query = useQuery({ ...options, refetchOnMount: 'always' })
  const { data, isFetchedAfterMount, isFetching } = query
  const [visit, setVisit] = useState<Visit | null>(null)
  // An answer from an earlier visit does not say what is new to this one.
  const next = data && isFetchedAfterMount ? continueVisit(visit, data) : visit
  if (next !== visit) setVisit(next)
  return { householdId, query, visit: next, seen: data, isCurrent: next !== null && !isFetching }
}

export type HouseholdVisit = ReturnType<typeof useHouseholdVisit>

/**
 * Notes that the changes up to a number have been looked at: once in a visit, and again for each newer one.
 *
 * @param newest - the largest number on screen; null while the changes are read
 */
export function useLook({ householdId, visit, isCurrent }: HouseholdVisit, newest: number | null): void {
  const client = useClient()
  const connectionId = useConnection().id
  const isVisible = useIsVisible()
  const noted = useRef(-1)
  // New changes are counted before they are noted as looked at.
  const to = visit === null || newest === null || !isCurrent ? null : Math.max(newest, visit.lookedTo)
  useEffect(() => {
    if (!isVisible || to === null || to <= noted.current) return
    noted.current = to
    // If it cannot be noted, the changes stay new.
    client.changes.look({ connectionId, household_id: householdId, to }).catch(() => undefined)
  }, [client, connectionId, householdId, isVisible, to])
}
