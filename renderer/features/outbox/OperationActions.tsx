import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Operation } from '../../../shared/domain/operation.ts'
import { isMovable, isOpen, needsAttention } from '../../../shared/domain/operation-rules.ts'
import { changesOf, sayAction } from '../../../shared/domain/operation-words.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { ChangeList } from '../../components/difference/ChangeList.tsx'
import { GraceBar } from '../../components/undo/GraceBar.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/connection.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { useEditRecord } from './use-edit-record.ts'
import { useOperation } from './use-outbox.ts'

type Standing = Pick<Operation, 'state' | 'question' | 'action' | 'resource' | 'file'>

/** A write that waits to be sent can be paused. An upload in progress can be stopped; it starts over when resumed. */
export const canBePaused = ({ state, question, file }: Standing): boolean =>
  state === 'queued' || (isUpload({ file }) && (state === 'sending' || (state === 'uncertain' && question === null)))

const isUpload = ({ file }: Pick<Standing, 'file'>): boolean => Boolean(file)

/** A write that is being sent cannot be discarded, except for an upload, which takes a while. */
const canBeDiscarded = ({ state, file }: Standing): boolean => state !== 'sending' || isUpload({ file })

/**
 * An unsent write can be edited on its record's page. A deletion has no fields to edit, and a valuation has no page before it
 * is logged. A refused write is corrected on its own page.
 */
export const canBeEdited = ({ state, action, resource, question }: Standing): boolean =>
  state === 'queued' && question === null && action !== 'delete' && resource !== 'valuations'

/** A refused write can be sent again unchanged. */
export const canBeRetried = ({ state, question }: Standing): boolean =>
  state === 'failed' && question?.kind === 'refused'

type Props = {
  operation: ListedOperation
  /** Set on the write's own page, which already shows the decision. */
  own?: boolean
  onDiscarded?: () => void
}

const consequence: Record<ListedOperation['action'], string> = {
  create: 'It is not created in the service, and is removed from this computer.',
  update: 'The record goes back to what the service has.',
  delete: 'The record stays as it is.',
}

function DiscardDialog({ operation, onClose, onDiscarded }: Props & { onClose: () => void }) {
  const { decide, pending } = useOperation(operation)
  const isUnderWay = operation.state === 'uncertain' || operation.state === 'sending'
  const isPart = isUnderWay && Boolean(operation.file) && !operation.file?.whole_sent
  return (
    <ConfirmDialog
      title={`Discard “${sayAction(operation).toLowerCase()}”?`}
      confirm="Discard"
      keep="Keep it"
      pending={pending}
      error={null}
      onConfirm={() =>
        decide({ decision: 'discard' }, () => {
          onClose()
          onDiscarded?.()
        })
      }
      onClose={onClose}
    >
      <p>
        <strong>
          <RecordText>{operation.title}</RecordText>
        </strong>
        : {consequence[operation.action]}{' '}
        {operation.file ? 'The copy of the file kept here is removed too; the original file stays. ' : null}
        {isPart ? 'The upload stops. Without the whole file, the service creates no document.' : null}
        {isUnderWay && !isPart ? 'It may have reached the service already; if it has, it stays there.' : null}
      </p>
      <ChangeList changes={changesOf(operation)} most={6} />
    </ConfirmDialog>
  )
}

const look = { variant: 'subtle', size: 'compact-sm' } as const

function DecideLink({ operation }: { operation: ListedOperation }) {
  const connectionId = useConnection().id
  return (
    <Button
      size="compact-sm"
      aria-label={`Decide: ${operation.title}`}
      renderRoot={(props) => (
        <Link
          to="/c/$connectionId/outbox/$operationId"
          params={{ connectionId, operationId: operation.id }}
          {...props}
        />
      )}
    >
      Decide
    </Button>
  )
}

/** The user's actions for one write. */
export function OperationActions({ operation, own = false, onDiscarded }: Props) {
  const { pause, decide, pending } = useOperation(operation)
  const edit = useEditRecord(operation)
  const [discarding, setDiscarding] = useState(false)
  const [moving, setMoving] = useState(false)
  if (!isOpen(operation)) return null
  const action = (label: string, onClick: () => void) => (
    <Button {...look} aria-label={`${label}: ${operation.title}`} disabled={pending} onClick={onClick}>
      {label}
    </Button>
  )
  return (
    <>
      {needsAttention(operation) && !own ? <DecideLink operation={operation} /> : null}
      {canBeRetried(operation) && (!own || operation.action === 'delete')
        ? action('Try again', () => decide({ decision: 'retry' }))
        : null}
      <GraceBar operation={operation} named stateShown />
      {canBePaused(operation)
        ? action(operation.paused ? 'Release' : operation.state === 'sending' ? 'Stop' : 'Hold', () =>
            pause(!operation.paused),
          )
        : null}
      {edit && canBeEdited(operation) ? action('Edit', edit) : null}
      {own && isMovable(operation) ? action('Move…', () => setMoving(true)) : null}
      {canBeDiscarded(operation) ? action('Discard…', () => setDiscarding(true)) : null}
      {moving ? <MoveDialog operation={operation} onClose={() => setMoving(false)} /> : null}
      {discarding ? (
        <DiscardDialog
          operation={operation}
          onClose={() => setDiscarding(false)}
          {...(onDiscarded ? { onDiscarded } : {})}
        />
      ) : null}
    </>
  )
}
