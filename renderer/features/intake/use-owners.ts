import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi, useConnection } from '../../lib/api.ts'

export type Choice = { value: string; label: string }

/** The possible owners of a household's documents. */
export type Owners = { title: string; entities: readonly Choice[]; individuals: readonly Choice[] }

/** The household's name, its entities and its individuals. Its id is used until the name is known. */
export function useOwners(householdId: string): Owners {
  const input = { connectionId: useConnection().id, id: householdId }
  const { data } = useQuery(useApi().households.get.queryOptions({ input }))
  return useMemo(() => {
    const choice = ({ id, title }: { id: string; title: string }) => ({ value: id, label: title.trim() || id })
    return {
      title: data?.title ?? householdId,
      entities: data?.entities.map(choice) ?? [],
      individuals: data?.individuals.map(choice) ?? [],
    }
  }, [data, householdId])
}
