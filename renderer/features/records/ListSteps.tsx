import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatCount } from '../../../shared/domain/counts.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { domainOf, type Resource } from '../../../shared/service/resource.ts'
import { useViewState } from '../../components/data-grid/view-state.ts'
import { useApi } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useConnection } from '../../lib/connection.ts'
import { type ListTrail, lineOfRecord, placeIn, useListTrail } from '../../lib/list-trail.ts'
import classes from './records.module.css'

/** Rows that are read before and after the record's last known place, in which it is looked for. */
const around = 100

function usePlace(trail: ListTrail | null) {
  const api = useApi()
  const offset = Math.max(0, (trail?.index ?? 0) - around)
  const { connectionId = '', query, id = '', index = 0 } = trail ?? {}
  // All lists take the same window; the query was made by the list of this resource.
  const { list } = api[domainOf(trail?.resource ?? 'households')] as Pick<typeof api.households, 'list'>
  const input = { connectionId, ...query, offset, limit: 2 * around } as Parameters<typeof list.call>[0]
  const { data } = useQuery({ ...list.queryOptions({ input }), enabled: trail !== null })
  if (!trail || !data) return null
  return placeIn(
    data.rows.map((row) => row.id),
    { id, index, offset, total: data.total },
  )
}

/** "12 of 41" with the next and previous record of the list from which this one was opened; nothing if there is no such list. */
export function ListSteps({ resource, id }: { resource: Resource; id: string }) {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const { trail, step } = useListTrail()
  const rememberGrid = useViewState((state) => state.rememberGrid)
  const here = trail?.connectionId === connectionId && trail.resource === resource && trail.id === id ? trail : null
  const place = usePlace(here)
  const go = (to: string | null | undefined, by: 1 | -1) => {
    if (!here || !place || !to) return null
    return () => {
      const index = Math.max(0, Math.min(place.total - 1, place.index + by))
      step({ id: to, index, total: place.total })
      rememberGrid(here.listKey, { activeRow: here.groups ? lineOfRecord(here.groups, index) : index, opened: true })
      // Back leads to the list, however many records were stepped through.
      void navigate({ to: `/c/$connectionId/${resource}/$id`, params: { connectionId, id: to }, replace: true })
    }
  }
  const previous = go(place?.previous, -1)
  const next = go(place?.next, 1)
  useCommand('record.previous', previous)
  useCommand('record.next', next)
  if (!here || !place) return null
  const { one } = resourceNames[resource]
  const arrows = [
    { label: `Previous ${one.toLowerCase()}`, keys: '[', run: previous, Face: IconChevronUp },
    { label: `Next ${one.toLowerCase()}`, keys: ']', run: next, Face: IconChevronDown },
  ]
  return (
    <span className={classes.steps}>
      <span>
        {formatCount(Math.min(place.index + 1, place.total))} of {formatCount(place.total)}
      </span>
      {arrows.map(({ label, keys, run, Face }) => (
        <Tooltip key={keys} label={`${label} (${keys})`}>
          <ActionIcon size={24} aria-label={label} disabled={run === null} onClick={() => run?.()}>
            <Face size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      ))}
    </span>
  )
}
