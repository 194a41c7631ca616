import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { EmptyState } from '../../components/States.tsx'
import { isAnyUnread, OfflineMark, useSyncStatus } from '../../components/sync-state.tsx'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { CalendarDate, Moment, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import classes from './doubles.module.css'

type Found = ContractOutputs['doubles']['list']
type PersonPair = Found['people']['pairs'][number]
type HouseholdPair = Found['households']['pairs'][number]

const mostShown = 200

/** Remembers that two records are not the same; the toast takes it back. */
function useSetApart(resource: 'households' | 'individuals', name: string) {
  const api = useApi()
  const connectionId = useConnection().id
  const queries = useQueryClient()
  const reason = useForbidden('doubles.setApart')
  // Other screens and windows read the pairs again when the event of this change arrives.
  const refresh = () => queries.invalidateQueries({ queryKey: api.doubles.key() })
  const { mutate, isPending } = useMutation(api.doubles.setApart.mutationOptions({ onSuccess: refresh }))
  // The line of the pair goes away before the refresh ends, so the toast is the mutation's own.
  const remember = useMutation(
    api.doubles.setApart.mutationOptions({
      onSuccess: (_, pair) => {
        toastUndo('apart-undo', { title: 'Not the same', text: <RecordText>{name}</RecordText> }, () =>
          mutate({ ...pair, apart: false }),
        )
        return refresh()
      },
    }),
  )
  return {
    ...{ reason, isPending: isPending || remember.isPending },
    setApart: (one: string, other: string) =>
      remember.mutate({ connectionId, resource, one_id: one, other_id: other, apart: true }),
  }
}

function NotTheSame({
  one,
  other,
  resource,
}: {
  one: { id: string; name: string }
  other: { id: string }
  resource: 'households' | 'individuals'
}) {
  const { reason, isPending, setApart } = useSetApart(resource, one.name)
  return (
    <ReasonedButton
      reason={reason}
      variant="subtle"
      size="compact-sm"
      aria-label={`Not the same: ${one.name}`}
      loading={isPending}
      onClick={() => setApart(one.id, other.id)}
    >
      Not the same
    </ReasonedButton>
  )
}

const shares: Record<PersonPair['by'][number], string> = {
  birth: 'same date of birth',
  email: 'same e-mail address',
  household: 'same household',
}

/** Names the fields that both share, then those that speak against one person. */
function sharedAndDifferent({ one, other, by }: PersonPair): string {
  const isDifferent = (left: string | null, right: string | null) =>
    Boolean(left) && Boolean(right) && left?.toLowerCase() !== right?.toLowerCase()
  const different = [
    isDifferent(one.date_of_birth, other.date_of_birth) ? 'different dates of birth' : null,
    isDifferent(one.email, other.email) ? 'different e-mail addresses' : null,
  ].filter((each) => each !== null)
  const same = `Same name, ${by.map((share) => shares[share]).join(', ')}`
  return different.length > 0 ? `${same}; ${different.join(', ')}` : same
}

function Side({ person }: { person: PersonPair['one'] }) {
  const { id, name, household, date_of_birth: born, email } = person
  return (
    <div className={classes.side}>
      <strong>
        <RecordLink resource="individuals" id={id} name={name} />
      </strong>
      <span>
        {household ? (
          <RecordLink resource="households" id={household.id} name={household.name} />
        ) : (
          <Quiet>No household</Quiet>
        )}
      </span>
      <span>{born ? <CalendarDate date={born} /> : <Quiet>No date of birth</Quiet>}</span>
      <span>{email ? <RecordText>{email}</RecordText> : <Quiet>No e-mail</Quiet>}</span>
    </div>
  )
}

function PairOfPeople({ pair: { one, other, by } }: { pair: PersonPair }) {
  const connectionId = useConnection().id
  return (
    <li className={classes.pair}>
      <div className={classes.sides}>
        <Side person={one} />
        <Side person={other} />
      </div>
      <p className={`note ${classes.by}`}>{sharedAndDifferent({ one, other, by })}</p>
      <div className="wrap">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Compare and merge: ${one.name}`}
          renderRoot={(props) => (
            <Link
              to="/c/$connectionId/doubles/$oneId/$otherId"
              params={{ connectionId, oneId: one.id, otherId: other.id }}
              {...props}
            />
          )}
        >
          Compare and merge…
        </Button>
        <NotTheSame one={one} other={other} resource="individuals" />
      </div>
    </li>
  )
}

/** Both have one name: the group is named by what else is known of the household. */
function HouseholdSide({ household }: { household: HouseholdPair['one'] }) {
  const { id, name, primaries, city, people, created_at } = household
  const label = useId()
  const [who, where, rest] = [`${label}-who`, `${label}-where`, `${label}-rest`]
  return (
    <article className={classes.side} aria-labelledby={`${who} ${where} ${rest}`}>
      <strong>
        <RecordLink resource="households" id={id} name={name} />
      </strong>
      <span id={who}>{primaries ? <RecordText>{primaries}</RecordText> : <Quiet>No primary client</Quiet>}</span>
      <span id={where}>{city ? <RecordText>{city}</RecordText> : <Quiet>No city</Quiet>}</span>
      <span id={rest}>
        {countOf(people, 'person', 'people')}, created <Moment at={created_at} />
      </span>
    </article>
  )
}

function PairOfHouseholds({ pair: { one, other, people } }: { pair: HouseholdPair }) {
  const connectionId = useConnection().id
  return (
    <li className={classes.pair}>
      <div className={classes.sides}>
        <HouseholdSide household={one} />
        <HouseholdSide household={other} />
      </div>
      <p className={`note ${classes.by}`}>
        {countOf(people, 'pair of people may be one person', 'pairs of people may be one person each')}
      </p>
      <div className="wrap">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Compare and merge: ${one.name}`}
          renderRoot={(props) => (
            <Link
              to="/c/$connectionId/doubles/households/$oneId/$otherId"
              params={{ connectionId, oneId: one.id, otherId: other.id }}
              {...props}
            />
          )}
        >
          Compare and merge…
        </Button>
        <NotTheSame one={one} other={other} resource="households" />
      </div>
    </li>
  )
}

