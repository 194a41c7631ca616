import { skipToken, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../../shared/domain/counts.ts'
import { nodeKey } from '../../../shared/domain/estate-map/nodes.ts'
import { knownRole } from '../../../shared/domain/roles/role-names.ts'
import { placeWords } from '../../../shared/estate-drawing/words.ts'
import type { EstateLink, LinkPlace } from '../../../shared/ipc/estate.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { toPlace } from '../../lib/document-place.ts'
import { mostPapers, otherTrusteesIn, paperWords } from '../../lib/later-papers.ts'
import { useForbidden } from '../../lib/policy.ts'

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

/**
 * The amendments and restatements on file that may be later than every document by which the user confirmed a trustee, and that name another
 * one; nothing for another role.
 */
export function LaterTrustees({ link, className }: { link: EstateLink; className: string | undefined }) {
  const api = useApi()
  const connectionId = useConnection().id
  const forbidden = useForbidden('facts.laterOf')
  const isAsked = forbidden === null && knownRole(link.role) === 'Trustee'
  const known = link.found_in.filter(({ state }) => state !== 'gone').map(({ document_id }) => document_id)
  const read = useQueries({
    queries: [...new Set(known)].map((document_id) =>
      api.facts.laterOf.queryOptions({ input: isAsked ? { connectionId, document_id } : skipToken }),
    ),
  })
  const [first = [], ...rest] = read.map(({ data }) => data?.later ?? [])
  const found = first.filter(
    (paper) =>
      otherTrusteesIn(paper, [link.from]).length > 0 &&
      rest.every((later) => later.some(({ document }) => document.id === paper.document.id)),
  )
  const more = found.length - mostPapers
  return (
    <>
      {found.slice(0, mostPapers).map((paper) => (
        <span key={paper.document.id} className={className}>
          {paperWords(paper)}, and names{' '}
          {otherTrusteesIn(paper, [link.from]).map(({ value, who, place }, at) => (
            <span key={`${value} ${place.page}`}>
              {at > 0 ? ', and ' : null}
              {who.length === 0 ? <RecordText>{value}</RecordText> : null}
              {who.map((one, n) => (
                <span key={nodeKey(one)}>
                  {n > 0 ? ' or ' : null}
                  <RecordLink {...one} />
                </span>
              ))}{' '}
              on{' '}
              <Link {...toPlace(connectionId, paper.document.id, place)}>
                <RecordText>{`page ${formatCount(place.page)} of ${paper.document.name}`}</RecordText>
              </Link>
            </span>
          ))}
        </span>
      ))}
      {more > 0 ? (
        <span className={className}>{formatCount(more)} more on file name another trustee as well.</span>
      ) : null}
    </>
  )
}
