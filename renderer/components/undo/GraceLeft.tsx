import { type ReactNode, useSyncExternalStore } from 'react'
import type { Operation } from '../../../shared/domain/operation.ts'
import { graceEnd } from '../../../shared/domain/operation-rules.ts'
import { sayGrace } from '../../../shared/domain/operation-words.ts'
import { onCountdown } from '../../lib/use-now.ts'

const never = () => () => {}

/** Seconds until a moment (ms since the epoch), rounded up; 0 once it is past, or for null. Renders again once a second. */
function useSecondsLeft(end: number | null): number {
  const left = () => (end === null ? 0 : Math.max(0, Math.ceil((end - Date.now()) / 1000)))
  return useSyncExternalStore(end === null ? never : onCountdown, left)
}

/** The end of an operation's grace period while it runs and nothing else holds the operation back; otherwise null. */
export function useGraceEnd(
  operation: Pick<Operation, 'state' | 'question' | 'grace_until' | 'paused'>,
): number | null {
  const subscribe = operation.grace_until === null ? never : onCountdown
  const end = useSyncExternalStore(subscribe, () => graceEnd(operation, Date.now()))
  return operation.paused ? null : end
}

/** `Waiting 8 s`. Screen readers are told once, not every second. */
export function GraceLeft({ end }: { end: number }) {
  const seconds = useSecondsLeft(end)
  return (
    <>
      <span aria-hidden="true" className="tabular nowrap">
        {sayGrace(seconds)}
      </span>
      <span className="visually-hidden">Waiting, can be undone</span>
    </>
  )
}

/** Renders its children with the end of the grace period while it runs, and the fallback afterwards. */
export function DuringGrace({
  operation,
  children,
  fallback,
}: {
  operation: Operation
  children: (end: number) => ReactNode
  fallback: ReactNode
}) {
  const end = useGraceEnd(operation)
  return end === null ? fallback : children(end)
}
