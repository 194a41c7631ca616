import { useEffect, useRef, useState } from 'react'
import { changesOf } from '../../../shared/domain/operation-words.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { ChangeList } from '../../components/difference/ChangeList.tsx'
import { Quiet } from '../../components/Values.tsx'
import { FileLine } from './FileLine.tsx'
import { OperationActions } from './OperationActions.tsx'
import { OperationLink } from './OperationItem.tsx'
import { OperationState } from './OperationState.tsx'
import classes from './outbox.module.css'
import { Problem } from './Problem.tsx'
import { Question } from './Question.tsx'

/** Questions with a form of their own, which are answered on the write's page. */
const hasForm = ({ state, question }: ListedOperation): boolean => state === 'failed' || question?.kind === 'fields'

function Asked({ operation }: { operation: ListedOperation }) {
  return (
    <>
      <div className={classes.head}>
        <OperationLink operation={operation} />
        <OperationState operation={operation} />
        <span className={classes.actions}>
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

/** An answered question keeps its place, so that nothing moves below the pointer; the keyboard continues from here. */
function Answered({ operation }: { operation: ListedOperation }) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) line.current?.focus()
  }, [])
  return (
    <div className={classes.head} tabIndex={-1} ref={line}>
      <OperationLink operation={operation} />
      <span className={classes.when}>Answered</span>
    </div>
  )
}

/**
 * The questions of several writes on one screen, such as after an outage, each with what is known of the candidates. Those that
 * were answered since it opened stay as a line.
 */
export function Questions({ asking, attention }: { asking: readonly ListedOperation[]; attention: number }) {
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
