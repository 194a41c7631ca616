import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useEffect } from 'react'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import {
  type ConnectionChanges,
  type ConnectionDetails,
  type ConnectionInput,
  type ConnectionSummary,
  connectionInput,
  emptyConnection,
} from '../../../shared/ipc/connections.ts'
import { ErrorState, PageSkeleton } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi, useClient } from '../../lib/api.ts'
import { AdministratorRequest } from './AdministratorRequest.tsx'
import { CertificateField, certificateInUse } from './CertificateField.tsx'
import { CheckFailure, fieldIssues } from './CheckFailure.tsx'
import { CheckList } from './CheckList.tsx'
import classes from './connect.module.css'
import { AddressFields, ClientFields, RedirectFields } from './fields.tsx'
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
function useEdit(connection: ConnectionSummary) {
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

const identity = ['base_url', 'auth_url', 'client_id', 'user'] as const
const all = Object.keys(emptyConnection)

function startValues({ certificates, has_secret: _hasSecret, ...details }: ConnectionDetails): ConnectionInput {
  return { ...details, client_secret: '', ca_certificate: certificates.length > 0 ? certificateInUse : '' }
}

/** Whether a field by which connections are told apart differs from the saved one. */
function useIsOther(details: ConnectionDetails): boolean {
  const { control } = useFormContext<ConnectionInput>()
  const typed = useWatch({ control, name: identity })
  return identity.some((field, at) => typed[at]?.trim() !== details[field])
}

/** Said before it is saved: such an edit makes another connection. */
function OtherConnection({ connection }: { connection: ConnectionSummary }) {
  const { unsent } = connection
  const changes = unsent === 1 ? '1 unsent change' : `${unsent} unsent changes`
  return (
    <p className={`warn-box ${classes.notice}`} role="status">
      Another address, client ID or user name makes another connection: you will sign in again, and its records are
      downloaded again. {connection.name} stays on this computer with its offline copy
      {unsent > 0 ? ` and ${changes}` : ''} until you remove it. Nothing is moved to the new one.
    </p>
  )
}

type Props = { connection: ConnectionSummary; details: ConnectionDetails }

function Fields({ connection, details }: Props) {
  const { state, save, cancel, failure, isBusy } = useEdit(connection)
  const isOther = useIsOther(details)
  return (
    <form
      noValidate
      onSubmit={(event) => void save(event)}
      className={`column ${classes.form}`}
      aria-label="Connection"
    >
      <h2>Addresses</h2>
      <AddressFields certificate={<CertificateField inUse={details.certificates} />} />
      <h2>Client</h2>
      <ClientFields chooseFlow={false} keepsSecret={details.has_secret && details.token_auth !== 'none'} />
      <p className="quiet">
        {details.flow === 'authorization_code' ? 'You sign in, in the browser.' : 'The organization signs in.'} To
        change that, connect your firm again.
      </p>
      <h2>Sign-in</h2>
      <RedirectFields />
      {isOther ? <OtherConnection connection={connection} /> : null}
      <CheckList state={state} onCancel={cancel} />
      {failure ? (
        <CheckFailure
          error={failure}
          fields={all}
          note="Nothing was changed: the connection keeps its present settings."
        />
      ) : null}
      <div className={`row ${classes.actions}`}>
        <Button type="submit" size="sm" loading={isBusy}>
          {isOther ? 'Save as another connection and sign in' : 'Save'}
        </Button>
        <Link to="/settings" hash="connections">
          Cancel
        </Link>
      </div>
      <AdministratorRequest />
    </form>
  )
}

/** All fields of a saved connection. What a change needs is checked at the firm's servers before it replaces the present settings. */
function EditForm({ connection, details }: Props) {
  const form = useForm<ConnectionInput>({ defaultValues: startValues(details), resolver: zodResolver(connectionInput) })
  return (
    <FormProvider {...form}>
      <Fields connection={connection} details={details} />
    </FormProvider>
  )
}

function Edit({ connection }: { connection: ConnectionSummary }) {
  const details = useQuery({
    ...useApi().connections.describe.queryOptions({ input: { connectionId: connection.id } }),
    // The form begins with what is saved now, and is not disturbed while it is filled in.
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  })
  if (connection.managed || connection.kind === 'demo')
    return (
      <p>
        {connection.managed ? 'Your firm set up this connection and changes it.' : 'The demo firm cannot be edited.'}
      </p>
    )
  if (details.data) return <EditForm connection={connection} details={details.data} />
  return details.isError ? <ErrorState error={details.error} onRetry={() => void details.refetch()} /> : null
}

/** Edits a connection in place. */
export function EditPage() {
  const { connectionId } = useParams({ strict: false })
  const connections = useQuery(useApi().connections.list.queryOptions({ input: {} }))
  const connection = connections.data?.find(({ id }) => id === connectionId)
  useEffect(() => {
    document.title = 'Edit connection – Steward'
  }, [])
  if (connections.isPending) return <PageSkeleton label="Loading" />
  return (
    <main id="main" className="scroll">
      <div className={classes.inner}>
        <Link to="/settings" hash="connections">
          Settings
        </Link>
        {connections.data === undefined ? (
          <ErrorState error={connections.error} onRetry={() => void connections.refetch()} />
        ) : connection ? (
          <>
            <h1>
              Edit <RecordText>{connection.name}</RecordText>
            </h1>
            <Edit key={connection.id} connection={connection} />
          </>
        ) : (
          <p>Unknown connection. It may have been removed from this computer.</p>
        )}
      </div>
    </main>
  )
}
