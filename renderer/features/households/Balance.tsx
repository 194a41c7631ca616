import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../components/QueryView.tsx'
import { Section } from '../../components/Section.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { BalanceSheet } from '../book/public.ts'
import { useFreshValuations } from '../valuations/public.ts'

/** The balance sheet of the household: what its entities hold directly, and the age of these figures. */
export function Balance({ id }: { id: string }) {
  const connectionId = useConnection().id
  useFreshValuations('household', id)
  const query = useQuery(useApi().rollUps.household.queryOptions({ input: { connectionId, id } }))
  return (
    <Section title="Balance sheet">
      <QueryView query={query} label="balance sheet">
        {(rollUp) => <BalanceSheet rollUp={rollUp} of={{ what: 'household', id }} />}
      </QueryView>
    </Section>
  )
}
