import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import {
  type ConnectionDetails,
  type ConnectionInput,
  type ConnectionSummary,
  connectionInput,
  emptyConnection,
} from '../../../shared/ipc/connections.ts'
import { AdministratorRequest } from './AdministratorRequest.tsx'
import { CertificateField, certificateInUse } from './CertificateField.tsx'
import { CheckFailure } from './CheckFailure.tsx'
import { CheckList } from './CheckList.tsx'
import classes from './connect.module.css'
import { AddressFields, ClientFields, RedirectFields } from './fields.tsx'
import { useEdit } from './use-edit.ts'

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
    <p className={classes.notice} role="status">
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
    <form noValidate onSubmit={(event) => void save(event)} className={classes.form} aria-label="Connection">
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
      <div className={classes.actions}>
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
export function EditForm({ connection, details }: Props) {
  const form = useForm<ConnectionInput>({ defaultValues: startValues(details), resolver: zodResolver(connectionInput) })
  return (
    <FormProvider {...form}>
      <Fields connection={connection} details={details} />
    </FormProvider>
  )
}
