import { Button, Loader, PasswordInput } from '@mantine/core'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import type { ConnectionSummary, SignInProgress } from '../../../shared/ipc/connections.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { ErrorState, PageSkeleton } from '../../components/States.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useClient } from '../../lib/api.ts'
import { frequentSignIns } from '../../lib/frequent-sign-ins.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'
import { useRun } from '../../lib/use-run.ts'
import { isEditable } from '../start/public.ts'
import classes from './sign-in.module.css'

type Props = { connection: ConnectionSummary; onGiven: () => void }

/**
 * Asks for the client secret of a connection if it is missing (the connection came from a settings file or the policy, or there
 * is no keychain and the app restarted) or wrong. The secret is stored in the keychain and never shown again.
 */
function SecretForm({ connection, onGiven }: Props) {
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
      <div className={`line ${classes.actions}`}>
        <Button type="submit" size="sm" loading={give.isPending}>
          Save and sign in
        </Button>
        <Link to="/">All connections</Link>
      </div>
    </form>
  )
}

type Step = SignInProgress['step']

const steps: readonly { step: Step; name: string; personal?: true }[] = [
  { step: 'preparing', name: 'Getting ready' },
  { step: 'waiting-for-browser', name: 'Waiting for you to sign in with the browser', personal: true },
  { step: 'exchanging-code', name: 'Confirming with the sign-in server' },
  { step: 'opening-cache', name: 'Opening the offline copy' },
  { step: 'done', name: 'Signed in' },
]

function Mark({ place }: { place: 'past' | 'now' | 'ahead' }) {
  if (place === 'past') return <IconCheck size={16} stroke={2} aria-hidden="true" />
  if (place === 'now') return <Loader size={14} aria-hidden="true" />
  return <IconPoint size={16} stroke={1.75} aria-hidden="true" />
}

type SignInStepsProps = { flow: ConnectionSummary['flow']; progress: SignInProgress; onCancel: () => void }

/** If no browser could be opened, the user can copy the address into a browser on this computer. */
function CopyAddress({ address }: { address: string }) {
  return (
    <div role="alert" className={classes.copy}>
      <p>No browser could be opened. Copy this address into a browser on this computer; it works once.</p>
      <p>
        <code>{address}</code> <CopyButton text={address} label="Copy the sign-in address" />
      </p>
    </div>
  )
}

