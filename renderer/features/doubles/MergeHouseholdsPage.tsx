import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { useApi, useClient, useConnection } from '../../lib/api.ts'
import classes from './doubles.module.css'
import { MergeForm, Names, useAfterMerge, useSeen } from './MergeForm.tsx'

type Compared = ContractOutputs['doubles']['compareHouseholds']
type Household = Compared['one']
type Side = Household & { confirm: string }

/** The kinds of records that the service moves to no other household, in the order in which they are moved by hand. */
const kinds = ['documents', 'document-summaries', 'individuals', 'entities'] as const

type Kind = (typeof kinds)[number]

/** The section of a household's page that lists all records of a kind. */
const sections: Record<Kind, string> = {
  documents: 'documents',
  'document-summaries': 'summaries',
  individuals: 'people',
  entities: 'estate',
}

/** How a record of each kind gets to the household that stays. */
const ways: Record<Kind, (there: ReactNode) => ReactNode> = {
  documents: (there) => <>By hand: download each file, add it to {there}, and delete it here.</>,
  'document-summaries': (there) => (
    <>By hand: a summary stays with its document. Copy the text that is worth keeping to {there}.</>
  ),
  individuals: (there) => (
    <>
      By hand: add each person to {there}, and delete them here. For one who is there already, merge the two as people,
      once their documents are there.
    </>
  ),
  entities: () => <>By your service’s support: no program can move an entity to another household.</>,
}

function ByHand({ goes, stays }: { goes: Household; stays: Household }) {
  const connectionId = useConnection().id
  const there = <RecordLink resource="households" id={stays.id} name="the household that stays" />
  const present = kinds.filter((kind) => goes[kind].total > 0)
  if (present.length === 0) return <p>Nothing is left in the household that goes, as far as this computer knows.</p>
  return (
    <ol className={classes.steps} aria-label="What must be moved by hand">
      {present.map((kind) => {
        const { total, first } = goes[kind]
        const { one, many } = resourceNames[kind]
        return (
          <li key={kind}>
            <Link to="/c/$connectionId/households/$id" params={{ connectionId, id: goes.id }} hash={sections[kind]}>
              {countOf(total, one.toLowerCase(), many.toLowerCase())}
            </Link>
            . {ways[kind](there)}
            <Names resource={kind} first={first} total={total} />
          </li>
        )
      })}
    </ol>
  )
}

/** The records that keep the other household from being deleted. */
const leftIn = ({ documents, individuals, entities }: Household) => documents.total + individuals.total + entities.total

/** In words, everything that only this computer stores of the household that goes; empty if there is nothing. */
function ownWords({ own }: Side): string[] {
  const counted = (count: number, one: string, many: string) => (count > 0 ? [countOf(count, one, many)] : [])
  return [
    ...counted(own.meetings, 'meeting', 'meetings'),
    ...counted(own.dates, 'own date', 'own dates'),
    ...counted(own.roles, 'role', 'roles'),
    ...counted(own.exceptions, 'exception from a rule', 'exceptions from rules'),
    ...counted(own.apart, '“Not the same”', '“Not the same” marks'),
    ...(own.has_amount ? ['the amount its estate is compared with'] : []),
    ...(own.is_favorite ? ['the favorite'] : []),
  ]
}