/** People and households that may be recorded twice, side by side. */
export function DoublesPage() {
  const connectionId = useConnection().id
  const query = useQuery(useApi().doubles.list.queryOptions({ input: { connectionId, of: null, limit: mostShown } }))
  const status = useSyncStatus()
  return (
    <Page title="Possible duplicates" aside={<OfflineMark />}>
      <QueryView query={query} label="possible duplicates">
        {({ people, households }) => (
          <>
            {status === undefined || isAnyUnread(status) ? (
              <p className="note">Not all records were read yet, so some pairs may be missing.</p>
            ) : null}
            {people.total + households.total === 0 ? (
              <EmptyState
                title="No possible duplicates."
                hint="Compared are names with dates of birth, e-mail addresses and households."
              />
            ) : null}
            {people.total > 0 ? (
              <Section title={countOf(people.total, 'pair of people', 'pairs of people')}>
                <ul className={`plain-list ${classes.pairs}`} aria-label="Pairs of people">
                  {people.pairs.map((pair) => (
                    <PairOfPeople key={`${pair.one.id} ${pair.other.id}`} pair={pair} />
                  ))}
                </ul>
                {people.total > people.pairs.length ? (
                  <p className="note">The first {people.pairs.length} are shown. The others follow as you decide.</p>
                ) : null}
              </Section>
            ) : null}
            {households.total > 0 ? (
              <Section title={countOf(households.total, 'pair of households', 'pairs of households')}>
                <ul className={`plain-list ${classes.pairs}`} aria-label="Pairs of households">
                  {households.pairs.map((pair) => (
                    <PairOfHouseholds key={`${pair.one.id} ${pair.other.id}`} pair={pair} />
                  ))}
                </ul>
              </Section>
            ) : null}
          </>
        )}
      </QueryView>
    </Page>
  )
}
