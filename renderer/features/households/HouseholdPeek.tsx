import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../../shared/domain/counts.ts'
import { localToday } from '../../../shared/domain/days.ts'
import { ageInYears } from '../../../shared/domain/figure-age.ts'
import { LongText } from '../../components/LongText.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { PartError } from '../../components/States.tsx'
import { isUnread, useSyncStatus } from '../../components/sync-state.tsx'
import { NoneOf } from '../../components/Unread.tsx'
import { Quiet, Tag } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { explanationOf, presentError } from '../../lib/present-error.ts'
import { useNow } from '../../lib/use-now.ts'
import { rolesOf } from '../records/public.ts'
import { Missing } from './Brief.tsx'
import classes from './households.module.css'

const mostPeople = 8

/** Beside a list: a household's notes, the documents that are possibly missing, and its people, read when the household is looked at. */
export function HouseholdPeek({ id }: { id: string }) {
  const api = useApi()
  const connectionId = useConnection().id
  const { data: detail, error } = useQuery(api.households.get.queryOptions({ input: { connectionId, id } }))
  const query = useQuery(api.today.filed.queryOptions({ input: { connectionId, household_id: id } }))
  const filed = query.data
  const status = useSyncStatus()
  const today = localToday(new Date(useNow()))
  if (error) return <p className="note">Notes and people: {explanationOf(presentError(error))}</p>
  if (!detail) return null
  const { record, individuals, counts } = detail
  const isRead = (['individuals', 'entities', 'documents'] as const).every(
    (resource) => status !== undefined && !isUnread(status, resource),
  )
  const shown = individuals.slice(0, mostPeople)
  const rest = counts.individuals - shown.length
  return (
    <div>
      {record.notes ? (
        <>
          <h3 className={classes.generation}>Notes</h3>
          <div className={classes.cutNotes}>
            <LongText text={record.notes} />
          </div>
        </>
      ) : (
        <Quiet>No notes.</Quiet>
      )}
      {filed === undefined && query.isError ? (
        <PartError what="Missing documents" onRetry={() => void query.refetch()} />
      ) : null}
      {isRead && filed ? (
        <Missing missing={filed.missing} source={filed.source} household={id} name={detail.title} />
      ) : null}
      <h3 className={classes.generation}>People</h3>
      {shown.length === 0 ? (
        <NoneOf resource="individuals">
          <Quiet>No one yet.</Quiet>
        </NoneOf>
      ) : (
        <ul className={classes.points} aria-label="People">
          {shown.map((person) => {
            const age = person.is_deceased ? null : ageInYears(person.date_of_birth, today)
            const roles = rolesOf(person).join(', ')
            return (
              <li key={person.id}>
                <RecordLink resource="individuals" id={person.id} name={person.title} />
                {age === null ? null : <> · {age}</>} {person.is_deceased ? <Tag>Deceased</Tag> : null}
                {roles === '' ? null : <Quiet> {roles}</Quiet>}
              </li>
            )
          })}
          {rest > 0 ? <li className="quiet">and {formatCount(rest)} more</li> : null}
        </ul>
      )}
    </div>
  )
}