function Moves({ keep, drop, fields }: { keep: Side; drop: Side; fields: JsonFields }) {
  const own = ownWords(drop)
  const left = leftIn(drop)
  const clashes = [
    keep.own.has_amount && drop.own.has_amount ? 'the household that stays keeps its own amount' : '',
    keep.own.exceptions > 0 && drop.own.exceptions > 0
      ? 'a rule that both are left out of keeps the reason that stays'
      : '',
  ].filter((one) => one !== '')
  return (
    <>
      <p className={classes.way} hidden={left === 0}>
        The service has no way to move people, entities or documents to another household. What is listed here must be
        moved by hand. Until then the other household is kept, and the merge waits in the Outbox. Save the merge before
        you move anything: the pair is listed only while one person is in both.
      </p>
      <ByHand goes={drop} stays={keep} />
      <ul>
        <li>
          By Steward, first: the values chosen above.
          {fields.external_id === undefined ? null : ' The external ID follows after the deletion: no two may have it.'}
        </li>
        {own.length > 0 ? (
          <li>
            By Steward, last, on this computer: {own.join(', ')}.
            {clashes.length > 0 ? ` Of what both have, ${clashes.join(', and ')}.` : null}
          </li>
        ) : null}
        <li>
          Not moved: the history of changes, with what of it you looked at
          {drop.own.is_pinned ? ', and the mark for travel: prepare the household that stays' : null}.
        </li>
        <li>
          {left > 0
            ? `The other household is deleted only when the service lists none of these ${countOf(left, 'record', 'records')} in it any more.`
            : 'Only then the other household is deleted.'}{' '}
          The service cannot bring it back.
        </li>
      </ul>
    </>
  )
}

/** A merge of the two that was saved before: its page goes on, and this one says how each record is moved. */
function Saved({ goes, stays, operationId }: { goes: Household; stays: Household; operationId: string }) {
  const connectionId = useConnection().id
  return (
    <Section title="What is moved by hand">
      <p>
        The merge of these two is saved.{' '}
        <Link to="/c/$connectionId/outbox/$operationId" params={{ connectionId, operationId }}>
          Open the merge
        </Link>{' '}
        to go on with it.
      </p>
      <ByHand goes={goes} stays={stays} />
    </Section>
  )
}

function Merge({ compared }: { compared: Compared }) {
  const connectionId = useConnection().id
  const client = useClient()
  const { seen, onError } = useSeen(compared, () =>
    client.doubles.compareHouseholds({ connectionId, one_id: compared.one.id, other_id: compared.other.id }),
  )
  const { one, other } = seen
  const after = useAfterMerge('households')
  const save = useMutation(
    useApi().doubles.mergeHouseholds.mutationOptions({
      meta: { shown: true },
      onError,
      onSuccess: (saved, { drop_id }) => after(saved, (drop_id === one.id ? one : other).name),
    }),
  )
  const sideOf = (side: Household): Side => ({ ...side, confirm: side.name })
  return (
    <MergeForm
      resource="households"
      sides={[sideOf(one), sideOf(other)]}
      keepFirst={leftIn(sideOf(other)) > leftIn(sideOf(one)) ? other.id : one.id}
      title="What is moved by hand, and what Steward does"
      moves={(keep, drop, fields) => <Moves {...{ keep, drop, fields }} />}
      note="Until it is sent it can be undone. Without a network it waits in the Outbox, and while records are left it waits there as well."
      save={{
        ...save,
        mutate: (confirmed) => {
          const goes = confirmed.drop_id === one.id ? one : other
          const { individuals, entities, documents, own } = goes
          const listed = { individuals, entities, documents, 'document-summaries': goes['document-summaries'], own }
          save.mutate({ connectionId, ...confirmed, seen: { ...confirmed.seen, listed } })
        },
      }}
    />
  )
}

/** Two households of one family side by side, and the merge of them. */
export function MergeHouseholdsPage() {
  const { oneId = '', otherId = '' } = useParams({ strict: false })
  const connectionId = useConnection().id
  const input = { connectionId, one_id: oneId, other_id: otherId }
  // Roles, dates and meetings may be noted between two openings: each reads them.
  const query = useQuery({ ...useApi().doubles.compareHouseholds.queryOptions({ input }), gcTime: 0 })
  return (
    <Page
      title="Merge two households"
      crumbs={[{ label: 'Possible duplicates', to: '/c/$connectionId/doubles', params: { connectionId } }]}
    >
      <QueryView query={query} label="comparison">
        {(compared) => {
          const { one, other } = compared
          if (other.merging !== null) return <Saved goes={other} stays={one} operationId={other.merging} />
          if (one.merging !== null) return <Saved goes={one} stays={other} operationId={one.merging} />
          return <Merge key={`${oneId} ${otherId}`} compared={compared} />
        }}
      </QueryView>
    </Page>
  )
}
