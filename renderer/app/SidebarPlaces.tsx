import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { resourceNames } from '../../shared/domain/names.ts'
import type { Place } from '../../shared/ipc/views.ts'
import { resources } from '../../shared/service/resource.ts'
import { RecordText } from '../components/Values.tsx'
import { useApi } from '../lib/api.ts'
import { useConnection } from '../lib/connection.ts'
import classes from './sidebar.module.css'

const mostRecents = 5

function PlaceItem({ place, connectionId }: { place: Place; connectionId: string }) {
  const resource = resources.find((name) => name === place.resource)
  if (!resource) return null
  const kind = resourceNames[resource].one
  return (
    <li>
      <Link
        to={`/c/$connectionId/${resource}/$id`}
        params={{ connectionId, id: place.id }}
        className={classes.place}
        activeProps={{ 'data-active': true }}
        title={`${place.title} (${kind.toLowerCase()})`}
      >
        <RecordText>{place.title.trim() === '' ? place.id : place.title}</RecordText>
        <span className="visually-hidden">({kind.toLowerCase()})</span>
      </Link>
    </li>
  )
}

function Places({ title, places }: { title: string; places: readonly Place[] }) {
  const id = useId()
  const connectionId = useConnection().id
  if (places.length === 0) return null
  return (
    <>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      <ul aria-labelledby={id} className={classes.places}>
        {places.map((place) => (
          <PlaceItem key={place.resource + place.id} place={place} connectionId={connectionId} />
        ))}
      </ul>
    </>
  )
}

/** The favourites, and the recently opened records that are not favourites. */
export function SidebarPlaces() {
  const api = useApi()
  const input = { connectionId: useConnection().id }
  const favourites = useQuery(api.places.favourites.queryOptions({ input })).data ?? []
  const recents = useQuery(api.places.recents.queryOptions({ input })).data ?? []
  const starred = new Set(favourites.map(({ resource, id }) => `${resource}/${id}`))
  const others = recents.filter(({ resource, id }) => !starred.has(`${resource}/${id}`)).slice(0, mostRecents)
  return (
    <>
      <Places title="Favorites" places={favourites} />
      <Places title="Recent" places={others} />
    </>
  )
}