/** The progress of a sign-in. */
function SignInSteps({ flow, progress: { step, address }, onCancel }: SignInStepsProps) {
  const shown = steps.filter(({ personal }) => !personal || flow === 'authorization_code')
  const at = shown.findIndex((candidate) => candidate.step === step)
  return (
    <>
      <ol className={classes.steps}>
        {shown.map((one, index) => {
          const place = index < at || step === 'done' ? 'past' : index === at ? 'now' : 'ahead'
          return (
            <li key={one.step} data-place={place} aria-current={place === 'now' ? 'step' : undefined}>
              <Mark place={place} />
              {one.name}
            </li>
          )
        })}
      </ol>
      {address === undefined ? null : <CopyAddress address={address} />}
      <output className="visually-hidden">{shown[at]?.name}</output>
      {step === 'done' ? null : (
        <Button size="sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </>
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The sign-in begins by itself. In the history and not in the address, which anything could open. */
    begin?: boolean
  }
}

type SignInState =
  | { is: 'idle' }
  | { is: 'running'; progress: SignInProgress }
  | { is: 'failed'; error: PresentedError }
  | { is: 'done' }

/** One sign-in at a time; leaving the screen cancels it. */
function useSignIn(connectionId: string) {
  const client = useClient()
  const api = useApi()
  const queries = useQueryClient()
  const { state, start, reset } = useRun<SignInState>({ is: 'idle' }, (error) => ({ is: 'failed', error }))
  const signIn = () =>
    void start(async (show, signal) => {
      show({ is: 'running', progress: { step: 'preparing' } })
      const steps = await client.connections.signIn({ connectionId }, { signal })
      for await (const progress of steps) show({ is: 'running', progress })
      signal.throwIfAborted()
      await queries.invalidateQueries({ queryKey: api.connections.list.key() })
      show({ is: 'done' })
    })
  return { state, start: signIn, cancel: reset }
}

function Intro({ connection, start }: { connection: ConnectionSummary; start: () => void }) {
  const personal = connection.flow === 'authorization_code'
  const frequent = frequentSignIns(connection)
  return (
    <>
      <p>
        {personal
          ? 'Your browser opens your firm’s sign-in page. Steward never sees your password.'
          : 'Steward signs in for the organization with the client ID and secret of this connection.'}
      </p>
      {frequent === null ? null : <p>{frequent}</p>}
      <div className={`line ${classes.actions}`}>
        <Button size="sm" onClick={start}>
          {personal ? 'Sign in with the browser' : 'Sign in'}
        </Button>
        <Link to="/">All connections</Link>
      </div>
    </>
  )
}

/** Why the client secret is needed. Without a keychain it is lost at every restart, even if it came with the connection. */
function SecretReason({ connection }: { connection: ConnectionSummary }) {
  const info = useQuery(useApi().app.info.queryOptions({ input: {} })).data
  if (info === undefined) return null
  if (info.keychain.kind === 'session')
    return (
      <p>
        Steward has no client secret for this connection: without a keychain it is kept in memory only, until Steward
        closes. Enter it to sign in.
      </p>
    )
  return (
    <p>
      {connection.managed
        ? 'Your firm set up this connection. Enter its client secret once.'
        : 'Steward has no client secret for this connection. Enter it once to sign in.'}
    </p>
  )
}

/** Leads to the fields that a failed sign-in may be about. */
function EditLink({ connection }: { connection: ConnectionSummary }) {
  if (!isEditable(connection)) return null
  return (
    <Link to="/connections/$connectionId/edit" params={{ connectionId: connection.id }}>
      Edit the connection
    </Link>
  )
}

type FailedProps = { connection: ConnectionSummary; error: PresentedError; start: () => void }

/** Why the sign-in failed; a rejected secret is asked for again. */
function Failed({ connection, error, start }: FailedProps) {
  if (error.code === 'auth/wrong-secret' && connection.token_auth !== 'none')
    return (
      <>
        <ErrorState error={error}>
          <EditLink connection={connection} />
        </ErrorState>
        <SecretForm connection={connection} onGiven={start} />
      </>
    )
  return (
    <ErrorState error={error} onRetry={start}>
      <EditLink connection={connection} />
      <Link to="/">All connections</Link>
    </ErrorState>
  )
}

/** Begins at once if the connection was just saved for it; a reloaded page does not begin again. */
function useBegin(start: () => void) {
  const wanted = useRouterState({ select: ({ location }) => location.state.begin === true })
  const navigate = useNavigate()
  const begin = useEffectEvent(start)
  useEffect(() => {
    if (!wanted) return
    begin()
    void navigate({ to: '.', replace: true, state: { begin: false } })
  }, [wanted, navigate])
}

function SignIn({ connection }: { connection: ConnectionSummary }) {
  const navigate = useNavigate()
  const { state, start, cancel } = useSignIn(connection.id)
  useBegin(start)
  useEffect(() => {
    if (state.is === 'done')
      void navigate({ to: '/c/$connectionId', params: { connectionId: connection.id }, replace: true })
  }, [state.is, navigate, connection.id])
  return (
    <>
      <h1>
        Sign in to <RecordText>{connection.name}</RecordText>
      </h1>
      <Quiet>
        <RecordText>{connection.auth_url}</RecordText>
      </Quiet>
      {state.is === 'idle' && connection.needs_secret ? (
        <>
          <SecretReason connection={connection} />
          <SecretForm connection={connection} onGiven={start} />
        </>
      ) : null}
      {state.is === 'idle' && !connection.needs_secret ? <Intro connection={connection} start={start} /> : null}
      {state.is === 'running' || state.is === 'done' ? (
        <SignInSteps
          flow={connection.flow}
          progress={state.is === 'done' ? { step: 'done' } : state.progress}
          onCancel={cancel}
        />
      ) : null}
      {state.is === 'failed' ? <Failed connection={connection} error={state.error} start={start} /> : null}
    </>
  )
}

/** Signs in to one connection: what will happen, the progress, and errors. */
export function SignInPage() {
  const { connectionId } = useParams({ strict: false })
  const connections = useQuery(useApi().connections.list.queryOptions({ input: {} }))
  const connection = connections.data?.find(({ id }) => id === connectionId)
  useEffect(() => {
    document.title = 'Sign in – Steward'
  }, [])
  if (connections.isPending) return <PageSkeleton label="Loading" />
  return (
    <main id="main" className={`scroll ${classes.page}`}>
      {connection ? (
        <SignIn key={connection.id} connection={connection} />
      ) : connections.data === undefined && connections.isError ? (
        <ErrorState error={connections.error} onRetry={() => void connections.refetch()} />
      ) : (
        <p>
          Unknown connection. <Link to="/">All connections</Link>
        </p>
      )}
    </main>
  )
}
