import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isOpen, needsAttention } from '../../../shared/domain/operation.ts'
import { changesOf, sayAction } from '../../../shared/domain/operation-words.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/connection.ts'
import { ChangeList } from './Changes.tsx'
import { canBeEdited, canBePaused, canBeRetried } from './can-be.ts'
import { useOperation } from './use-outbox.ts'

type Props = {
  operation: ListedOperation
  /** On the operation's own page, where the form opens in place. */
  onEdit?: () => void
  onDiscarded?: () => void
}

const consequence: Record<ListedOperation['action'], string> = {
  create: 'It is not created in the service, and disappears from this computer.',
  update: 'The record goes back to what the service has.',
  delete: 'The record stays as it is.',
}

function DiscardDialog({ operation, onClose, onDiscarded }: Props & { onClose: () => void }) {
  const { decide, pending, error } = useOperation(operation)
  const maybeThere = operation.state === 'uncertain' || operation.state === 'sending'
  return (
    <ConfirmDialog
      title={`Discard “${sayAction(operation).toLowerCase()}”?`}
      confirm="Discard"
      keep="Keep it"
      pending={pending}
      error={error}
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
        {maybeThere ? 'It may have reached the service already; if it has, it stays there.' : null}
      </p>
      <ChangeList changes={changesOf(operation)} most={6} />
    </ConfirmDialog>
  )
}

const look = { variant: 'subtle', size: 'compact-sm' } as const

/** What a person can do with one write. */
export function OperationActions({ operation, onEdit, onDiscarded }: Props) {
  const connectionId = useConnection().id
  const { pause, decide, pending } = useOperation(operation)
  const [discarding, setDiscarding] = useState(false)
  if (!isOpen(operation)) return null
  const named = (label: string) => ({ 'aria-label': `${label}: ${operation.title}`, disabled: pending })
  const params = { connectionId, operationId: operation.id }
  const page = '/c/$connectionId/outbox/$operationId'
  const retry = canBeRetried(operation)
  return (
    <>
      {needsAttention(operation) && !onEdit ? (
        <Button
          size="compact-sm"
          aria-label={`Decide: ${operation.title}`}
          renderRoot={(props) => <Link to={page} params={params} {...props} />}
        >
          Decide
        </Button>
      ) : null}
      {retry ? (
        <Button {...look} {...named(retry.label)} onClick={() => decide(retry.answer)}>
          {retry.label}
        </Button>
      ) : null}
      {canBePaused(operation) ? (
        <Button
          {...look}
          {...named(operation.paused ? 'Let go' : 'Hold back')}
          onClick={() => pause(!operation.paused)}
        >
          {operation.paused ? 'Let go' : 'Hold back'}
        </Button>
      ) : null}
      {canBeEdited(operation) ? (
        onEdit ? (
          <Button {...look} {...named('Edit')} onClick={onEdit}>
            Edit
          </Button>
        ) : (
          <Button
            {...look}
            {...named('Edit')}
            renderRoot={(props) => <Link to={page} params={params} search={{ edit: true }} {...props} />}
          >
            Edit
          </Button>
        )
      ) : null}
      {operation.state === 'sending' ? null : (
        <Button {...look} {...named('Discard')} color="red" onClick={() => setDiscarding(true)}>
          Discard…
        </Button>
      )}
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
