import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  type FieldErrors,
  type FieldValues,
  FormProvider,
  type Resolver,
  set,
  useForm,
  useFormContext,
  useWatch,
} from 'react-hook-form'
import type { z } from 'zod'
import { fieldName } from '../../../shared/domain/field-words.ts'
import { mergeRecord } from '../../../shared/domain/merge.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { FieldConflict, JsonFields } from '../../../shared/domain/operation.ts'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { isSame, own } from '../../../shared/lib/json.ts'
import { clearableNames, type Fields, namesWith } from '../../../shared/records/field.ts'
import { fieldsTogether, isClearableName, resourceFields } from '../../../shared/records/resource-fields.ts'
import {
  documentSummaryUpdate,
  documentUpdate,
  householdUpdate,
  individualUpdate,
} from '../../../shared/service/writes.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useReadOnlyReason } from '../../lib/policy.ts'
import { MarkedValue } from '../difference/Difference.tsx'
import { FieldValue } from '../FieldValue.tsx'
import { KeyCaps } from '../KeyCaps.tsx'
import { ErrorState } from '../States.tsx'
import { type Editing, isDirty, useDrafts } from './drafts.ts'
import {
  type Checked,
  changesOf,
  checkBody,
  commitFocused,
  countText,
  type FormValues,
  type Problems,
  valuesOf,
} from './form-values.ts'
import classes from './forms.module.css'
import { LeaveDialog, useLeaving } from './LeaveDialog.tsx'
import { useSave } from './use-save.ts'

type RecordFormOptions<Body> = {
  /** Key under which the input is kept; see `draftKey`. */
  draft: string
  /** Values before anything is typed. */
  initial: FieldValues
  check: (values: FieldValues) => Checked<Body>
  /** Reads what the check needs, which a save waits for; null if it is known. It never rejects. */
  reads?: (() => Promise<unknown> | null) | undefined
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

/** Keeps the form's values as a draft that survives leaving the page. While nothing was typed, they follow `initial`. */
function useKept({ draft, initial }: Pick<RecordFormOptions<never>, 'draft' | 'initial'>, resolver: Resolver) {
  // Does not validate on blur, because an error message would move the element that is being clicked.
  const form = useForm<FieldValues>({ defaultValues: initial, resolver })
  const began = useRef(initial)
  useLayoutEffect(() => {
    if (sameAs(began.current, initial)) return
    began.current = initial
    if (!isDirty(draft)) return form.reset(initial)
    // The typed values may equal the record’s present ones: then there is nothing to discard.
    const values = form.getValues()
    useDrafts.getState().change(draft, structuredClone(values) as JsonFields, !sameAs(values, initial))
  }, [draft, form, initial])
  useEffect(() => {
    const typed = useDrafts.getState().drafts[draft]?.values
    if (typed) form.reset(structuredClone(typed), { keepDefaultValues: true })
    const { unsubscribe } = form.watch((values) => {
      useDrafts.getState().change(draft, structuredClone(values) as JsonFields, !sameAs(values, began.current))
    })
    return () => {
      unsubscribe()
      // Nothing was typed, so there is no draft to keep.
      if (useDrafts.getState().drafts[draft]?.dirty === false) useDrafts.getState().end(draft)
    }
  }, [draft, form])
  return form
}

/** A form over one record: validated by the schema of the API description, kept as a draft, with one save at a time. */
function useRecordForm<Body>(options: RecordFormOptions<Body>) {
  const { check, reads, confirm, save } = options
  const form = useKept(options, (values) => {
    const { problems } = check(values)
    return problems ? { values: {}, errors: errorsOf(problems) } : { values, errors: {} }
  })
  const element = useRef<HTMLFormElement>(null)
  const running = useRef(false)
  const [isReading, setReading] = useState(false)
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
      const read = reads?.()
      if (read) {
        setReading(true)
        await read.finally(() => setReading(false))
        // Cancelled, or left with its draft: it is not saved any more.
        if (element.current === null) return
      }
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
  }, [form, check, reads, mutateAsync])
  return { form, element, submit, saving, isReading }
}

type ChangedInServiceProps = {
  editing: Editing
  /** Called after each choice. */
  onDecided: () => void
}

/** Fields that belong together are decided together. */
function grouped(conflicts: readonly FieldConflict[]): FieldConflict[][] {
  const groups = new Map<string, FieldConflict[]>()
  for (const conflict of conflicts) {
    const [group = conflict.field] = fieldsTogether(conflict.field)
    groups.set(group, [...(groups.get(group) ?? []), conflict])
  }
  return [...groups.values()]
}

