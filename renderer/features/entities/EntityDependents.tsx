import type { UseQueryResult } from '@tanstack/react-query'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { ErrorState } from '../../components/States.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import classes from './entities.module.css'

type Dependents = ContractOutputs['outbox']['entityDependents']

/** The most documents that are listed by name. */
const mostNamed = 8

const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`

/** The records that are deleted with an entity, as far as this computer knows them. */
export function EntityDependents({ query }: { query: UseQueryResult<Dependents, Error> }) {
  if (!query.data)
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Quiet>Looking for related records…</Quiet>
    )
  const { valuation, documents, summaries } = query.data
  const rest = documents.length - mostNamed
  return (
    <div>
      <p>Also deleted, as far as this computer knows:</p>
      <ul className={classes.dependents} aria-label="Also deleted">
        <li>{valuation ? 'its valuations' : 'no valuation known here'}</li>
        <li>
          {documents.length === 0 ? 'no document' : many(documents.length, 'document', 'documents')}
          {documents.length === 0 ? null : (
            <ul>
              {documents.slice(0, mostNamed).map(({ id, title }) => (
                <li key={id}>
                  <RecordText>{title}</RecordText>
                </li>
              ))}
              {rest > 0 ? <li>and {rest.toLocaleString('en-US')} more</li> : null}
            </ul>
          )}
        </li>
        <li>{summaries === 0 ? 'no document summary' : many(summaries, 'document summary', 'document summaries')}</li>
      </ul>
    </div>
  )
}
