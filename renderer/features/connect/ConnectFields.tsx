import { PasswordInput, Radio, Switch, TextInput } from '@mantine/core'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import type { ConnectionInput } from '../../../shared/ipc/connections.ts'
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
  const { control, formState } = useFormContext<ConnectionInput>()
  return (
    <Controller
      name="flow"
      control={control}
      render={({ field }) => (
        <Radio.Group {...field} label="Who signs in" error={formState.errors.flow?.message}>
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

/** All fields of a connection except its certificate. */
export function ConnectFields() {
  const { register, formState, control } = useFormContext<ConnectionInput>()
  const personal = useWatch({ control, name: 'flow' }) === 'authorization_code'
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
      <Flow />
      <Text name="client_id" required label="Client ID" description="Issued to your firm with the secret." />
      <PasswordInput
        {...plain}
        {...register('client_secret')}
        withAsterisk
        aria-required
        label="Client secret"
        description="Stored only in this computer’s keychain, or in memory if there is none. It is never shown again."
        error={formState.errors.client_secret?.message}
      />
      {personal ? (
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
          <Pkce />
        </>
      ) : null}
    </>
  )
}
