import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { SetAsideRecord } from '../../../shared/ipc/records.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { EmptyState } from '../../components/States.tsx'
import { Moment, Quiet, RecordId, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import classes from './set-aside.module.css'

const pageSize = 50

function Entry({ record }: { record: SetAsideRecord }) {
  return (
    <li className={classes.entry}>
      <div className="line">
        <strong>{resourceNames[record.resource].one}</strong>
        {record.id === null ? <Quiet>without an ID</Quiet> : <RecordId id={record.id} of="record" />}
        <span className={classes.seen}>
          <Moment at={record.seen_at} />
        </span>
      </div>
      <p>
        <code>
          <RecordText>{record.field}</RecordText>
        </code>{' '}
        <RecordText>{record.problem}</RecordText>
      </p>
      <details>
        <summary>As received</summary>
        <div className={classes.raw}>
          <CopyButton text={record.json} label="Copy as received" />
          <pre dir="ltr">{record.json}</pre>
        </div>
      </details>
    </li>
  )
}

/** Records that could not be parsed as their resource: stored complete and shown as received. */
export function SetAsidePage() {
  const api = useApi()
  const connection = useConnection()
  const [page, setPage] = useState(0)
  const input = { connectionId: connection.id, offset: page * pageSize, limit: pageSize }
  const query = useQuery({ ...api.setAside.list.queryOptions({ input }), placeholderData: keepPreviousData })
  const total = query.data?.total ?? 0
  const lastPage = Math.max(0, Math.ceil(total / pageSize) - 1)
  // Records that could be read since then have left the list, and this page with them.
  if (query.isSuccess && !query.isPlaceholderData && page > lastPage) setPage(lastPage)
  return (
    <Page title="Records with problems" tags={total > 0 ? <Quiet>{formatCount(total)}</Quiet> : null}>
      <QueryView query={query} label="records with problems">
        {({ records }) =>
          total === 0 ? (
            <EmptyState
              title="No records with problems"
              hint="Every record received could be read. A record that cannot is kept here as received, with the problem."
            />
          ) : (
            <>
              <p className="quiet prose below">
                The service sent these in a form that its API description does not allow. They are kept as received.
                Tell the service’s support which field is wrong.
              </p>
              <ul className={classes.list}>
                {records.map((record) => (
                  <Entry key={record.key} record={record} />
                ))}
              </ul>
              {total > pageSize ? (
                <div className={`line ${classes.pages}`}>
                  <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
                    Previous
                  </Button>
                  <Quiet>
                    Page {page + 1} of {lastPage + 1}
                  </Quiet>
                  <Button variant="default" disabled={page >= lastPage} onClick={() => setPage(page + 1)}>
                    Next
                  </Button>
                </div>
              ) : null}
            </>
          )
        }
      </QueryView>
    </Page>
  )
}
