import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'

const rowHeights = { comfortable: 32, compact: 26 } as const

/** Row density of all lists; stored for the whole app on this computer. */
export function useDensity() {
  const api = useApi()
  const queries = useQueryClient()
  const density = useQuery(api.app.getPreferences.queryOptions({ input: {} })).data?.density ?? 'comfortable'
  const { mutate } = useMutation(
    api.app.setPreferences.mutationOptions({
      onSuccess: (saved) => queries.setQueryData(api.app.getPreferences.queryKey({ input: {} }), saved),
    }),
  )
  return {
    density,
    /** In pixels. */
    rowHeight: rowHeights[density],
    setDensity: (wanted: keyof typeof rowHeights) => mutate({ density: wanted }),
  }
}
