import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '../../lib/api.ts'
import { availableCommands } from '../../lib/commands/offers.ts'
import { useConnection } from '../../lib/connection.ts'
import { sectionsFor } from './entries.ts'

const mostHits = 30
const settleMs = 40
const longest = 200

/**
 * The palette's sections for a typed text. The previous results stay until the new ones arrive (`fresh`); an outdated search is
 * cancelled.
 */
export function usePaletteSearch(typed: string) {
  const api = useApi()
  const connectionId = useConnection().id
  const text = typed.trim().slice(0, longest)
  const [settled] = useDebouncedValue(text, settleMs)
  const searching = settled !== '' && text !== ''
  const search = useQuery({
    ...api.search.query.queryOptions({ input: { connectionId, text: settled, limit: mostHits } }),
    enabled: searching,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  const input = { connectionId }
  const recents = useQuery(api.places.recents.queryOptions({ input })).data
  const favourites = useQuery(api.places.favourites.queryOptions({ input })).data
  const hits = search.data?.hits
  const shown = searching ? settled : ''
  const waiting = searching && hits === undefined && !search.isError
  const sections = useMemo(
    () =>
      // Without this, the commands would flash in the place of the hits.
      waiting
        ? []
        : sectionsFor({
            text: shown,
            hits: hits ?? [],
            recents: recents ?? [],
            favourites: favourites ?? [],
            commands: availableCommands().filter(({ id }) => id !== 'palette.open'),
          }),
    [waiting, shown, hits, recents, favourites],
  )
  return {
    /** The text that `sections` belongs to, once fresh. */
    shown,
    sections,
    fresh: shown === text && (!searching || (search.data !== undefined && !search.isPlaceholderData)),
    waiting,
    error: searching ? search.error : null,
    hitCount: searching ? (hits?.length ?? 0) : null,
    mostHits,
  }
}
