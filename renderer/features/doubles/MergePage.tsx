import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { countOf } from '../../../shared/domain/counts.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { own } from '../../../shared/lib/json.ts'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { useApi, useClient, useConnection } from '../../lib/api.ts'
import classes from './doubles.module.css'
import { MergeForm, Names, useAfterMerge, useSeen } from './MergeForm.tsx'

type Compared = ContractOutputs['doubles']['compare']
type Side = Compared['one']

const isSameHousehold = (keep: Side, drop: Side) => keep.household?.id === drop.household?.id

/** The most documents that are named. */
const mostNamed = 50

/** The documents that the service keeps in another household than the person that is kept. */
const stuckOf = (keep: Side, drop: Side) => drop.documents.filter((one) => one.household_id !== keep.household?.id)

/** Everything that only this computer stores of the person that goes. */
function ownWords({ roles, dates }: Side): string {
  const rest = 'marks, favorites and confirmed facts'
  const counted = [
    roles > 0 ? countOf(roles, 'role', 'roles') : '',
    dates > 0 ? countOf(dates, 'own date', 'own dates') : '',
  ].filter((one) => one !== '')
  if (counted.length === 0) return `On this computer: ${rest} move.`
  const moves = `On this computer: ${counted.join(' and ')} ${roles + dates === 1 ? 'moves' : 'move'}, with ${rest}.`
  return roles > 0 ? `${moves} A role that both have is kept once.` : moves
}

/** The documents and own data that move, those that nobody can move, and the obstacles. */
function Moves({ keep, drop }: { keep: Side; drop: Side }) {
  const { documents } = drop
  const stuck = stuckOf(keep, drop)
  const moving = documents.filter((one) => !stuck.includes(one))
  return (
    <>
      <ul>
        <li>
          {documents.length === 0
            ? 'There are no documents to move.'
            : `${countOf(moving.length, 'document moves', 'documents move')}, one by one. Each move is checked by a read of the service.`}
          <Names resource="documents" first={moving.slice(0, mostNamed)} total={moving.length} />
        </li>
        <li>{ownWords(drop)}</li>
        <li>
          Summaries stay with their documents. Their text is not changed, so an old spelling of the name may remain.
        </li>
        <li>
          What the service itself decides by the person, such as roles in its entities, cannot be seen or moved here.
        </li>
        {!isSameHousehold(keep, drop) ? (
          <li>The two are in different households. The merge moves neither to another one.</li>
        ) : null}
        <li>Only then the other record is deleted. The service cannot bring it back.</li>
      </ul>
      {stuck.length > 0 ? (
        <div role="alert" className={classes.stuck}>
          <p>
            {countOf(stuck.length, 'document is', 'documents are')} in another household than the person that is kept.
            The service cannot move a document to another household. Upload the file there and delete it here, or set it
            to another person, before you merge.
          </p>
          <ul>
            {stuck.map((one) => (
              <li key={one.id}>
                <RecordLink resource="documents" id={one.id} name={one.name} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  )
}

function Merge({ compared }: { compared: Compared }) {
  const connectionId = useConnection().id
  const client = useClient()
  const { seen, onError } = useSeen(compared, () =>
    client.doubles.compare({ connectionId, one_id: compared.one.id, other_id: compared.other.id }),
  )
  const { one, other } = seen
  const after = useAfterMerge('individuals')
  const save = useMutation(
    useApi().doubles.merge.mutationOptions({
      meta: { shown: true },
      onError,
      onSuccess: (saved, { drop_id }) => after(saved, (drop_id === one.id ? one : other).name),
    }),
  )
  return (
    <MergeForm
      resource="individuals"
      sides={[one, other]}
      keepFirst={other.documents.length > one.documents.length ? other.id : one.id}
      isOffered={(group, keep, drop) =>
        !group.includes('is_primary') || (isSameHousehold(keep, drop) && own(drop.record, 'is_primary') === true)
      }
      title="What moves to the person that is kept"
      moves={(keep, drop) => <Moves keep={keep} drop={drop} />}
      isBlocked={(keep, drop) => stuckOf(keep, drop).length > 0}
      note="Until it is sent it can be undone. Without a network it waits in the Outbox."
      save={{
        ...save,
        mutate: (confirmed) => {
          const { documents, roles, dates } = confirmed.drop_id === one.id ? one : other
          save.mutate({ connectionId, ...confirmed, seen: { ...confirmed.seen, listed: { documents, roles, dates } } })
        },
      }}
    />
  )
}

/** Two records of one person side by side, and the merge of them. */
export function MergePage() {
  const { oneId = '', otherId = '' } = useParams({ strict: false })
  const connectionId = useConnection().id
  const input = { connectionId, one_id: oneId, other_id: otherId }
  // Roles and dates may be noted between two openings: each reads them.
  const query = useQuery({ ...useApi().doubles.compare.queryOptions({ input }), gcTime: 0 })
  return (
    <Page
      title="Merge two people"
      crumbs={[{ label: 'Possible duplicates', to: '/c/$connectionId/doubles', params: { connectionId } }]}
    >
      <QueryView query={query} label="comparison">
        {(compared) => <Merge key={`${oneId} ${otherId}`} compared={compared} />}
      </QueryView>
    </Page>
  )
}
