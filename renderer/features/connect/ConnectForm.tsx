import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import {
  type ConnectionInput,
  type ConnectStep,
  connectionInput,
  emptyConnection,
  fieldsOfStep,
} from '../../../shared/ipc/connections.ts'
import { AdministratorRequest } from './AdministratorRequest.tsx'
import { CheckFailure } from './CheckFailure.tsx'
import { CheckList } from './CheckList.tsx'
import classes from './connect.module.css'
import { AddressFields, ClientFields, RedirectFields } from './fields.tsx'
import { ImportFile } from './ImportFile.tsx'
import { StepList } from './StepList.tsx'
import { useSteps } from './use-steps.ts'

const fieldsFor = { address: AddressFields, client: ClientFields, redirect: RedirectFields }

const submitWords: Readonly<Record<ConnectStep, string>> = {
  address: 'Check and continue',
  client: 'Check and continue',
  redirect: 'Save and sign in',
}

/** Focuses the first field when another step is shown. */
function useFirstField(step: ConnectStep) {
  const fields = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    fields.current?.querySelector<HTMLElement>('input:not([type="file"]), button')?.focus()
  }, [step])
  return fields
}

/** Connects a firm in three steps. Each is checked by the main process at the firm's servers before the next one is shown. */
export function ConnectForm() {
  const form = useForm<ConnectionInput>({ defaultValues: emptyConnection, resolver: zodResolver(connectionInput) })
  const { step, back, next, skip, check, cancel, failure, isBusy } = useSteps(form)
  const fields = useFirstField(step)
  const Fields = fieldsFor[step]
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void next(event)} className={classes.form} aria-label="Connection">
        <ImportFile
          onImport={(values) => {
            cancel()
            form.reset(values)
          }}
        />
        <StepList step={step} />
        <div ref={fields} className={classes.fields}>
          <Fields />
        </div>
        <CheckList state={check} onCancel={cancel} />
        {failure ? <CheckFailure error={failure} fields={fieldsOfStep[step]} onSkip={skip} /> : null}
        <div className={classes.actions}>
          <Button type="submit" size="sm" loading={isBusy}>
            {submitWords[step]}
          </Button>
          {step === 'address' ? null : (
            <Button size="sm" variant="default" onClick={back}>
              Back
            </Button>
          )}
          <Link to="/">Cancel</Link>
        </div>
        <AdministratorRequest />
      </form>
    </FormProvider>
  )
}
