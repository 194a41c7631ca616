import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type JsonFields, jsonFields, type Operation } from '../../../shared/domain/operation.ts'
import {
  canBeDiscarded,
  canBeEdited,
  canBePaused,
  canBePutBack,
  canBeRetried,
  hasMergeBegun,
  isMovable,
  isOpen,
  needsAttention,
} from '../../../shared/domain/operation-rules.ts'
import { changesOf, sayAction } from '../../../shared/domain/operation-words.ts'
import type { ListedOperation, Write } from '../../../shared/ipc/outbox.ts'
import { domainOf } from '../../../shared/service/resource.ts'
import { ChangeList } from '../../components/difference/ChangeList.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { draftKey, useDrafts } from '../../components/forms/drafts.ts'
import { GraceBar } from '../../components/undo/GraceBar.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useClient, useConnection } from '../../lib/api.ts'
import { type HouseholdChoice, HouseholdSelect } from '../intake/public.ts'
import { useOperation } from './use-outbox.ts'

/** Moves an unsent new person or document to another household. */
function MoveDialog({ operation, onClose }: { operation: ListedOperation; onClose: () => void }) {
  const { decide, pending, error } = useOperation(operation)
  const [chosen, setChosen] = useState<HouseholdChoice | null>(null)
  return (
    <FormDialog
      title="Move to another household"
      onClose={onClose}
      error={error}
      confirm={{
        label: 'Move',
        isDisabled: chosen === null,
        isPending: pending,
        onConfirm: () => {
          if (chosen) decide({ decision: 'move', household_id: chosen.value }, onClose)
        },
      }}
    >
      <p>
        <RecordText>{operation.title}</RecordText>
      </p>
      <HouseholdSelect chosen={chosen} onChoose={setChosen} />
      <Quiet>
        {operation.resource === 'individuals'
          ? 'New documents about this person move too.'
          : 'It is no longer linked to an entity or person of its old household.'}
      </Quiet>
    </FormDialog>
  )
}

type Editable = Extract<Write, { action: 'update' }>['resource']

/** Entities cannot be edited, and valuations can only be added. */
const isEditable = (resource: Operation['resource']): resource is Editable =>
  resource !== 'entities' && resource !== 'valuations'

/** Opens the edit form of a write's record, with all its pending changes; null if the connection is read-only. */
function useEditRecord({ resource, record_id: id }: Operation): (() => void) | null {
  const client = useClient()
  const navigate = useNavigate()
  const { id: connectionId, read_only: readOnly } = useConnection()
  const { mutate } = useMutation({
    mutationFn: async (): Promise<JsonFields> => {
      if (!isEditable(resource)) throw new Error('Such a record has no form.')
      const { record } = await client[domainOf(resource)].get({ connectionId, id })
      return jsonFields.parse(record)
    },
    onSuccess: (record) => {
      useDrafts.getState().begin(draftKey(connectionId, id), record)
      void navigate({ to: `/c/$connectionId/${resource}/$id`, params: { connectionId, id } })
    },
  })
  return readOnly ? null : () => mutate()
}

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
  merge: 'Nothing more of the merge is done. What was moved stays moved, and nothing else is deleted.',
}

function DiscardDialog({ operation, onClose, onDiscarded }: Props & { onClose: () => void }) {
  const { decide, pending } = useOperation(operation)
  const isUnderWay = operation.state === 'uncertain' || operation.state === 'sending'
  const isPart = isUnderWay && Boolean(operation.file) && !operation.file?.whole_sent
  return (
    <FormDialog
      title={`Discard “${sayAction(operation).toLowerCase()}”?`}
      onClose={onClose}
      cancel={{ label: 'Keep it', hasFocus: true }}
      confirm={{
        label: 'Discard',
        isDangerous: true,
        isPending: pending,
        onConfirm: () =>
          decide({ decision: 'discard' }, () => {
            onClose()
            onDiscarded?.()
          }),
      }}
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
    </FormDialog>
  )
}

const look = { variant: 'subtle', size: 'compact-sm' } as const

function DecideLink({ operation }: { operation: ListedOperation }) {
  const connectionId = useConnection().id
  return (
    <Button
      variant="default"
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
      {canBeRetried(operation) && (!own || operation.action === 'delete' || operation.action === 'merge')
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
      {canBePutBack(operation) && edit !== null
        ? action('Put back and stop', () => decide({ decision: 'put-back' }))
        : null}
      {canBeDiscarded(operation)
        ? action(operation.merge && hasMergeBegun(operation.merge) ? 'Stop here…' : 'Discard…', () =>
            setDiscarding(true),
          )
        : null}
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
