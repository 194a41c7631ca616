import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import {
  type ConnectionChanges,
  type ConnectionInput,
  type ConnectionSummary,
  emptyConnection,
} from '../../../shared/ipc/connections.ts'
import { useApi, useClient } from '../../lib/api.ts'
import { fieldIssues } from './CheckFailure.tsx'
import { useCheck } from './use-check.ts'

/** The fields that were changed in the form; an empty secret keeps the present one. */
function changesIn(values: ConnectionInput, dirty: Partial<Record<keyof ConnectionInput, boolean>>): ConnectionChanges {
  const { flow: _flow, ...rest } = values
  return Object.fromEntries(
    Object.entries(rest).filter(([field, value]) => {
      return dirty[field as keyof ConnectionInput] === true && !(field === 'client_secret' && value === '')
    }),
  )
}

/** Saves the changed fields of a connection; shows their checks, and errors at the fields. */
export function useEdit(connection: ConnectionSummary) {
  const api = useApi()
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useFormContext<ConnectionInput>()
  // Read while rendering, or the form does not keep track of them.
  const { dirtyFields } = form.formState
  const { state, run, reset } = useCheck()

  const leave = async (saved: string) => {
    await queries.invalidateQueries({ queryKey: api.connections.list.key() })
    if (saved !== connection.id)
      return navigate({ to: '/sign-in/$connectionId', params: { connectionId: saved }, state: { begin: true } })
    notifications.show({ message: 'Connection saved', autoClose: 4000 })
    return navigate({ to: '/settings', hash: 'connections' })
  }
  const save = form.handleSubmit(async (values) => {
    const changes = changesIn(values, dirtyFields)
    let saved = connection.id
    const ended = await run(async (signal, onPart) => {
      for await (const progress of await client.connections.edit(
        { connectionId: connection.id, changes },
        { signal },
      )) {
        if ('saved' in progress) saved = progress.saved
        else onPart(progress)
      }
    })
    if (ended === undefined) return
    if (ended === null) return void (await leave(saved))
    fieldIssues(ended, Object.keys(emptyConnection)).forEach(({ field, message }, at) => {
      form.setError(field, { type: 'server', message }, { shouldFocus: at === 0 })
    })
  })
  return {
    state,
    save: (event: FormEvent) => save(event),
    cancel: reset,
    failure: state.is === 'failed' ? state.error : null,
    isBusy: state.is === 'running',
  }
}
