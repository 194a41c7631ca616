import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi, useConnection } from '../../lib/api.ts'

/**
 * Requests the latest valuations of the opened household or entity. Failures, such as being offline, are not shown here: the page
 * shows when its figures were checked.
 */
export function useFreshValuations(of: 'household' | 'entity', id: string): void {
  const api = useApi()
  const connectionId = useConnection().id
  const queries = useQueryClient()
  const onSettled = () =>
    Promise.all(
      [api.entities.get, api.rollUps, api.valuations].map((part) =>
        queries.invalidateQueries({ queryKey: part.key() }),
      ),
    )
  const meta = { shown: true }
  const household = useMutation(api.households.refreshValuations.mutationOptions({ meta, onSettled })).mutate
  const entity = useMutation(api.entities.refreshValuation.mutationOptions({ meta, onSettled })).mutate
  useEffect(() => {
    const ask = of === 'household' ? household : entity
    ask({ connectionId, id })
  }, [of, id, connectionId, household, entity])
}
