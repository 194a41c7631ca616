import { TextInput } from '@mantine/core'
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { baseOf } from '../../components/forms/use-editing.ts'
import { ErrorState } from '../../components/States.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { presentError } from '../../lib/present-error.ts'
import classes from './entities.module.css'

type Dependents = ContractOutputs['outbox']['entityDependents']

/** The most documents that are listed by name. */
const mostNamed = 8

const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`

/** The records that are deleted with an entity, as far as this computer knows them. */
function EntityDependents({ query }: { query: UseQueryResult<Dependents, Error> }) {
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

type Props = {
  record: { id: string; display_name: string } & Readonly<Record<string, unknown>>
  householdId: string
  onClose: () => void
}

const isChanged = (error: unknown) => presentError(error).code === 'outbox/changed-elsewhere'

/**
 * Confirms the deletion of an entity and all its related data by having its name typed. The request is sent at once and never
 * goes through the outbox: an irreversible deletion must not run later on its own.
 */
export function DeleteEntityDialog({ record, householdId, onClose }: Props) {
  const { id, display_name: name } = record
  // The page behind the dialog may change while it is open.
  const [opened] = useState(record)
  const api = useApi()
  const connectionId = useConnection().id
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const dependents = useQuery(api.outbox.entityDependents.queryOptions({ input: { connectionId, id } }))
  const offline = useQuery(api.sync.status.queryOptions({ input: { connectionId } })).data?.reachable === 'offline'
  const remove = useMutation(
    api.outbox.deleteEntity.mutationOptions({
      meta: { shown: true },
      onError: (error) => {
        if (isChanged(error)) setTyped('')
      },
      onSuccess: async () => {
        onClose()
        const params = { connectionId, id: householdId }
        await navigate({ to: '/c/$connectionId/households/$id', params, replace: true })
      },
    }),
  )
  // The user was told that it is another version, and types the name again.
  const isTold = remove.error !== null && isChanged(remove.error)
  // The stored name may have leading or trailing spaces, which are invisible.
  const matches = typed.trim() === name.trim()
  return (
    <FormDialog
      title="Delete this entity?"
      onClose={onClose}
      cancel={{ label: 'Keep it' }}
      error={remove.error}
      confirm={{
        label: 'Delete permanently',
        isDangerous: true,
        isDisabled: !matches,
        isPending: remove.isPending,
        onConfirm: () => remove.mutate({ connectionId, id, typed: name, seen: baseOf(isTold ? record : opened) }),
      }}
    >
      <p>
        The service removes{' '}
        <strong>
          <RecordText>{name}</RecordText>
        </strong>{' '}
        and all its related data immediately. This cannot be undone.
      </p>
      <EntityDependents query={dependents} />
      <TextInput
        label="Type the entity’s name to confirm"
        description={<RecordText>{name}</RecordText>}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {offline ? (
        <p role="alert" className="negative">
          The service cannot be reached. Deleting an entity needs it. Try again when you are online.
        </p>
      ) : null}
    </FormDialog>
  )
}
