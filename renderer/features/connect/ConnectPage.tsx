import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import {
  type ConnectionInput,
  type ConnectStep,
  connectionInput,
  connectSteps,
  emptyConnection,
  fieldsOfStep,
} from '../../../shared/ipc/connections.ts'
import { FileChoice, notReadable } from '../../components/FileChoice.tsx'
import { useApi, useClient } from '../../lib/api.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'
import { carriesFiles } from '../../lib/use-no-stray-drops.ts'
import { AdministratorRequest } from './AdministratorRequest.tsx'
import { CheckFailure, fieldIssues } from './CheckFailure.tsx'
import { CheckList } from './CheckList.tsx'
import classes from './connect.module.css'
import { AddressFields, ClientFields, RedirectFields } from './fields.tsx'
import { importDescription } from './import-description.ts'
import { useCheck } from './use-check.ts'

/** Fills the form from a JSON description of a connection. */
function ImportFile({ onImport }: { onImport: (values: ConnectionInput) => void }) {
  const { outcome, takeFile } = useImport(onImport)
  const choose = useRef<HTMLButtonElement>(null)
  const wanted = useRouterState({ select: (state) => state.location.hash === 'file' })
  useEffect(() => {
    if (wanted) choose.current?.focus()
  }, [wanted])
  return (
    <div className={`line ${classes.import}`}>
      <FileChoice
        ref={choose}
        label="Connection description"
        accept=".json,application/json"
        onFile={(file) => void takeFile(file)}
        leftSection={<IconFileImport size={14} stroke={1.75} aria-hidden="true" />}
      >
        Fill in from a file…
      </FileChoice>
      <output className={outcome.is === 'failed' ? 'negative' : 'quiet'}>
        {outcome.is === 'failed' ? outcome.problem : null}
        {outcome.is === 'taken'
          ? ['All steps are filled in. Review and check each.', ...outcome.notes].join(' ')
          : null}
        {outcome.is === 'none'
          ? 'If your firm gave you a connection file: choose it, drop it here, or paste its text.'
          : null}
      </output>
    </div>
  )
}

const mostBytes = 256 * 1024

type ImportOutcome = { is: 'none' } | { is: 'failed'; problem: string } | { is: 'taken'; notes: string[] }

/** Text that may be a description; anything else is pasted where the cursor is. */
const looksLikeDescription = (text: string): boolean => /^\uFEFF?\s*\{[\s\S]*\}\s*$/.test(text)

/** Takes a connection's description from a chosen file, and from a file or text that is dropped or pasted anywhere on the page. */
function useImport(onImport: (values: ConnectionInput) => void) {
  const [outcome, setOutcome] = useState<ImportOutcome>({ is: 'none' })

  const takeText = (text: string) => {
    const imported = importDescription(text)
    if ('problem' in imported) return setOutcome({ is: 'failed', problem: imported.problem })
    onImport(imported.values)
    setOutcome({ is: 'taken', notes: imported.notes })
  }
  const takeFile = async (file: File | null) => {
    if (!file) return
    if (file.size > mostBytes)
      return setOutcome({
        is: 'failed',
        problem: 'This file is larger than 256 KB, so it is not a connection description.',
      })
    const text = await file.text().catch(() => null)
    if (text === null) setOutcome({ is: 'failed', problem: notReadable })
    else takeText(text)
  }
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0]
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (file === undefined && !looksLikeDescription(text)) return
    event.preventDefault()
    if (file === undefined) takeText(text)
    else void takeFile(file)
  })
  const dropped = useEffectEvent((event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    void takeFile(event.dataTransfer?.files[0] ?? null)
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => pasted(event)
    const drop = (event: DragEvent) => dropped(event)
    const over = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault()
    }
    // On the document, so that they run before the listeners on `window` that refuse files dropped elsewhere.
    document.addEventListener('paste', paste)
    document.addEventListener('drop', drop)
    document.addEventListener('dragover', over)
    return () => {
      document.removeEventListener('paste', paste)
      document.removeEventListener('drop', drop)
      document.removeEventListener('dragover', over)
    }
  }, [])
  return { outcome, takeFile }
}

const stepNames: Readonly<Record<ConnectStep, string>> = {
  address: 'Addresses',
  client: 'Client',
  redirect: 'Sign-in',
}

/** The three steps, and which one is on screen. */
function StepList({ step }: { step: ConnectStep }) {
  const at = connectSteps.indexOf(step)
  return (
    <>
      <ol className={`plain-list wrap ${classes.steps}`}>
        {connectSteps.map((one, index) => (
          <li
            key={one}
            data-place={index < at ? 'past' : index === at ? 'now' : 'ahead'}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={classes.number}>{index + 1}</span>
            {stepNames[one]}
          </li>
        ))}
      </ol>
      <output className="visually-hidden">
        Step {at + 1} of {connectSteps.length}: {stepNames[step]}
      </output>
    </>
  )
}

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
function useSteps(form: UseFormReturn<ConnectionInput>) {
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

const fieldsFor = { address: AddressFields, client: ClientFields, redirect: RedirectFields }

const submitWords: Readonly<Record<ConnectStep, string>> = {
  address: 'Check and continue',
  client: 'Check and continue',
  redirect: 'Save and sign in',
}

/** Focuses the first field of a step that is shown, or its button: together with it, so that no key goes to the step before. */
function useFirstField(step: ConnectStep) {
  const fields = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useLayoutEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const first = fields.current?.querySelector<HTMLElement>('input:not([type="file"]), button')
    // A step without a field has only its own button.
    const own = fields.current?.closest('form')?.querySelector<HTMLElement>('button[type="submit"]')
    ;(first ?? own)?.focus()
  }, [step])
  return fields
}

/** Connects a firm in three steps. Each is checked by the main process at the firm's servers before the next one is shown. */
function ConnectForm() {
  const form = useForm<ConnectionInput>({ defaultValues: emptyConnection, resolver: zodResolver(connectionInput) })
  const { step, back, next, skip, check, cancel, failure, isBusy } = useSteps(form)
  const fields = useFirstField(step)
  const Fields = fieldsFor[step]
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => void next(event)}
        className={`column ${classes.form}`}
        aria-label="Connection"
      >
        <ImportFile
          onImport={(values) => {
            cancel()
            form.reset(values)
          }}
        />
        <StepList step={step} />
        <div ref={fields} className={`column ${classes.fields}`}>
          <Fields />
        </div>
        <CheckList state={check} onCancel={cancel} />
        {failure ? <CheckFailure error={failure} fields={fieldsOfStep[step]} onSkip={skip} /> : null}
        <div className={`row ${classes.actions}`}>
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

/** Adds a connection to a tenant, typed in or read from a file. */
export function ConnectPage() {
  useEffect(() => {
    document.title = 'Connect your firm – Steward'
  }, [])
  return (
    <main id="main" className="scroll">
      <div className={classes.inner}>
        <Link to="/">All connections</Link>
        <h1>Connect your firm</h1>
        <p className="quiet">
          Your firm received these when it was registered with the service. Each step is checked at your firm’s servers;
          nothing is saved before the last one.
        </p>
        <ConnectForm />
      </div>
    </main>
  )
}
