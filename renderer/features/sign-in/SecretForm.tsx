import { Button, PasswordInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import { ErrorState } from '../../components/States.tsx'
import { useApi } from '../../lib/api.ts'
import { presentError } from '../../lib/present-error.ts'
import classes from './sign-in.module.css'

type Props = { connection: ConnectionSummary; onGiven: () => void }

/**
 * Asks for the client secret of a connection if it is missing (the connection came from a settings file or the policy, or there
 * is no keychain and the app restarted) or wrong. The secret is stored in the keychain and never shown again.
 */
export function SecretForm({ connection, onGiven }: Props) {
  const api = useApi()
  const queries = useQueryClient()
  const [secret, setSecret] = useState('')
  const give = useMutation(
    api.connections.giveSecret.mutationOptions({
      meta: { shown: true },
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: api.connections.list.key() })
        onGiven()
      },
    }),
  )
  const failure = give.error ? presentError(give.error) : null
  const issue = failure?.issues.find(({ field }) => field === 'client_secret')?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    give.mutate({ connectionId: connection.id, client_secret: secret })
  }
  return (
    <form noValidate className={classes.secret} onSubmit={submit} aria-label="Client secret">
      <PasswordInput
        label="Client secret"
        description="Your firm received it with the client ID. It is stored only in this computer’s keychain, or in memory if there is none."
        autoComplete="off"
        spellCheck={false}
        withAsterisk
        aria-required
        data-autofocus
        value={secret}
        error={issue}
        onChange={({ currentTarget }) => setSecret(currentTarget.value)}
      />
      {failure && issue === undefined ? <ErrorState error={failure} /> : null}
      <div className={classes.actions}>
        <Button type="submit" size="sm" loading={give.isPending}>
          Save and sign in
        </Button>
        <Link to="/">All connections</Link>
      </div>
    </form>
  )
}
