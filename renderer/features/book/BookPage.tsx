import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { OfflineMark } from '../../components/sync-state.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { BalanceSheet } from './BalanceSheet.tsx'
import { Holdings } from './Holdings.tsx'

/** Total holdings of all households of the firm. */
export function BookPage() {
  const connectionId = useConnection().id
  const query = useQuery(useApi().rollUps.book.queryOptions({ input: { connectionId } }))
  return (
    <Page
      title="Whole book"
      aside={
        <>
          <Link to="/c/$connectionId/two-dates" params={{ connectionId }}>
            Compare two dates
          </Link>
          <OfflineMark />
        </>
      }
    >
      <QueryView query={query} label="the whole book">
        {(rollUp) => (
          <>
            <Holdings rollUp={rollUp} of={{ what: 'book' }} />
            <BalanceSheet rollUp={rollUp} />
          </>
        )}
      </QueryView>
    </Page>
  )
}
