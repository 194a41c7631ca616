import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type EveryPreference, everyPreference } from '../../shared/domain/preferences.ts'
import { useApi } from './api.ts'

/** The user's preferences for the whole app, and a function to change them; all windows update. */
export function usePreferences(): { chosen: EveryPreference; choose(change: Partial<EveryPreference>): void } {
  const api = useApi()
  const queries = useQueryClient()
  const { data = {} } = useQuery(api.app.getPreferences.queryOptions({ input: {} }))
  const { mutate } = useMutation(
    api.app.setPreferences.mutationOptions({
      onSuccess: (saved) => queries.setQueryData(api.app.getPreferences.queryKey({ input: {} }), saved),
    }),
  )
  return { chosen: everyPreference(data), choose: (change) => mutate(change) }
}

const rowHeights = { comfortable: 32, compact: 26 } as const

/** Row density of all lists; stored for the whole app on this computer. */
export function useDensity() {
  const {
    chosen: { density },
    choose,
  } = usePreferences()
  return {
    density,
    /** In pixels. */
    rowHeight: rowHeights[density],
    setDensity: (wanted: keyof typeof rowHeights) => choose({ density: wanted }),
  }
}
