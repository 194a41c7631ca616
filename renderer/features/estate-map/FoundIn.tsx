import { Link } from '@tanstack/react-router'
import { placeWords } from '../../../shared/estate-drawing/words.ts'
import type { LinkPlace } from '../../../shared/ipc/estate.ts'
import { RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/api.ts'
import { toPlace } from '../../lib/document-place.ts'

/** The pages of documents by which the user confirmed a role, each with a link to the page; nothing without any. */
export function FoundIn({ places, className }: { places: readonly LinkPlace[]; className: string | undefined }) {
  const connectionId = useConnection().id
  return places.map((place) => (
    <span key={`${place.document_id} ${place.page}`} className={className}>
      Found in{' '}
      {place.state === 'gone' ? (
        placeWords(place)
      ) : (
        <Link {...toPlace(connectionId, place.document_id, { page: place.page, find: '' })}>
          <RecordText>{placeWords(place)}</RecordText>
        </Link>
      )}
    </span>
  ))
}