function Choice({ group, onChoose }: { group: readonly FieldConflict[]; onChoose: (side: 'theirs' | 'mine') => void }) {
  const label = group.map(({ field }) => fieldName(field)).join(', ')
  return (
    <fieldset className={classes.choice} aria-label={label}>
      {group.map(({ field, base, theirs, mine }) => (
        <div key={field} className={classes.sides}>
          <div className={`anywhere ${classes.side}`}>
            <span>
              <b>{fieldName(field)}</b> when you opened the form
            </span>
            <FieldValue field={field} value={base} />
          </div>
          <div className={`anywhere ${classes.side}`}>
            <span>Now</span>
            <MarkedValue field={field} before={base} value={theirs} />
          </div>
          <div className={`anywhere ${classes.side}`}>
            <span>Yours</span>
            <MarkedValue field={field} before={base} value={mine} />
          </div>
        </div>
      ))}
      <div className="wrap">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Take what is there now: ${label}`}
          onClick={() => onChoose('theirs')}
        >
          Take what is there now
        </Button>
        <Button size="compact-sm" variant="default" aria-label={`Keep mine: ${label}`} onClick={() => onChoose('mine')}>
          Keep mine
        </Button>
      </div>
    </fieldset>
  )
}

const picked = (record: JsonFields, names: readonly string[]): JsonFields =>
  Object.fromEntries(names.map((name) => [name, own(record, name) ?? null]))

/**
 * Changes since the form was opened by another window, a bulk edit, or a colleague. What this window saved just before, and was read only
 * after the form was opened, is none of them. Fields that were changed in the form
 * as well are decided here, before it can be saved; all others are merged.
 */
function ChangedInService({ editing, onDecided }: ChangedInServiceProps) {
  const { current, draft, rebase } = editing
  const form = useFormContext<FieldValues>()
  const values = useWatch({ control: form.control })
  const names = Object.keys(values)
  const saved = useDrafts(({ ownSaves }) => ownSaves[draft])
  const ownNames = names.filter(
    (name) =>
      saved !== undefined &&
      Object.hasOwn(saved, name) &&
      isSame(own(saved, name), own(current, name)) &&
      !isSame(own(editing.base ?? {}, name), own(current, name)),
  )
  const base = editing.base && { ...editing.base, ...picked(current, ownNames) }
  const isChanged = base !== null && names.some((name) => !isSame(own(base, name), own(current, name)))
  const isTyped = useDrafts(({ drafts }) => drafts[draft]?.dirty === true)
  const takeOwnSave = useEffectEvent(() => {
    const [before, now] = [valuesOf(editing.base ?? {}, ownNames), valuesOf(current, ownNames)]
    for (const name of ownNames) {
      const typed: unknown = form.getValues(name)
      form.resetField(name, { defaultValue: now[name] })
      if (!sameAs(typed, before[name])) form.setValue(name, typed, { shouldDirty: true })
    }
    rebase(picked(current, ownNames))
  })
  const hasOwnSave = ownNames.length > 0
  useEffect(() => {
    if (hasOwnSave && isTyped) takeOwnSave()
  }, [hasOwnSave, isTyped])
  // A save of this record in another window has removed the stored draft of this one, so it is stored again. While nothing was typed,
  // the form follows the record: what it was opened with may be older than a save that was shown just before.
  const isBehind = isChanged || ownNames.length > 0
  useEffect(() => {
    if (isBehind) useDrafts.getState().rebase(draft, isTyped ? {} : current)
  }, [isBehind, isTyped, current, draft])
  if (!isChanged || !isTyped) return null
  const { fields } = changesOf(valuesOf(base, names), values as FormValues, names.filter(isClearableName))
  const groups = grouped(mergeRecord({ base, theirs: current, mine: fields }).conflicts)
  if (groups.length === 0) {
    return (
      <output className={classes.merged}>
        This record was changed after you opened this form. Your changes are merged with it.
      </output>
    )
  }
  const choose = (group: readonly FieldConflict[], side: 'theirs' | 'mine') => {
    const now = valuesOf(current, names)
    for (const { field } of group) {
      const typed: unknown = form.getValues(field)
      form.resetField(field, { defaultValue: now[field] })
      if (side === 'mine') form.setValue(field, typed, { shouldDirty: true })
    }
    editing.rebase(Object.fromEntries(group.map(({ field, theirs }) => [field, theirs])))
    onDecided()
  }
  return (
    <section className={classes.changedInService} aria-label="Changed after you opened this form">
      <output>
        This record was changed after you opened this form, in fields that you changed too. Nothing has been
        overwritten. Choose before you save.
      </output>
      {groups.map((group) => (
        <Choice key={group[0]?.field} group={group} onChoose={(side) => choose(group, side)} />
      ))}
    </section>
  )
}

type Props<Body> = RecordFormOptions<Body> & {
  /** Accessible name of the form. */
  label: string
  saveLabel?: string
  /** Text in the bar below the form, by number of changed fields. */
  statusText: (changed: number) => string
  /** For a record that exists: what it was when the edit began, and what it is now. */
  editing?: Editing
  /** Name of the field that has the focus first; default: the first one. */
  focused?: string | null
  /** Ends editing without saving. */
  onClose: () => void
  children: ReactNode
}

/** Number of changed fields, including those in nested lists and groups. */
const countDirty = (dirty: unknown): number => {
  if (dirty === true) return 1
  if (typeof dirty !== 'object' || dirty === null) return 0
  return Object.values(dirty).reduce<number>((sum, inside) => sum + countDirty(inside), 0)
}

/** Returns true if the event's target has an open list or menu, which handles Escape itself. */
const isOpenList = (target: EventTarget) =>
  target instanceof Element && target.getAttribute('aria-expanded') === 'true' && target.matches('input')

/** The form of one record with Save and Cancel, which protects unsaved input from being lost. */
export function RecordForm<Body>(props: Props<Body>) {
  const { label, draft, saveLabel = 'Save', statusText, focused = null, onClose, children } = props
  const { form, element, submit, saving, isReading } = useRecordForm(props)
  const [dropping, setDropping] = useState(false)
  const leaving = useLeaving({ draft, title: 'Leave with unsaved changes?' })
  const readOnly = useReadOnlyReason()
  const changed = countDirty(form.formState.dirtyFields)
  const wrong = form.formState.isSubmitted && Object.keys(form.formState.errors).length > 0
  const drop = () => {
    useDrafts.getState().end(draft)
    onClose()
  }
  const cancel = () => (isDirty(draft) ? setDropping(true) : drop())
  useCommand('record.save', readOnly === null ? () => void submit() : null)
  // While a record is being edited, closing it means cancelling the edit.
  useCommand('record.close', cancel)
  useEffect(() => {
    const wanted = focused === null ? null : element.current?.querySelector<HTMLElement>(`[name="${focused}"]`)
    const first = element.current?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea')
    if (wanted) wanted.focus()
    else first?.focus({ preventScroll: true })
  }, [element, focused])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isOpenList(event.target)) return
    // Events of a dialog that the form opened bubble up to here through the React tree.
    if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return
    event.preventDefault()
    event.stopPropagation()
    cancel()
  }
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        aria-label={label}
        className={classes.form}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          if (readOnly === null) void submit()
        }}
      >
        {props.editing && !saving.isPending ? (
          <ChangedInService editing={props.editing} onDecided={() => saving.reset()} />
        ) : null}
        {children}
        {saving.error === null ? null : <ErrorState error={saving.error} />}
        <div className={`line bottom-bar ${classes.bar}`}>
          <Button type="submit" loading={saving.isPending || isReading} disabled={readOnly !== null}>
            {saveLabel}
          </Button>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <output className={classes.said} data-wrong={wrong || undefined}>
            {readOnly ?? (wrong ? 'Not saved: some fields need correcting.' : statusText(changed))}
          </output>
          <span className={classes.keys} aria-hidden="true">
            <KeyCaps keys="Mod+S" />
          </span>
        </div>
      </form>
      {leaving}
      {dropping ? (
        <LeaveDialog title="Discard your changes?" onStay={() => setDropping(false)} onDiscard={drop}>
          Your edits are discarded. None of them was saved or sent.
        </LeaveDialog>
      ) : null}
    </FormProvider>
  )
}

/** The updates that the service accepts. */
const updates = {
  households: householdUpdate,
  individuals: individualUpdate,
  documents: documentUpdate,
  'document-summaries': documentSummaryUpdate,
} as const

type Updates = typeof updates
type Update<R extends keyof Updates> = z.output<Updates[R]>

type EditFormProps<R extends keyof Updates> = {
  resource: R
  editing: Editing
  /** Problems that the update's schema does not find, from the changed fields and all values. */
  problemsOf?: (changed: JsonFields, values: FormValues) => Problems
  /** Reads what `problemsOf` needs, which a save waits for; null if it is known. It never rejects. */
  reads?: () => Promise<unknown> | null
  /** Asks for confirmation before saving; null if the user cancelled. */
  confirm?: (changed: Update<R>, values: FormValues) => Promise<Update<R> | null>
  /** Name of the field that has the focus first; default: the first one. */
  focused?: string | null
  children: ReactNode
}

/** The form of a record that exists, with the fields that the service can change. Saves only those that were changed. */
export function EditForm<R extends keyof Updates>({
  resource,
  editing,
  problemsOf,
  reads,
  confirm,
  focused = null,
  children,
}: EditFormProps<R>) {
  const save = useSave(editing.draft)
  const { base, draft, end } = editing
  const fields: Fields = resourceFields[resource]
  const schema: z.ZodType<unknown> = updates[resource]
  const initial = useMemo(() => valuesOf(base ?? {}, namesWith(fields, 'update')), [base, fields])
  if (base === null) return null
  return (
    <RecordForm<Update<R>>
      label={resourceNames[resource].one}
      draft={draft}
      initial={initial}
      check={(values) => {
        const { fields: changed, problems } = changesOf(initial, values as FormValues, clearableNames(fields))
        const further = problemsOf?.(changed, values as FormValues)
        return checkBody(schema as z.ZodType<Update<R>>, changed, { ...further, ...problems })
      }}
      reads={reads}
      {...(confirm ? { confirm: (changed, values) => confirm(changed, values as FormValues) } : {})}
      save={async (changed) => {
        const write = { action: 'update', resource, record_id: editing.id, fields: changed, base }
        // The fields were checked against this resource's schema.
        if (Object.keys(changed).length > 0) {
          await save(write as Write)
          useDrafts.getState().noteOwnSave(draft, changed as JsonFields)
        }
        end()
      }}
      statusText={countText}
      editing={editing}
      focused={focused}
      onClose={end}
    >
      {children}
    </RecordForm>
  )
}
