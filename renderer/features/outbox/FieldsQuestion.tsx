import { Button, Radio, Textarea } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { localToday } from '../../../shared/domain/days.ts'
import { fieldName } from '../../../shared/domain/field-words.ts'
import type { TextPart } from '../../../shared/domain/merge.ts'
import type { FieldConflict } from '../../../shared/domain/operation.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import type { Json } from '../../../shared/lib/json.ts'
import { MarkedValue, TextDifference } from '../../components/difference/Difference.tsx'
import { FieldValue } from '../../components/FieldValue.tsx'
import { Moment, RecordText } from '../../components/Values.tsx'
import { useCommand } from '../../lib/commands/use-command.ts'
import classes from './conflict.module.css'
import {
  allOf,
  decided,
  type FieldChoice,
  type FieldChoices,
  groupsOf,
  type Keep,
  partsOf,
  putTogether,
  withChoice,
} from './decide-fields.ts'
import { kindOf, problemsOf } from './field-editing.ts'
import { useOperation } from './use-outbox.ts'
import { ValueEditor } from './ValueEditor.tsx'
import { changedThere, restOf } from './what-changed.ts'

type Overlap = Extract<TextPart, { kind: 'overlap' }>

const choices: readonly { keep: Keep; label: string }[] = [
  { keep: 'theirs', label: 'Theirs' },
  { keep: 'mine', label: 'Mine' },
  { keep: 'both', label: 'Both' },
]

const lines = (texts: readonly string[]) => texts.join('\n')

function OverlapChoice({
  part,
  name,
  kept,
  onKeep,
}: {
  part: Overlap
  name: string
  kept: Keep
  onKeep: (keep: Keep) => void
}) {
  return (
    <li className={`column ${classes.overlap}`}>
      <div className={classes.sides}>
        <div>
          <span className={classes.side}>Theirs</span>
          {part.theirs.length > 0 ? (
            <TextDifference before={lines(part.base)} after={lines(part.theirs)} />
          ) : (
            <em>removed</em>
          )}
        </div>
        <div>
          <span className={classes.side}>Mine</span>
          {part.mine.length > 0 ? (
            <TextDifference before={lines(part.base)} after={lines(part.mine)} />
          ) : (
            <em>removed</em>
          )}
        </div>
      </div>
      <Radio.Group
        label={name}
        classNames={{ label: classes.side }}
        value={kept}
        onChange={(value) => onKeep(value as Keep)}
      >
        <div className={classes.keeps}>
          {choices.map(({ keep, label }) => (
            <Radio key={keep} size="xs" value={keep} label={label} />
          ))}
        </div>
      </Radio.Group>
    </li>
  )
}

type MergedEditorProps = { conflict: FieldConflict; label: string; value: string; onChange: (text: string) => void }

