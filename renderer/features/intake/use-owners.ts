import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { noMatches } from '../../components/forms/searched-options.ts'
import { useApi, useConnection } from '../../lib/api.ts'

export type Choice = { value: string; label: string }

/** The choices of a field; `none` is said where none of them matches. */
export type Choices = { list: readonly Choice[]; none: string; isRead: boolean }

/** The possible owners of a household's documents. */
export type Owners = { title: string; entities: Choices; individuals: Choices }

/** The household's name, its entities and its individuals. Its id is used until the name is known. */
export function useOwners(householdId: string): Owners {
  const input = { connectionId: useConnection().id, id: householdId }
  const { data, isError } = useQuery(useApi().households.get.queryOptions({ input }))
  return useMemo(() => {
    const about = { none: noMatches({ data, isError }), isRead: data !== undefined }
    const choice = ({ id, title }: { id: string; title: string }) => ({ value: id, label: title.trim() || id })
    return {
      title: data?.title ?? householdId,
      entities: { ...about, list: data?.entities.map(choice) ?? [] },
      individuals: { ...about, list: data?.individuals.map(choice) ?? [] },
    }
  }, [data, isError, householdId])
}
