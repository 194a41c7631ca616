import { Button, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { ownDateKinds, repetitions } from '../../../shared/dates/own-dates.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { dateBefore } from '../../../shared/domain/days.ts'
import type { DatedRecord, DateLine, DateMark, EnteredDate } from '../../../shared/ipc/dates.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { OverflowMenu } from '../../components/OverflowMenu.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { CalendarDate, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { FoundIn } from '../estate-map/public.ts'
import { ExceptButton } from '../missing-documents/public.ts'
import classes from './dates.module.css'

/** Marks of a day of a date, each with Undo. They stay on this computer. */
function useMark({ subject, what, date, title, mark: was }: DateLine) {
  const connectionId = useConnection().id
  const marking = useMutation(useApi().dates.mark.mutationOptions())
  const of = { connectionId, subject, what, date }
  return {
    isPending: marking.isPending,
    /** Resolves to false if nothing was stored; the failure has its own toast. */
    async set(changed: Partial<DateMark>, done: string): Promise<boolean> {
      const mark = { ...was, ...changed }
      try {
        await marking.mutateAsync({ ...of, was, mark })
      } catch {
        return false
      }
      const back = () => void marking.mutateAsync({ ...of, was: mark, mark: was }).catch(() => {})
      toastUndo('date-undo', { title: done, text: title }, back)
      return true
    },
  }
}

/** Where a date is listed that has passed when it is open again. A later day of the user's own takes the place of an earlier one. */
function whenPast({ date, next, own, stays }: DateLine, until: string): string {
  const year = date.slice(0, 4)
  const inYear = `Find it under the year ${year}.`
  if (own !== null && next !== null && next < until)
    return `The next one, ${formatCalendarDate(next)}, takes its place. ${inYear}`
  // By rules, dates since January 1 of the year before are overdue.
  if (stays && (own !== null || Number(year) >= Number(until.slice(0, 4)) - 1)) return 'It is listed under Overdue.'
  return `The list of the next 12 months leaves out past dates. ${inYear}`
}

type DialogProps = { line: DateLine; today: string; onClose: () => void }

/** Asks until when a date is not among the open ones. */
function SnoozeDialog({ line, today, onClose }: DialogProps) {
  const [until, setUntil] = useState(() => {
    const inAWeek = dateBefore(Date.now(), -7)
    return line.date > today && line.date < inAWeek ? line.date : inAWeek
  })
  const [tried, setTried] = useState(false)
  const mark = useMark(line)
  const problem = until > today ? null : 'Choose a day after today.'
  const save = async () => {
    setTried(true)
    if (problem === null && (await mark.set({ snoozed_until: until, is_done: false }, 'Date snoozed'))) onClose()
  }
  const ahead = [
    { label: '1 week', days: 7 },
    { label: '30 days', days: 30 },
    { label: '90 days', days: 90 },
  ]
  return (
    <FormDialog
      title="Snooze this date"
      onClose={onClose}
      confirm={{ label: 'Snooze', isPending: mark.isPending, onConfirm: () => void save() }}
    >
      <p className="note">
        {line.next === null ? (
          'It is under Snoozed until that day, and then open again. The date itself stays as it is.'
        ) : (
          <>
            Only the one of {formatCalendarDate(line.date)}: it is under Snoozed until that day, and then open again.
            The next one, {formatCalendarDate(line.next)}, is not snoozed with it.
          </>
        )}
      </p>
      <div className="row">
        {ahead.map(({ label, days }) => (
          <Button key={days} variant="default" size="xs" onClick={() => setUntil(dateBefore(Date.now(), -days))}>
            {label}
          </Button>
        ))}
      </div>
      <TextInput
        label="Until"
        type="date"
        max="9999-12-31"
        value={until}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        error={tried ? problem : null}
        data-autofocus
      />
      {until > line.date ? (
        <p className="note" role="status">
          The date is past by then. {whenPast(line, until)}
        </p>
      ) : null}
    </FormDialog>
  )
}

function NoteDialog({ line, onClose }: Omit<DialogProps, 'today'>) {
  const [note, setNote] = useState(line.mark.note)
  const mark = useMark(line)
  const save = async () => {
    if (await mark.set({ note: note.trim() }, 'Note saved')) onClose()
  }
  return (
    <FormDialog
      title="Note"
      onClose={onClose}
      confirm={{ label: 'Save note', isPending: mark.isPending, onConfirm: () => void save() }}
    >
      <Textarea
        label={`${line.title}, ${formatCalendarDate(line.date)}`}
        description="Saved on this computer only."
        maxLength={500}
        autosize
        minRows={3}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  )
}

/** How a date repeats, in words: “Every year until Jun 30, 2028”; null if it does not. */
export function repetitionWords({ every, until }: Pick<EnteredDate, 'every' | 'until'>): string | null {
  if (every === 'once') return null
  const { name } = repetitions[every]
  return until === null ? name : `${name} until ${formatCalendarDate(until)}`
}

/** The words and the source of a derived date, or the kind of the user's own and where it was found. */
function About({ line }: { line: DateLine }) {
  const { own, words, source, moved_from, doubt, found_in: place, title } = line
  if (own !== null)
    return (
      <>
        <span className={classes.note}>
          {['Your own date', title === ownDateKinds[own.kind] ? null : ownDateKinds[own.kind], repetitionWords(own)]
            .filter((text) => text !== null)
            .join(' · ')}
        </span>
        {place === null ? null : <FoundIn places={[place]} className={classes.note} />}
      </>
    )
  return (
    <>
      {doubt === null ? null : <span className={classes.note}>{doubt}</span>}
      <details className={classes.rule}>
        <summary>By a rule</summary>
        <p className="note">
          {words}{' '}
          {moved_from === null ? null : `Moved from ${formatCalendarDate(moved_from)}, which is no business day. `}
          Check it before you rely on it. {source ? `${source}.` : null}
        </p>
        <ExceptOf line={line} />
      </details>
    </>
  )
}

/** Says that the rule of a derived date does not apply to its record. */
function ExceptOf({ line: { what, title, record: of, household } }: { line: DateLine }) {
  if (of.resource === 'documents' || of.name === null) return null
  const record = { resource: of.resource, id: of.id }
  return (
    <ExceptButton {...{ record, name: of.name, householdId: household.id }} rules={[{ rule_id: what, rule: title }]} />
  )
}

type ItemProps = {
  line: DateLine
  today: string
  /** The record whose page it is on, which the line does not name again. */
  on?: DatedRecord
  /** What else can be done with it, such as to change the user's own date. */
  more?: ComponentProps<typeof OverflowMenu>['actions']
}

/** The line after one in the lists of its page, or the one before the last. */
function nextLine(line: HTMLElement): HTMLElement | undefined {
  const lines = [...(line.closest('main, body')?.querySelectorAll<HTMLElement>('li[data-line]') ?? [])]
  const at = lines.indexOf(line)
  return lines[at + 1] ?? lines[at - 1]
}

/** A day of a date with what it is, whose it is, and what can be noted of it. D, S and T work on the line that has the focus. */
export function DateLineItem({ line, today, on, more = [] }: ItemProps) {
  const connectionId = useConnection().id
  const navigate = useNavigate()
  const reason = useForbidden('dates.mark')
  const [opened, setOpened] = useState<'snooze' | 'note' | null>(null)
  const mark = useMark(line)
  const { date, title, record, household, mark: is } = line
  const isSnoozed = !is.is_done && is.snoozed_until !== null && is.snoozed_until > today
  const root = useRef<HTMLLIElement>(null)
  const toggle = async () => {
    if (mark.isPending) return
    const next = root.current && nextLine(root.current)
    // The line leaves the list: the keys go on with the next one.
    if (await mark.set({ is_done: !is.is_done }, is.is_done ? 'Date open again' : 'Date done')) next?.focus()
  }
  const wake = () => void mark.set({ snoozed_until: null }, 'Date open again')
  const open = () =>
    void navigate({ to: `/c/$connectionId/${record.resource}/$id`, params: { connectionId, id: record.id } })
  const onKeyDown = (event: KeyboardEvent) => {
    // A dialog has the focus only after the line's next key may have come.
    if (opened !== null || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return
    const key = event.key.toLowerCase()
    const run =
      key === 'enter' && record.name !== null
        ? open
        : reason !== null
          ? undefined
          : { d: () => void toggle(), s: () => setOpened('snooze'), t: () => setOpened('note') }[key]
    if (run === undefined) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  const isHere = on?.resource === record.resource && on.id === record.id
  const name = `${title}, ${record.name ?? 'a record that is gone'}, ${formatCalendarDate(date)}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move between lines.
    <li ref={root} className={`row ${classes.line}`} data-line tabIndex={0} aria-label={name} onKeyDown={onKeyDown}>
      <div className={classes.day}>
        <CalendarDate date={date} />
        {date >= today ? null : line.stays && !is.is_done && !isSnoozed ? (
          <span className={classes.late}>overdue</span>
        ) : (
          <span className={classes.note}>past</span>
        )}
      </div>
      <div className={`anywhere ${classes.about}`}>
        <span>
          <RecordText>{title}</RecordText>
          {isHere ? null : record.name === null ? (
            <Quiet> · of a record that is no longer in the offline copy</Quiet>
          ) : (
            <>
              {' · '}
              <RecordLink resource={record.resource} id={record.id} name={record.name} />
            </>
          )}
          {isHere || record.resource === 'households' || [null, record.name].includes(household.name) ? null : (
            <>
              {' · '}
              <RecordLink resource="households" id={household.id} name={household.name} />
            </>
          )}
        </span>
        <About line={line} />
        {isSnoozed && is.snoozed_until ? (
          <span className={classes.note}>Snoozed until {formatCalendarDate(is.snoozed_until)}</span>
        ) : null}
        {is.note === '' ? null : (
          <span className={classes.noted}>
            <RecordText>{is.note}</RecordText>
          </span>
        )}
      </div>
      <div className="row">
        <ReasonedButton
          reason={reason}
          size="compact-sm"
          aria-label={`${is.is_done ? 'Not done' : 'Done'}: ${name}`}
          onClick={() => void toggle()}
        >
          {is.is_done ? 'Not done' : 'Done'}
        </ReasonedButton>
        <OverflowMenu
          label={`More for ${name}`}
          actions={[
            isSnoozed
              ? { label: 'Open again', onRun: wake, reason }
              : { label: 'Snooze…', onRun: () => setOpened('snooze'), reason },
            { label: is.note === '' ? 'Add a note…' : 'Change the note…', onRun: () => setOpened('note'), reason },
            ...more,
          ]}
        />
      </div>
      {opened === 'snooze' ? <SnoozeDialog {...{ line, today }} onClose={() => setOpened(null)} /> : null}
      {opened === 'note' ? <NoteDialog line={line} onClose={() => setOpened(null)} /> : null}
    </li>
  )
}