/** Merges a text from both sides: overlap by overlap, or by editing the whole text. */
function MergedEditor({ conflict, label, value, onChange }: MergedEditorProps) {
  const parts = useMemo(() => partsOf(conflict), [conflict])
  const [keep, setKeep] = useState<Readonly<Record<number, Keep>>>({})
  const byHand = value !== putTogether(parts, keep)
  const overlaps = parts.flatMap((part, at) => (part.kind === 'overlap' ? [{ part, at }] : []))
  return (
    <div className={`column ${classes.merged}`}>
      <p className="quiet">
        {overlaps.length === 1
          ? 'You both changed this passage.'
          : `You both changed these ${overlaps.length} passages.`}{' '}
        Everything else is already merged.
      </p>
      <ol className={`column plain-list ${classes.overlaps}`}>
        {overlaps.map(({ part, at }, number) => (
          <OverlapChoice
            key={at}
            part={part}
            name={`${label}, passage ${number + 1}`}
            kept={keep[at] ?? 'both'}
            onKeep={(kept) => {
              const next = { ...keep, [at]: kept }
              setKeep(next)
              onChange(putTogether(parts, next))
            }}
          />
        ))}
      </ol>
      <Textarea
        label={`${label}, merged`}
        description={byHand ? 'Edited. Choosing above starts over.' : 'You can edit this text.'}
        size="sm"
        autosize
        minRows={4}
        maxRows={20}
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}

type Props = {
  conflict: FieldConflict
  choice: FieldChoice | undefined
  problem: string | undefined
  onChoose: (choice: FieldChoice) => void
}

/** True for a text that may overflow its box. The box then takes the keyboard focus, so that the arrow keys can scroll it. */
const isLong = (value: Json) => typeof value === 'string' && (value.length > 600 || value.split('\n').length > 12)

type SideProps = { head: ReactNode; name: string; value: Json; chosen?: boolean; children: ReactNode }

function Side({ head, name, value, chosen = false, children }: SideProps) {
  const long = isLong(value) ? ({ tabIndex: 0, role: 'group', 'aria-label': name } as const) : {}
  return (
    <div className={classes.column} data-chosen={chosen || undefined}>
      <div className={classes.columnHead}>{head}</div>
      <div className={classes.value} {...long}>
        {children}
      </div>
    </div>
  )
}

const hasThird = (conflict: FieldConflict) =>
  !['flag', 'fixed', 'records'].includes(kindOf(conflict.field, conflict.mine ?? conflict.theirs))

const firstOfOther = (conflict: FieldConflict) =>
  conflict.kind === 'overlap' ? putTogether(partsOf(conflict), {}) : (conflict.mine ?? '')

function OtherEditor({ conflict, choice, problem, onChoose }: Props) {
  if (choice?.pick !== 'other') return null
  const { field } = conflict
  const onChange = (value: FieldConflict['mine']) => onChoose({ pick: 'other', value })
  if (conflict.kind === 'overlap')
    return (
      <>
        <MergedEditor
          conflict={conflict}
          label={fieldName(field)}
          value={String(choice.value ?? '')}
          onChange={onChange}
        />
        {problem ? <p className={classes.problem}>{problem}</p> : null}
      </>
    )
  return (
    <div className={classes.third}>
      <ValueEditor
        kind={kindOf(field, conflict.mine ?? conflict.theirs)}
        field={field}
        label={`${fieldName(field)}, another value`}
        value={choice.value}
        problem={problem}
        onChange={onChange}
      />
    </div>
  )
}

/** One field that both sides changed: the base value, the service's value, the user's value, and the choice between them. */
function ConflictField(props: Props) {
  const { conflict, choice, problem, onChoose } = props
  const { field, base, theirs, mine } = conflict
  const name = fieldName(field)
  const choose = (pick: string) => {
    if (pick === 'theirs' || pick === 'mine') onChoose({ pick })
    else onChoose({ pick: 'other', value: firstOfOther(conflict) })
  }
  return (
    <Radio.Group
      label={name}
      value={choice?.pick ?? null}
      onChange={choose}
      classNames={{ root: classes.field, label: classes.name }}
    >
      <div className={classes.columns}>
        <Side head="When you started" name={`${name} when you started`} value={base}>
          <FieldValue field={field} value={base} />
        </Side>
        <Side
          chosen={choice?.pick === 'theirs'}
          name={`${name}, theirs`}
          value={theirs}
          head={<Radio size="xs" value="theirs" label="Theirs: in the service now" />}
        >
          <MarkedValue field={field} before={base} value={theirs} />
        </Side>
        <Side
          chosen={choice?.pick === 'mine'}
          name={`${name}, mine`}
          value={mine}
          head={<Radio size="xs" value="mine" label="Mine: what you entered" />}
        >
          <MarkedValue field={field} before={base} value={mine} />
          {choice?.pick === 'mine' && problem ? <p className={classes.problem}>{problem}</p> : null}
        </Side>
      </div>
      {hasThird(conflict) ? (
        <Radio size="xs" mt={6} value="other" label={conflict.kind === 'overlap' ? 'Both, merged' : 'Another value'} />
      ) : null}
      <OtherEditor {...props} />
    </Radio.Group>
  )
}

function Intro({ operation }: { operation: ListedOperation }) {
  const { at, others } = changedThere(operation)
  const rest = restOf(operation)
  return (
    <div className={classes.intro}>
      <p>
        After you started, someone changed <RecordText>{operation.title}</RecordText> in the service
        {at === null ? '' : ' '}
        {at === null ? null : (
          <>
            (last <Moment at={at} />)
          </>
        )}
        . The service does not say who. You saved your change on <Moment at={operation.saved_at} />. Nothing has been
        overwritten. Choose a value for each field.
      </p>
      {rest.length > 0 ? <p>Your other changes are sent unchanged: {rest.map(fieldName).join(', ')}.</p> : null}
      {groupsOf(operation.question?.fields ?? []).map((names) => (
        <p key={names[0]}>
          {names.map(fieldName).join(', ')} belong together: choosing one side for one of them chooses it for all.
        </p>
      ))}
      {others.length > 0 ? <p>Other changes made there are kept: {others.map(fieldName).join(', ')}.</p> : null}
    </div>
  )
}

/** Fields that both sides changed: Base, Theirs and Mine side by side, with a choice for each field. */
export function FieldsQuestion({ operation }: { operation: ListedOperation }) {
  const conflicts = operation.question?.fields ?? []
  const { decide, pending } = useOperation(operation)
  const [choices, setChoices] = useState<FieldChoices>({})
  const fields = decided(conflicts, choices)
  const made = conflicts.filter(({ field }) => choices[field]).length
  // Values taken from the service are not sent, so they are not validated.
  const sent = Object.fromEntries(Object.entries(fields ?? {}).filter(([field]) => choices[field]?.pick !== 'theirs'))
  const problems = problemsOf(
    { ...operation, base: { ...operation.base, ...operation.question?.theirs, ...fields } },
    sent,
    localToday(),
  )
  const ready = fields !== null && Object.keys(problems).length === 0
  const send = () => {
    if (ready) decide({ decision: 'merge', fields })
  }
  useCommand('record.save', ready && !pending ? send : null)
  return (
    <form
      aria-label="Decide"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Intro operation={operation} />
      {conflicts.length > 1 ? (
        <div className={classes.all}>
          <Button variant="default" onClick={() => setChoices(allOf(conflicts, 'theirs'))}>
            Theirs for all
          </Button>
          <Button variant="default" onClick={() => setChoices(allOf(conflicts, 'mine'))}>
            Mine for all
          </Button>
        </div>
      ) : null}
      {conflicts.map((conflict) => (
        <ConflictField
          key={conflict.field}
          conflict={conflict}
          choice={choices[conflict.field]}
          problem={problems[conflict.field]}
          onChoose={(choice) =>
            setChoices((before) => withChoice(conflicts, before, { field: conflict.field, choice }))
          }
        />
      ))}
      <div className={`line bottom-bar ${classes.bar}`}>
        <Button type="submit" disabled={!ready} loading={pending}>
          Save and send
        </Button>
        <output className="quiet">
          {made} of {conflicts.length} {conflicts.length === 1 ? 'field' : 'fields'} decided
        </output>
      </div>
    </form>
  )
}
