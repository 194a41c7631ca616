import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type ConnectionInput, type ConnectStep, connectSteps, fieldsOfStep } from '../../../shared/ipc/connections.ts'
import { useApi, useClient } from '../../lib/api.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'
import { fieldIssues } from './CheckFailure.tsx'
import { useCheck } from './use-check.ts'

const neighbour = (step: ConnectStep, by: number): ConnectStep | undefined =>
  connectSteps[connectSteps.indexOf(step) + by]

/** Saves the connection and goes on to its sign-in, which begins by itself. */
function useAdd() {
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation(
    api.connections.add.mutationOptions({
      meta: { shown: true },
      onSuccess: async ({ id }) => {
        await queries.invalidateQueries({ queryKey: api.connections.list.key() })
        void navigate({ to: '/sign-in/$connectionId', params: { connectionId: id }, state: { begin: true } })
      },
    }),
  )
}

/** The step on screen, its check, and the ways to the next and the previous one. Fields keep their values in all of them. */
export function useSteps(form: UseFormReturn<ConnectionInput>) {
  const client = useClient()
  const [step, setStep] = useState<ConnectStep>('address')
  const { state: check, run, reset } = useCheck()
  const add = useAdd()

  const show = (error: PresentedError) => {
    fieldIssues(error, fieldsOfStep[step]).forEach(({ field, message }, at) => {
      form.setError(field, { type: 'server', message }, { shouldFocus: at === 0 })
    })
  }
  const go = (to: ConnectStep | undefined) => {
    if (to === undefined) return
    form.clearErrors()
    add.reset()
    reset()
    setStep(to)
  }
  const save = () => {
    reset()
    add.mutate(form.getValues(), { onError: (thrown) => show(presentError(thrown)) })
  }
  const goOn = () => (step === 'redirect' ? save() : go(neighbour(step, 1)))
  const submit = form.handleSubmit(async (values) => {
    add.reset()
    const ended = await run(async (signal, onPart) => {
      const parts = await client.connections.check({ ...values, step }, { signal })
      for await (const part of parts) onPart(part)
    })
    if (ended === null) goOn()
    else if (ended !== undefined) show(ended)
  })
  const unsaved = add.error ? presentError(add.error) : null
  return {
    step,
    check,
    next: (event: FormEvent) => submit(event),
    back: () => go(neighbour(step, -1)),
    /** Goes on although the check failed. */
    skip: goOn,
    cancel: reset,
    failure: check.is === 'failed' ? check.error : unsaved,
    isBusy: check.is === 'running' || add.isPending,
  }
}
