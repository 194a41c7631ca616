import { Link } from '@tanstack/react-router'
import { formatCount } from '../../../shared/domain/counts.ts'
import { nodeKey } from '../../../shared/domain/estate-map/nodes.ts'
import type { FoundFact, LaterPaperFound } from '../../../shared/ipc/facts.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/api.ts'
import { toPlace } from '../../lib/document-place.ts'
import { mostPapers, otherTrusteesIn, paperWords } from '../../lib/later-papers.ts'
import { scanWords } from '../../lib/scan-words.ts'
import classes from './found-facts.module.css'

type Props = { fact: FoundFact; later: readonly LaterPaperFound[] }

/** The trustees whom amendments and restatements on file name instead of a fact's, each with its sentence. */
export function OtherTrustees({ fact, later }: Props) {
  const connectionId = useConnection().id
  if (fact.kind !== 'trustee') return null
  const naming = later.filter((paper) => otherTrusteesIn(paper, fact.who).length > 0)
  const lines = naming.slice(0, mostPapers).flatMap((paper) =>
    otherTrusteesIn(paper, fact.who).map(({ value, who, place }) => (
      <p key={`${paper.document.id} ${value} ${place.page}`} className={classes.where}>
        {paper.is === 'amendment' ? 'An amendment' : 'A restatement'} names another trustee:{' '}
        {who.length === 0 ? <RecordText>{value}</RecordText> : null}
        {who.map((one, at) => (
          <span key={nodeKey(one)}>
            {at > 0 ? ' or ' : null}
            <RecordLink {...one} />
          </span>
        ))}
        , “<RecordText>{place.sentence}</RecordText>” on{' '}
        <Link {...toPlace(connectionId, paper.document.id, place)}>
          <RecordText>{`page ${formatCount(place.page)} of ${paper.document.name}`}</RecordText>
        </Link>
        . {place.scan === null ? null : `${scanWords(place.scan)} `}Confirm the one who holds the role.
      </p>
    )),
  )
  return (
    <>
      {lines}
      {naming.length > mostPapers ? (
        <p className={classes.where}>
          {formatCount(naming.length - mostPapers)} more on file name another trustee as well.
        </p>
      ) : null}
    </>
  )
}

/** The amendments and restatements on file that may change what a document says: the first of them, and how many more there are. */
export function LaterPapers({ later }: Pick<Props, 'later'>) {
  const more = later.length - mostPapers
  return (
    <>
      {later.slice(0, mostPapers).map((paper) => (
        <p key={paper.document.id} className={`anywhere ${classes.state}`}>
          {paperWords(paper)}: <RecordLink resource="documents" {...paper.document} />
        </p>
      ))}
      {more > 0 ? (
        <p className={classes.state}>
          And {formatCount(more)} more {more === 1 ? 'amendment or restatement' : 'amendments and restatements'} of this
          trust.
        </p>
      ) : null}
    </>
  )
}
