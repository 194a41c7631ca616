import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useCommand } from '../../lib/commands/use-command.ts'
import { KeyCaps } from '../KeyCaps.tsx'
import { ErrorState } from '../States.tsx'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { useDrafts } from './drafts.ts'
import classes from './forms.module.css'
import { LeaveDialog } from './LeaveDialog.tsx'
import { type Editing, useReadOnlyReason } from './use-editing.ts'
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts'

type Props<Body> = RecordFormOptions<Body> & {
  /** Accessible name of the form. */
  label: string
  saveLabel?: string
  /** Text in the bar below the form, by number of changed fields. */
  said: (changed: number) => string
  /** For a record that exists: what it was when the edit began, and what it is now. */
  editing?: Editing
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

const isDirty = (draft: string) => useDrafts.getState().drafts[draft]?.dirty === true

/** Asks before the user leaves the page with unsaved changes; the draft can be kept. */
function useLeaving(draft: string) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(draft),
    enableBeforeUnload: false,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <LeaveDialog
      title="Leave with unsaved changes?"
      onStay={blocker.reset}
      onKeep={blocker.proceed}
      onDiscard={() => {
        useDrafts.getState().end(draft)
        blocker.proceed()
      }}
    >
      A draft stays on this computer for when you come back. It is not sent.
    </LeaveDialog>
  )
}

/** The form of one record with Save and Cancel, which protects unsaved input from being lost. */
export function RecordForm<Body>(props: Props<Body>) {
  const { label, draft, saveLabel = 'Save', said, onClose, children } = props
  const { form, element, submit, saving } = useRecordForm(props)
  const [dropping, setDropping] = useState(false)
  const leaving = useLeaving(draft)
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
    const first = element.current?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea')
    first?.focus({ preventScroll: true })
  }, [element])
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
          <ChangedMeanwhile editing={props.editing} onDecided={() => saving.reset()} />
        ) : null}
        {children}
        <ErrorState error={saving.error} />
        <div className={classes.bar}>
          <Button type="submit" loading={saving.isPending} disabled={readOnly !== null}>
            {saveLabel}
          </Button>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <output className={classes.said} data-wrong={wrong || undefined}>
            {readOnly ?? (wrong ? 'Not saved: some fields need correcting.' : said(changed))}
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
