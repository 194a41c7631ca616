import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { needsAttention } from '../../../shared/domain/operation-rules.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { moveByLine } from '../../components/line-keys.ts'
import { QueryView } from '../../components/QueryView.tsx'
import { EmptyState } from '../../components/States.tsx'
import { OperationItem } from './OperationItem.tsx'
import { Questions } from './Questions.tsx'
import { sameWhereUnchanged } from './same-where-unchanged.ts'
import { useAllPaused } from './use-all-paused.ts'
import { useOpenOperations, useOutboxCounts } from './use-outbox.ts'

function OpenList({ operations }: { operations: readonly ListedOperation[] }) {
  const allPaused = useAllPaused()
  const titles = new Map(operations.map(({ id, title }) => [id, title]))
  return (
    <ul className="plain-list" aria-label="Pending changes" onKeyDown={moveByLine}>
      {operations.map((operation) => (
        <OperationItem
          key={operation.id}
          operation={operation}
          allPaused={allPaused}
          waitsForTitle={titles.get(operation.waits_for ?? '') ?? null}
        />
      ))}
    </ul>
  )
}

/** Removes duplicates and returns the previous object for each unchanged write, so that its line is not re-rendered. */
function useStable(operations: readonly ListedOperation[]): ListedOperation[] {
  const [stable, setStable] = useState<ReadonlyMap<string, ListedOperation>>(new Map())
  const now = sameWhereUnchanged(stable, operations)
  const unchanged = now.size === stable.size && [...now].every(([id, operation]) => stable.get(id) === operation)
  if (!unchanged) setStable(now)
  return [...now.values()]
}

const empty = {
  title: 'Nothing to send',
  hint: 'Changes you save are sent automatically. They wait here while the service cannot be reached or sending is paused.',
}

/** Loads further pages until every write that needs the user has been found. */
function useFindAll(enabled: boolean, query: ReturnType<typeof useOpenOperations>): void {
  const { hasNextPage, isFetching, fetchNextPage } = query
  useEffect(() => {
    if (enabled && hasNextPage && !isFetching) void fetchNextPage()
  }, [enabled, hasNextPage, isFetching, fetchNextPage])
}

const questions = (count: number) =>
  count === 1 ? 'Answer the question here' : `Answer ${count.toLocaleString('en-US')} questions here`

/** All writes that the service does not have yet, oldest first, or the questions about those that need the user, one below the other. */
export function OpenOperations() {
  const query = useOpenOperations()
  const { attention } = useOutboxCounts()
  const [isAnswering, setIsAnswering] = useState(false)
  const all = useStable(query.data?.pages.flatMap((page) => page.operations) ?? [])
  const asking = all.filter(needsAttention)
  useFindAll(isAnswering && asking.length < attention, query)
  return (
    <QueryView query={query} label="pending changes">
      {({ pages }) =>
        all.length === 0 && !isAnswering ? (
          <EmptyState {...empty} />
        ) : (
          <>
            {attention > 0 || isAnswering ? (
              <div className="below">
                <Button variant="default" size="xs" onClick={() => setIsAnswering(!isAnswering)}>
                  {isAnswering ? 'Show all changes' : questions(attention)}
                </Button>
              </div>
            ) : null}
            {isAnswering ? <Questions asking={asking} attention={attention} /> : <OpenList operations={all} />}
            {query.hasNextPage && !isAnswering ? (
              <Button
                variant="default"
                mt={12}
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show more ({((pages.at(-1)?.total ?? 0) - all.length).toLocaleString('en-US')} left)
              </Button>
            ) : null}
          </>
        )
      }
    </QueryView>
  )
}
