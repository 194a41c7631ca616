import { Link } from '@tanstack/react-router'
import { formatCount } from '../../../shared/domain/counts.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { nodeKey } from '../../../shared/domain/estate-map/nodes.ts'
import type { FoundFact, LaterPaperFound } from '../../../shared/ipc/facts.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/api.ts'
import { toPlace } from '../../lib/document-place.ts'
import { scanWords } from '../../lib/scan-words.ts'
import classes from './found-facts.module.css'

const doubts = {
  draft: 'may be a draft',
  unsigned: 'may not be signed',
  revoked: 'may be revoked',
  superseded: 'may be superseded',
} as const

function wordsOf({ is, order, date, is_read, states }: LaterPaperFound): string {
  const paper = is === 'amendment' ? 'An amendment' : 'A restatement'
  const doubt = states.length > 0 ? ` that ${states.map((state) => doubts[state]).join(' and ')}` : ''
  if (!is_read) return `${paper} whose text was not read is on file`
  if (date === null) return `${paper}${doubt} is on file, and no date was found in it`
  const day = formatCalendarDate(date)
  if (order === 'later') return `A later ${is} of ${day}${doubt} is on file`
  return `${paper} of ${day}${doubt} is on file; which of the two is later is not known`
}

/** The trustees whom a paper names instead of a fact's; none where it names one of the fact's too. */
function othersOf(fact: FoundFact, { trustees }: LaterPaperFound): LaterPaperFound['trustees'] {
  if (fact.kind !== 'trustee') return []
  const own = new Set(fact.who.map(nodeKey))
  return trustees.some(({ who }) => who.some((one) => own.has(nodeKey(one)))) ? [] : trustees
}

type Props = { fact: FoundFact; later: readonly LaterPaperFound[] }

/** The trustees whom amendments and restatements on file name instead of a fact's, each with its sentence. */
export function OtherTrustees({ fact, later }: Props) {
  const connectionId = useConnection().id
  return later.flatMap((paper) =>
    othersOf(fact, paper).map(({ value, who, place }) => (
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
}

/** The amendments and restatements on file that may change what a document says. */
export const LaterPapers = ({ later }: Pick<Props, 'later'>) =>
  later.map((paper) => (
    <p key={paper.document.id} className={`anywhere ${classes.state}`}>
      {wordsOf(paper)}: <RecordLink resource="documents" {...paper.document} />
    </p>
  ))
