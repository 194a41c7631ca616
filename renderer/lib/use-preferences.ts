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
