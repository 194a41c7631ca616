import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { baseOf } from '../../components/forms/use-editing.ts'
import { ErrorState } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { presentError } from '../../lib/present-error.ts'
import { useReturnFocus } from '../../lib/use-return-focus.ts'
import { EntityDependents } from './EntityDependents.tsx'
import classes from './entities.module.css'

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
  // What is behind the dialog may change while it is open.
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
  useReturnFocus()
  // The user was told that it is another version, and types the name again.
  const isTold = remove.error !== null && isChanged(remove.error)
  // The stored name may have leading or trailing spaces, which are invisible.
  const matches = typed.trim() === name.trim()
  return (
    <Modal opened onClose={onClose} title="Delete this entity?" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className={classes.removal}
        onSubmit={(event) => {
          event.preventDefault()
          if (matches && !remove.isPending)
            remove.mutate({ connectionId, id, typed: name, seen: baseOf(isTold ? record : opened) })
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
          <p role="alert" className={classes.offline}>
            The service cannot be reached. Deleting an entity needs it. Try again when you are online.
          </p>
        ) : null}
        {remove.error ? <ErrorState error={presentError(remove.error)} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" color="red" disabled={!matches} loading={remove.isPending}>
            Delete permanently
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
