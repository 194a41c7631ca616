import { Select, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import {
  type OwnDateKind,
  ownDateKinds,
  type Repetition,
  repetitionNote,
  repetitions,
} from '../../../shared/dates/own-dates.ts'
import { type EnteredDate, enteredDate, mostTitle, type OwnDate } from '../../../shared/ipc/dates.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { RecordText } from '../../components/Values.tsx'
import classes from './dates.module.css'
import { type DateFact, type DateOwner, useDateActions } from './use-own-dates.ts'

const choicesOf = <Key extends string>(names: Readonly<Record<Key, string>>) =>
  Object.entries<string>(names).map(([value, label]) => ({ value, label }))

const kinds = choicesOf(ownDateKinds)
const everyChoices = Object.entries(repetitions).map(([value, { name }]) => ({ value, label: name }))

const isKind = (value: string | null): value is OwnDateKind => value !== null && Object.hasOwn(ownDateKinds, value)
const isRepetition = (value: string | null): value is Repetition => value !== null && Object.hasOwn(repetitions, value)

type Values = Omit<EnteredDate, 'until'> & { until: string }

/** A date that is proposed; `words` say how it was computed, null where the user types it. */
export type ProposedDate = Partial<Values> & { sentence: string; words: string | null }

const empty: Values = { kind: 'review', title: '', date: '', every: 'once', until: '' }

type Problems = Partial<Record<keyof Values, string>>

/** The entered date, or the problem of each field. */
function check({ kind, date, every, ...values }: Values): { fields: EnteredDate | null; problems: Problems } {
  const title = values.title.trim() === '' && kind !== 'other' ? ownDateKinds[kind] : values.title
  const until = every === 'once' || values.until === '' ? null : values.until
  const parsed = enteredDate.safeParse({ kind, date, every, title, until })
  if (parsed.success) return { fields: parsed.data, problems: {} }
  const names = { kind: 'The kind', title: 'The title', date: 'The date', every: 'The repetition', until: 'The end' }
  const problems: Problems = {}
  for (const { path, message } of parsed.error.issues) {
    const name = path[0] as keyof Values
    const isEmpty = name === 'date' && date === ''
    problems[name] ??= isEmpty ? 'Enter a date.' : `${names[name]} ${message}.`
  }
  return { fields: null, problems }
}

type Props = DialogOf & { onClose: () => void }

type DialogOf =
  | { of: DateOwner; name: string; shown?: undefined; fact?: undefined; proposed?: undefined }
  | { of: DateOwner; name: string; fact: DateFact; proposed: ProposedDate; shown?: undefined }
  | { shown: OwnDate; name: string; of?: undefined; fact?: undefined; proposed?: undefined }

/** Adds a date of the user's own to a record, or changes one. */
export function DateDialog({ of, name, shown, fact, proposed, onClose }: Props) {
  const [values, setValues] = useState<Values>(() =>
    shown ? { ...shown, until: shown.until ?? '' } : { ...empty, ...proposed },
  )
  const [tried, setTried] = useState(false)
  const [isUnfinished, setUnfinished] = useState(false)
  const until = useRef<HTMLInputElement>(null)
  const actions = useDateActions()
  const { fields, problems } = check(values)
  const set = (changed: Partial<Values>) => setValues((before) => ({ ...before, ...changed }))
  const save = async () => {
    setTried(true)
    // The browser reports no value of an incomplete date, which must not count as an absent one.
    const isIncomplete = until.current?.validity.badInput === true
    setUnfinished(isIncomplete)
    if (fields === null || isIncomplete) return
    await (shown ? actions.change(shown, fields) : actions.add(of, fields, fact ?? null))
    onClose()
  }
  const shownProblems = tried ? problems : {}
  const untilProblem = isUnfinished ? 'Complete the last day, or clear it.' : shownProblems.until
  const note = values.date === '' ? null : repetitionNote(values)
  return (
    <FormDialog
      title={shown ? 'Change this date' : 'Add a date'}
      onClose={onClose}
      error={actions.error}
      confirm={{
        label: shown ? 'Save date' : 'Add date',
        isPending: actions.isPending,
        // Its error is shown in the dialog.
        onConfirm: () => void save().catch(() => {}),
      }}
    >
      <p className="note">
        Of <RecordText>{name}</RecordText>. Saved on this computer only; the service has no place for dates.
      </p>
      {proposed ? (
        <blockquote className={`anywhere ${classes.sentence}`}>
          “<RecordText>{proposed.sentence}</RecordText>”
        </blockquote>
      ) : null}
      <Select
        label="Kind"
        data={kinds}
        value={values.kind}
        onChange={(kind) => {
          if (isKind(kind)) set({ kind })
        }}
        allowDeselect={false}
        openOnFocus={false}
        withScrollArea={false}
        data-autofocus
      />
      <TextInput
        label="Title"
        placeholder={values.kind === 'other' ? '' : ownDateKinds[values.kind]}
        maxLength={mostTitle}
        value={values.title}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        error={shownProblems.title}
      />
      <TextInput
        label="Date"
        type="date"
        max="9999-12-31"
        value={values.date}
        onChange={({ currentTarget }) => set({ date: currentTarget.value })}
        error={shownProblems.date}
      />
      {proposed?.words ? <p className="note">{proposed.words}</p> : null}
      <Select
        label="Repeats"
        data={everyChoices}
        value={values.every}
        onChange={(every) => {
          if (isRepetition(every)) set({ every })
        }}
        allowDeselect={false}
        openOnFocus={false}
        withScrollArea={false}
      />
      {values.every === 'once' ? null : (
        <TextInput
          ref={until}
          label="Until (optional)"
          type="date"
          max="9999-12-31"
          value={values.until}
          onChange={({ currentTarget }) => {
            setUnfinished(false)
            set({ until: currentTarget.value })
          }}
          error={untilProblem}
        />
      )}
      {note === null ? null : (
        <p className="note" role="status">
          {note}
        </p>
      )}
    </FormDialog>
  )
}
