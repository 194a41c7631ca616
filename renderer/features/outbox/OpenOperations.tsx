import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { needsAttention } from '../../../shared/domain/operation-rules.ts'
import { changesOf } from '../../../shared/domain/operation-words.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { ChangeList } from '../../components/difference/ChangeList.tsx'
import { moveByLine } from '../../components/line-keys.ts'
import { QueryView } from '../../components/QueryView.tsx'
import { EmptyState } from '../../components/States.tsx'
import { Quiet } from '../../components/Values.tsx'
import { useConnection } from '../../lib/api.ts'
import { OperationActions } from './OperationActions.tsx'
import { OperationItem, OperationLink } from './OperationItem.tsx'
import { FileLine, OperationState, Problem } from './OperationState.tsx'
import classes from './outbox.module.css'
import { Question } from './Question.tsx'
import { sameWhereUnchanged } from './same-where-unchanged.ts'
import { useAllPaused, useOpenOperations, useOutboxCounts } from './use-outbox.ts'

/** Questions with a form of their own, which are answered on the write's page. */
const hasForm = ({ state, question }: ListedOperation): boolean => state === 'failed' || question?.kind === 'fields'

function Asked({ operation }: { operation: ListedOperation }) {
  return (
    <>
      <div className={`row ${classes.head}`}>
        <OperationLink operation={operation} />
        <OperationState operation={operation} />
        <span className={`line ${classes.actions}`}>
          <OperationActions operation={operation} own={!hasForm(operation)} />
        </span>
      </div>
      <FileLine operation={operation} />
      <ChangeList changes={changesOf(operation)} most={4} />
      {hasForm(operation) ? null : <Question operation={operation} />}
      {hasForm(operation) && operation.problem ? <Problem problem={operation.problem} /> : null}
    </>
  )
}

/** An answered question keeps its place, so that nothing moves below the pointer. */
function Answered({ operation }: { operation: ListedOperation }) {
  return (
    <div className={`row ${classes.head}`}>
      <OperationLink operation={operation} />
      <span className={classes.when}>Answered</span>
    </div>
  )
}

/**
 * The questions of several writes on one screen, such as after an outage, each with what is known of the candidates. Those that
 * were answered since it opened stay as a line.
 */
function Questions({ asking, attention }: { asking: readonly ListedOperation[]; attention: number }) {
  const [seen, setSeen] = useState<ReadonlyMap<string, ListedOperation>>(new Map())
  const added = asking.filter(({ id }) => !seen.has(id))
  if (added.length > 0) setSeen(new Map([...seen, ...added.map((one) => [one.id, one] as const)]))
  const open = new Map(asking.map((operation) => [operation.id, operation]))
  return (
    <>
      {attention === 0 ? <output className={classes.noneLeft}>No question is left.</output> : null}
      {attention > 0 && seen.size === 0 ? <Quiet>Loading the questions…</Quiet> : null}
      <ul className="plain-list" aria-label="Questions">
        {[...seen.values()].map((before) => {
          const operation = open.get(before.id)
          return (
            <li key={before.id} className={classes.item}>
              {operation ? <Asked operation={operation} /> : <Answered operation={before} />}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function OpenList({ operations }: { operations: readonly ListedOperation[] }) {
  const allPaused = useAllPaused() === true
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

function NothingToSend() {
  const connectionId = useConnection().id
  return (
    <EmptyState
      title="Nothing to send"
      hint="Changes you save are sent automatically. They wait here while the service cannot be reached or sending is paused."
    >
      <Link to="/c/$connectionId/activity" params={{ connectionId }}>
        See what was sent in Activity
      </Link>
    </EmptyState>
  )
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
          <NothingToSend />
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
