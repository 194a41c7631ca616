import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { FormProvider, useForm } from 'react-hook-form'
import { type ConnectionInput, connectionInput, emptyConnection } from '../../../shared/ipc/connections.ts'
import { ErrorState } from '../../components/States.tsx'
import { useApi } from '../../lib/api.ts'
import { presentError } from '../../lib/present-error.ts'
import { CertificateField } from './CertificateField.tsx'
import { ConnectFields } from './ConnectFields.tsx'
import classes from './connect.module.css'
import { ImportFile } from './ImportFile.tsx'

const isField = (name: string): name is keyof ConnectionInput => Object.hasOwn(emptyConnection, name)

/** The connection form. The main process validates all fields; each error is shown at its field. */
export function ConnectForm() {
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useForm<ConnectionInput>({ defaultValues: emptyConnection, resolver: zodResolver(connectionInput) })
  const add = useMutation(
    api.connections.add.mutationOptions({
      meta: { shown: true },
      onSuccess: async (connection) => {
        await queries.invalidateQueries({ queryKey: api.connections.list.key() })
        void navigate({ to: '/sign-in/$connectionId', params: { connectionId: connection.id } })
      },
      onError: (thrown) => {
        const fields = presentError(thrown).issues.filter(({ field }) => isField(field))
        fields.forEach(({ field, message }, at) => {
          if (isField(field)) form.setError(field, { type: 'server', message }, { shouldFocus: at === 0 })
        })
      },
    }),
  )
  const error = add.error ? presentError(add.error) : null
  const elsewhere = error?.issues.filter(({ field }) => !isField(field)) ?? []
  const submit = form.handleSubmit((input) => add.mutate(input))
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className={classes.form} aria-label="Connection">
        <ImportFile onImport={(values) => form.reset(values)} />
        <ConnectFields />
        <CertificateField />
        {error && error.code !== 'connection/invalid' ? <ErrorState error={error} /> : null}
        {error?.code === 'connection/invalid' ? (
          <p role="alert" className={classes.problem}>
            {error.title}. {error.nextStep} {elsewhere.map(({ message }) => message).join(' ')}
          </p>
        ) : null}
        <div className={classes.actions}>
          <Button type="submit" size="sm" loading={add.isPending}>
            Save and sign in
          </Button>
          <Link to="/">Cancel</Link>
        </div>
      </form>
    </FormProvider>
  )
}
