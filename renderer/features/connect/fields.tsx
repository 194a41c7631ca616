import { PasswordInput, Radio, Switch, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { noScope, usualScope } from '../../../shared/domain/connection-fields.ts'
import type { ConnectionInput } from '../../../shared/ipc/connections.ts'
import { CertificateField } from './CertificateField.tsx'
import classes from './connect.module.css'

type TextField = Exclude<keyof ConnectionInput, 'flow' | 'pkce' | 'token_auth' | 'ca_certificate' | 'client_secret'>

const plain = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'off' } as const

type TextProps = { name: TextField; label: string; description: string; required?: boolean }

function Text({ name, required = false, ...shown }: TextProps) {
  const { register, formState } = useFormContext<ConnectionInput>()
  return (
    <TextInput
      {...plain}
      {...shown}
      {...register(name)}
      withAsterisk={required}
      aria-required={required}
      error={formState.errors[name]?.message}
    />
  )
}

function Flow() {
  const { control, formState, getValues, setValue } = useFormContext<ConnectionInput>()
  const leavePublic = (flow: string) => {
    if (flow === 'client_credentials' && getValues('token_auth') === 'none') setValue('token_auth', 'post')
  }
  return (
    <Controller
      name="flow"
      control={control}
      render={({ field: { onChange, ...field } }) => (
        <Radio.Group
          {...field}
          onChange={(flow) => {
            onChange(flow)
            leavePublic(flow)
          }}
          label="Who signs in"
          error={formState.errors.flow?.message}
        >
          <div className={classes.choices}>
            <Radio
              value="authorization_code"
              label="You, in the browser"
              description="You see what you have access to. The usual choice."
            />
            <Radio
              value="client_credentials"
              label="The organization"
              description="Machine to machine, with only the client ID and secret."
            />
          </div>
        </Radio.Group>
      )}
    />
  )
}

function Pkce() {
  const { control } = useFormContext<ConnectionInput>()
  return (
    <Controller
      name="pkce"
      control={control}
      render={({ field: { value, ...field } }) => (
        <Switch
          {...field}
          checked={value}
          label="Protect the sign-in code (PKCE)"
          description="Turn off only if the sign-in server refuses it."
        />
      )}
    />
  )
}

/** The fields of the first step: where the firm's two servers are, and which authority they are trusted by. */
export function AddressFields({ certificate = <CertificateField /> }: { certificate?: ReactNode }) {
  return (
    <>
      <Text name="name" label="Name" description="A name for this connection. If empty, the service’s host is used." />
      <Text
        name="base_url"
        required
        label="Service address"
        description="Your firm’s own, such as https://firm.example.com, without /api/public/v1."
      />
      <Text
        name="auth_url"
        required
        label="Sign-in address"
        description="The authorization server’s, such as https://auth.example.com, without /oauth2."
      />
      {certificate}
    </>
  )
}

function TokenAuth() {
  const { control, setValue, formState } = useFormContext<ConnectionInput>()
  const isPersonal = useWatch({ control, name: 'flow' }) === 'authorization_code'
  return (
    <Controller
      name="token_auth"
      control={control}
      render={({ field: { onChange, ...field } }) => (
        <Radio.Group
          {...field}
          onChange={(value) => {
            onChange(value)
            // A public client has no secret anywhere, so none may be left in a hidden field.
            if (value === 'none') setValue('client_secret', '')
          }}
          label="How Steward proves which client it is"
          error={formState.errors.token_auth?.message}
        >
          <div className={classes.choices} data-count={isPersonal ? 3 : 2}>
            <Radio value="post" label="Secret in the form" description="client_secret_post. The usual choice." />
            <Radio value="basic" label="Secret in a header" description="client_secret_basic." />
            {isPersonal ? <Radio value="none" label="No secret" description="A public client, with PKCE." /> : null}
          </div>
        </Radio.Group>
      )}
    />
  )
}

function Secret({ keeps }: { keeps: boolean }) {
  const { register, formState, control } = useFormContext<ConnectionInput>()
  if (useWatch({ control, name: 'token_auth' }) === 'none') return null
  return (
    <PasswordInput
      {...plain}
      {...register('client_secret')}
      withAsterisk={!keeps}
      aria-required={!keeps}
      label="Client secret"
      description={
        keeps
          ? 'Leave it empty to keep the present one, which is never shown.'
          : 'Stored only in this computer’s keychain, or in memory if there is none. It is never shown again.'
      }
      error={formState.errors.client_secret?.message}
      // Mantine marks only text inputs as invalid.
      aria-invalid={formState.errors.client_secret !== undefined}
    />
  )
}

const extraFields = ['scope', 'resource', 'audience'] as const

/** Parameters that few firms need; shown at once if one has a value. */
function ExtraFields() {
  const { getValues, formState } = useFormContext<ConnectionInput>()
  const [wasUsed] = useState(() => extraFields.some((field) => getValues(field) !== ''))
  const isWrong = extraFields.some((field) => formState.errors[field] !== undefined)
  return (
    <details className={classes.extra} open={wasUsed || isWrong || undefined}>
      <summary>Scope and extra parameters</summary>
      <div className={`column ${classes.fields}`}>
        <Text
          name="scope"
          label="Scope"
          description={`If empty, ${usualScope} for a person. “${noScope}” sends none.`}
        />
        <Text name="resource" label="Resource" description="Sent as resource, if your sign-in server needs it." />
        <Text name="audience" label="Audience" description="Sent as audience, if your sign-in server needs it." />
      </div>
    </details>
  )
}

type ClientProps = {
  /** False for a connection that exists: its way of signing in is fixed. */
  chooseFlow?: boolean
  /** A secret is kept if none is entered. */
  keepsSecret?: boolean
}

/** The fields of the second step: how the sign-in server knows Steward. */
export function ClientFields({ chooseFlow = true, keepsSecret = false }: ClientProps) {
  const { control } = useFormContext<ConnectionInput>()
  const isPersonal = useWatch({ control, name: 'flow' }) === 'authorization_code'
  return (
    <>
      {chooseFlow ? <Flow /> : null}
      <Text name="client_id" required label="Client ID" description="Issued to your firm when it was registered." />
      <Secret keeps={keepsSecret} />
      <TokenAuth />
      {isPersonal ? <Pkce /> : null}
      <ExtraFields />
    </>
  )
}

/** The fields of the third step: how the browser comes back after the sign-in. An organization signs in without a browser. */
export function RedirectFields() {
  const { control } = useFormContext<ConnectionInput>()
  if (useWatch({ control, name: 'flow' }) === 'client_credentials')
    return <p className="quiet">The organization signs in without a browser, so no redirect address is needed.</p>
  return (
    <>
      <Text
        name="redirect_uri"
        required
        label="Redirect address"
        description="Exactly as registered, such as http://127.0.0.1:8400/callback."
      />
      <Text
        name="user"
        label="Your user name"
        description="Keeps your offline copy separate when several advisors use this computer."
      />
    </>
  )
}
