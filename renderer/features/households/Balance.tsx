import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../components/QueryView.tsx'
import { BalanceSheet } from '../../components/roll-up/BalanceSheet.tsx'
import { Section } from '../../components/Section.tsx'
import { useFreshValuations } from '../../components/use-fresh-valuations.ts'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

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
