import { Button, SegmentedControl } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { OfflineMark } from '../../components/Freshness.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { PageSkeleton } from '../../components/States.tsx'
import { isAnyUnread, lastComplete, useSyncStatus } from '../../components/sync-state.ts'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { usePresenting } from '../../lib/presenting.ts'
import { localToday } from '../../lib/today.ts'
import { useNow } from '../../lib/use-now.ts'
import { dateBefore, sinceMoment } from '../changes/public.ts'
import { WhoAmI } from '../lists/public.ts'
import { TodaySections } from './TodaySections.tsx'
import classes from './today.module.css'

/** Households in the section about changes. */
const mostChanged = 50

type Whose = 'mine' | 'firm'

/** The first screen of a connection: Today, or the list of households until everything was read once. */
export function HomePage() {
  const connectionId = useConnection().id
  const status = useSyncStatus()
  if (status === undefined) return <PageSkeleton label="Loading" />
  const to = lastComplete(status) === null ? '/c/$connectionId/households' : '/c/$connectionId/today'
  return <Navigate to={to} params={{ connectionId }} replace />
}

/** The page Today: decisions, reviews, old figures, birthdays, and documents that are not on file here. */
export function TodayPage() {
  const api = useApi()
  const connectionId = useConnection().id
  const status = useSyncStatus()
  const complete = status !== undefined && !isAnyUnread(status)
  const me = useQuery(api.places.me.queryOptions({ input: { connectionId } })).data
  const userId = me?.user_id ?? null
  const presenting = usePresenting() !== null
  const [chosen, setChosen] = useState<Whose>('mine')
  const whose = userId === null ? 'firm' : chosen
  const owner = whose === 'mine' ? userId : null
  const input = { connectionId, owner_id: owner }
  const query = useQuery({ ...api.today.get.queryOptions({ input }), enabled: me !== undefined })
  const now = useNow()
  const since = sinceMoment(dateBefore(now, 1), localToday(new Date(now)))
  const changed = useQuery({
    ...api.changes.households.queryOptions({ input: { ...input, since, limit: mostChanged } }),
    enabled: me !== undefined,
  }).data
  const choice = (
    <SegmentedControl
      aria-label="Whose households"
      size="xs"
      value={whose}
      onChange={(value) => setChosen(value as Whose)}
      data={[
        { value: 'mine', label: 'My households' },
        { value: 'firm', label: 'Whole firm' },
      ]}
    />
  )
  return (
    <Page
      title="Today"
      aside={
        <>
          <OfflineMark />
          {userId === null || presenting ? null : choice}
        </>
      }
    >
      {status !== undefined && !complete ? (
        <p className={classes.introduction}>
          Steward has not read all of your firm’s data yet. This page is incomplete until it has.
        </p>
      ) : null}
      {presenting ? <p className={classes.introduction}>Only the presented household.</p> : null}
      {me !== undefined && userId === null && !presenting ? <Introduction /> : null}
      <QueryView query={query} label="today">
        {(answer) => <TodaySections answer={answer} changed={changed} owner={owner} complete={complete} />}
      </QueryView>
    </Page>
  )
}

/** Asks who the user is, once per connection: the sign-in does not tell. */
function Introduction() {
  const api = useApi()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  const [asking, setAsking] = useState(false)
  async function setMe(user_id: string) {
    await api.places.setMe.call({ connectionId, user_id })
    await queries.invalidateQueries({ queryKey: api.places.me.key() })
  }
  return (
    <div className={classes.introduction}>
      <p>This is the whole firm. Tell Steward who you are, and this page starts with your households.</p>
      <Button variant="default" onClick={() => setAsking(true)}>
        Choose who I am
      </Button>
      {asking ? <WhoAmI onMe={setMe} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}
