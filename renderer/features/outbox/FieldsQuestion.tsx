import { Button } from '@mantine/core'
import { useState } from 'react'
import { fieldName } from '../../../shared/domain/field-words.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { Moment } from '../../components/Dates.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useCommand } from '../../lib/commands/use-command.ts'
import { localToday } from '../../lib/today.ts'
import { ConflictField } from './ConflictField.tsx'
import classes from './conflict.module.css'
import { allOf, decided, type FieldChoices, groupsOf, withChoice } from './decide-fields.ts'
import { problemsOf } from './field-editing.ts'
import { useOperation } from './use-outbox.ts'
import { changedThere, restOf } from './what-changed.ts'

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
      <div className={classes.bar}>
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
