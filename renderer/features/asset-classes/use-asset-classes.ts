import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { foldLetters } from '../../../shared/domain/fold.ts'
import type { KnownAssetClass } from '../../../shared/ipc/asset-classes.ts'
import { useApi, useConnection } from '../../lib/api.ts'

/**
 * The directory of asset classes. If an entity is given, its classes come first.
 *
 * @param meta - with a `part`, for a screen that does not say itself that they could not be read
 */
export function useAssetClasses(entityId?: string, meta: { part?: string } = {}) {
  const api = useApi()
  const input = { connectionId: useConnection().id, ...(entityId === undefined ? {} : { entity_id: entityId }) }
  return useQuery(api.assetClasses.list.queryOptions({ input, meta }))
}

/** Changes to the directory, which refetch the lists that show it. The caller shows failures. */
export function useClassChanges() {
  const api = useApi()
  const queries = useQueryClient()
  const options = {
    meta: { shown: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: api.assetClasses.key() }),
  }
  return {
    add: useMutation(api.assetClasses.add.mutationOptions(options)),
    addAll: useMutation(api.assetClasses.addAll.mutationOptions(options)),
    forget: useMutation(api.assetClasses.forget.mutationOptions(options)),
    exportFile: useMutation(api.assetClasses.exportFile.mutationOptions({ meta: { shown: true } })),
  }
}

/** Classes whose name or id contains every word, in the order of the directory. */
export function matchingClasses(classes: readonly KnownAssetClass[], text: string): KnownAssetClass[] {
  const words = foldLetters(text).split(/\s+/).filter(Boolean)
  return classes.filter(({ id, name }) => {
    const within = foldLetters(`${name} ${id}`)
    return words.every((word) => within.includes(word))
  })
}
