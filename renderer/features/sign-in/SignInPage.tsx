import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { ConnectionSummary, SignInProgress } from '../../../shared/ipc/connections.ts'
import { ErrorState, PageSkeleton } from '../../components/States.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useClient } from '../../lib/api.ts'
import { frequentSignIns } from '../../lib/frequent-sign-ins.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'
import { useRun } from '../../lib/use-run.ts'
import { isEditable } from '../start/public.ts'
import { SecretForm } from './SecretForm.tsx'
import { SignInSteps } from './SignInSteps.tsx'
import classes from './sign-in.module.css'

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
      <div className={classes.actions}>
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
    <main id="main" className={classes.page}>
      {connection ? (
        <SignIn key={connection.id} connection={connection} />
      ) : connections.data === undefined && connections.isError ? (
        <ErrorState error={presentError(connections.error)} onRetry={() => void connections.refetch()} />
      ) : (
        <p>
          Unknown connection. <Link to="/">All connections</Link>
        </p>
      )}
    </main>
  )
}
