import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../components/QueryView.tsx'
import { Section } from '../../components/Section.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { BalanceSheet, Holdings } from '../book/public.ts'
import { useFreshValuations } from '../valuations/public.ts'

function useRollUp(id: string) {
  const connectionId = useConnection().id
  return useQuery(useApi().rollUps.household.queryOptions({ input: { connectionId, id } }))
}

/** What the household holds directly, in one figure with its shares and its age. */
export function HouseholdHoldings({ id }: { id: string }) {
  useFreshValuations('household', id)
  return (
    <QueryView query={useRollUp(id)} label="directly held total">
      {(rollUp) => <Holdings rollUp={rollUp} of={{ what: 'household', id }} />}
    </QueryView>
  )
}

/** The balance sheet of the household: what its entities hold directly. */
export function Estate({ id }: { id: string }) {
  return (
    <Section title="Balance sheet" anchor="estate">
      <QueryView query={useRollUp(id)} label="balance sheet">
        {(rollUp) => <BalanceSheet rollUp={rollUp} />}
      </QueryView>
    </Section>
  )
}
