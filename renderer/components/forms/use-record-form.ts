import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type FieldErrors, type FieldValues, type Resolver, set, useForm } from 'react-hook-form'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import { commitFocused } from './commit-focused.ts'
import { useDrafts } from './drafts.ts'
import type { Checked, Problems } from './form-values.ts'

export type RecordFormOptions<Body> = {
  /** Key under which the input is kept; see `draftKey`. */
  draft: string
  /** Values before anything is typed. */
  initial: FieldValues
  check: (values: FieldValues) => Checked<Body>
  /** Asks for confirmation before saving; null if the user cancelled. */
  confirm?: (body: Body, values: FieldValues) => Promise<Body | null>
  /** Resolves when the write is on disk. */
  save: (body: Body) => Promise<void>
}

function errorsOf(problems: Problems): FieldErrors {
  const errors: FieldErrors = {}
  for (const [path, message] of Object.entries(problems)) set(errors, path, { type: 'checked', message })
  return errors
}

const sameAs = (values: unknown, initial: unknown) => JSON.stringify(values) === JSON.stringify(initial)

/** Keeps the form's values as a draft that survives leaving the page. */
function useKept({ draft, initial }: Pick<RecordFormOptions<never>, 'draft' | 'initial'>, resolver: Resolver) {
  // Does not validate on blur, because an error message would move the element that is being clicked.
  const form = useForm<FieldValues>({ defaultValues: initial, resolver })
  const [began] = useState(initial)
  useEffect(() => {
    const typed = useDrafts.getState().drafts[draft]?.values
    if (typed) form.reset(structuredClone(typed), { keepDefaultValues: true })
    const { unsubscribe } = form.watch((values) => {
      useDrafts.getState().change(draft, structuredClone(values) as JsonFields, !sameAs(values, began))
    })
    return () => {
      unsubscribe()
      // Nothing was typed, so there is no draft to keep.
      if (useDrafts.getState().drafts[draft]?.dirty === false) useDrafts.getState().end(draft)
    }
  }, [draft, form, began])
  return form
}

/** A form over one record: validated by the schema of the API description, kept as a draft, with one save at a time. */
export function useRecordForm<Body>(options: RecordFormOptions<Body>) {
  const { check, confirm, save } = options
  const form = useKept(options, (values) => {
    const { problems } = check(values)
    return problems ? { values: {}, errors: errorsOf(problems) } : { values, errors: {} }
  })
  const element = useRef<HTMLFormElement>(null)
  const running = useRef(false)
  const saving = useMutation({
    mutationFn: async ({ body, values }: { body: Body; values: FieldValues }) => {
      const wanted = confirm ? await confirm(body, values) : body
      if (wanted !== null) await save(wanted)
    },
    meta: { shown: true },
  })
  const { mutateAsync } = saving
  const submit = useCallback(async () => {
    if (running.current) return
    running.current = true
    try {
      commitFocused(element.current)
      const values = structuredClone(form.getValues())
      // `handleSubmit` draws every field again, which would delay the answer to a save: it is used only to show problems.
      const { body, problems } = check(values)
      if (problems) await form.handleSubmit(() => {})()
      else await mutateAsync({ body, values })
    } catch {
      // The mutation's state shows the error below the form. From now on fields are checked while they are typed.
      await form.handleSubmit(() => {})()
    } finally {
      running.current = false
    }
  }, [form, check, mutateAsync])
  return { form, element, submit, saving }
}
