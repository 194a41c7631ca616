import { Button, Radio, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import { fieldName } from '../../../shared/domain/field-words.ts'
import { type JsonFields, jsonFields } from '../../../shared/domain/operation.ts'
import { sayAction } from '../../../shared/domain/operation-words.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { isNothing, isSame, own } from '../../../shared/lib/json.ts'
import type { Fields as RecordFields } from '../../../shared/records/field.ts'
import { fieldsTogether, resourceFields } from '../../../shared/records/resource-fields.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { FieldValue } from '../../components/FieldValue.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { ErrorState } from '../../components/States.tsx'
import { useTellSaved } from '../../components/undo/use-undo.tsx'
import { Moment, Quiet, RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/api.ts'
import { useReadOnlyReason } from '../../lib/policy.ts'
import { presentError } from '../../lib/present-error.ts'
import classes from './doubles.module.css'

type MergedResource = 'households' | 'individuals'

/** One of the two records. `confirm`: the name that confirms its deletion. */
type Side = { id: string; name: string; confirm: string; record: JsonFields }

/** Names the first of some records, and counts the others. */
export function Names(props: { resource: Resource; first: readonly { id: string; name: string }[]; total: number }) {
  const { resource, first, total } = props
  return (
    <div className="note">
      {first.map((record, at) => (
        <Fragment key={record.id}>
          {at > 0 ? ', ' : null}
          <RecordLink resource={resource} id={record.id} name={record.name} />
        </Fragment>
      ))}
      {total > first.length ? ` and ${countOf(total - first.length, 'other', 'others')}` : null}
    </div>
  )
}

/** The fields of a record that an edit may set, in their order; those that belong together are chosen together. */
const groupsOf = (resource: MergedResource): readonly (readonly string[])[] =>
  Object.entries<RecordFields[string]>(resourceFields[resource])
    .filter(([, { update }]) => update)
    .map(([name]) => fieldsTogether(name))
    .filter((group, at, all) => all.findIndex((one) => one[0] === group[0]) === at)

const inSide = ({ record }: Side, field: string) => own(record, field) ?? null

const differs = (one: Side, other: Side, group: readonly string[]) =>
  group.some((field) => {
    const [left, right] = [inSide(one, field), inSide(other, field)]
    return !isSame(left, right) && !(isNothing(left) && isNothing(right))
  })

/** True for a field that at least one of the two has. */
const isShown = (one: Side, other: Side, field: string) =>
  !isNothing(inSide(one, field)) || !isNothing(inSide(other, field))

type Choices = Readonly<Record<string, string>>

/** The choice of both notes, which is made unless the user makes another. */
const both = 'both'
const isBoth = ({ notes = both }: Choices) => notes === both

/** The notes of both, one below the other; null if one of them has none. */
const bothNotes = (keep: Side, drop: Side): string | null => {
  const [first, second] = [inSide(keep, 'notes'), inSide(drop, 'notes')]
  return isNothing(first) || isNothing(second) ? null : `${String(first)}\n\n${String(second)}`
}

/** The side whose values are taken: as chosen, else the one that is kept unless it has none. */
const chosenOf = (choices: Choices, group: readonly string[], keep: Side, drop: Side): Side => {
  const id = choices[group[0] ?? '']
  if (id !== undefined && id !== both) return id === keep.id ? keep : drop
  return group.every((field) => isNothing(inSide(keep, field)) || inSide(keep, field) === false) ? drop : keep
}

function Values({ side, shown }: { side: Side; shown: readonly string[] }) {
  return (
    <>
      {shown.map((field) => (
        <div key={field}>
          {shown.length > 1 ? <Quiet>{fieldName(field)}: </Quiet> : null}
          {isNothing(inSide(side, field)) ? (
            <Quiet>None</Quiet>
          ) : (
            <FieldValue field={field} value={inSide(side, field)} />
          )}
        </div>
      ))}
    </>
  )
}

type FieldsProps = {
  resource: MergedResource
  sides: readonly [Side, Side]
  keep: Side
  drop: Side
  open: readonly (readonly string[])[]
  choices: Choices
  onKeep: (id: string) => void
  onChoose: (choices: Choices) => void
}

function Fields({ resource, sides, keep, drop, open, choices, onKeep, onChoose }: FieldsProps) {
  const [one, other] = sides
  return (
    <table className={classes.fields}>
      <thead>
        <tr>
          <td />
          {sides.map((side, at) => (
            <th key={side.id} scope="col">
              <RecordLink resource={resource} id={side.id} name={side.name} />
              <div className="note">
                Created <Moment at={String(inSide(side, 'created_at'))} />
              </div>
              <Radio
                name="keep"
                label="Keep this one"
                aria-label={`Keep this one: ${at === 0 ? 'left' : 'right'}`}
                checked={side.id === keep.id}
                onChange={() => onKeep(side.id)}
              />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {open.map((group) => {
          const [name = ''] = group
          return (
            <tr key={name}>
              <th scope="row">
                {group
                  .filter((field) => isShown(one, other, field))
                  .map(fieldName)
                  .join(', ')}
                {name === 'notes' && bothNotes(keep, drop) !== null ? (
                  <Radio
                    name={name}
                    label="Both, one below the other"
                    checked={isBoth(choices)}
                    onChange={() => onChoose({ ...choices, [name]: both })}
                  />
                ) : null}
              </th>
              {sides.map((side, at) => (
                <td key={side.id}>
                  <Radio
                    name={name}
                    aria-label={`${fieldName(name)}: ${at === 0 ? 'left' : 'right'}`}
                    label={<Values side={side} shown={group.filter((field) => isShown(one, other, field))} />}
                    checked={
                      !(name === 'notes' && isBoth(choices)) && chosenOf(choices, group, keep, drop).id === side.id
                    }
                    onChange={() => onChoose({ ...choices, [name]: side.id })}
                  />
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

type Confirmed = {
  keep_id: string
  drop_id: string
  fields: JsonFields
  typed: string
  seen: { keep: JsonFields; drop: JsonFields }
}

type Props<One extends Side> = {
  resource: MergedResource
  sides: readonly [One, One]
  /** The id of the record that is kept unless the user chooses the other one. */
  keepFirst: string
  /** False for fields that are not chosen. */
  isOffered?: (group: readonly string[], keep: One, drop: One) => boolean
  /** The heading of `moves`. */
  title: string
  moves: (keep: One, drop: One, fields: JsonFields) => ReactNode
  /** True while the merge cannot be saved. */
  isBlocked?: (keep: One, drop: One) => boolean
  /** Follows the button. */
  note: string
  save: { mutate: (confirmed: Confirmed) => void; isPending: boolean; error: Error | null }
}

/**
 * The two records as they are shown, which is how they are confirmed: they may change while they are compared. A merge that is refused
 * since another list would move shows them as they are now.
 */
export function useSeen<Compared>(compared: Compared, read: () => Promise<Compared>) {
  const [seen, setSeen] = useState(compared)
  const onError = async (error: unknown) => {
    if (presentError(error).code === 'outbox/list-changed') await read().then(setSeen, () => undefined)
  }
  return { seen, onError }
}

/** Shows the message of a saved merge with its undo, and opens the page of the merge. */
export function useAfterMerge(resource: MergedResource) {
  const connectionId = useConnection().id
  const navigate = useNavigate()
  const tellSaved = useTellSaved()
  return async ({ operation_id, undo }: ContractOutputs['doubles']['merge'], name: string) => {
    tellSaved(`${sayAction({ action: 'merge', resource })}: ${name}`, undo, operation_id)
    const params = { connectionId, operationId: operation_id }
    await navigate({ to: '/c/$connectionId/outbox/$operationId', params, replace: true })
  }
}

/** The choice of the record that stays and of each value that differs, what moves, and the typed confirmation. */
export function MergeForm<One extends Side>({
  resource,
  sides,
  keepFirst,
  title,
  moves,
  note,
  save,
  ...rules
}: Props<One>) {
  const [one, other] = sides
  const noun = resource === 'households' ? 'household' : 'person'
  const reason = useReadOnlyReason()
  const [keepId, setKeepId] = useState(keepFirst)
  const [choices, setChoices] = useState<Choices>({})
  const [keep, drop] = keepId === one.id ? [one, other] : [other, one]
  // The name confirms what was shown as it was typed.
  const [typing, setTyping] = useState({ about: drop.record, text: '' })
  const typed = typing.about === drop.record ? typing.text : ''
  const open = groupsOf(resource).filter(
    (group) => (rules.isOffered?.(group, keep, drop) ?? true) && differs(one, other, group),
  )
  const fields: JsonFields = Object.fromEntries(
    open
      .filter((group) => chosenOf(choices, group, keep, drop).id === drop.id)
      .flatMap((group) => group.map((field) => [field, inSide(drop, field)] as const)),
  )
  const notes = bothNotes(keep, drop)
  if (notes !== null && isBoth(choices) && open.some(([name]) => name === 'notes')) fields.notes = notes
  const isTyped = typed.normalize('NFC').trim() === drop.confirm.normalize('NFC').trim()
  const isReady = isTyped && !(rules.isBlocked?.(keep, drop) ?? false) && reason === null
  const confirm = () => {
    const seen = { keep: jsonFields.parse(keep.record), drop: jsonFields.parse(drop.record) }
    save.mutate({ keep_id: keep.id, drop_id: drop.id, fields, typed, seen })
  }
  return (
    <form
      className={classes.merge}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !save.isPending) confirm()
      }}
    >
      <Section title="Choose who stays, and each value">
        <Fields
          {...{ resource, sides, keep, drop, open, choices }}
          onKeep={(id) => {
            setKeepId(id)
            setChoices({})
            setTyping({ about: drop.record, text: '' })
          }}
          onChoose={setChoices}
        />
        <p className="note">Every other field is the same.</p>
      </Section>
      <Section title={title}>{moves(keep, drop, fields)}</Section>
      <Section title="Confirm">
        <TextInput
          label={`Type the name of the ${noun} to be deleted`}
          description={<RecordText>{drop.confirm}</RecordText>}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyping({ about: drop.record, text: event.currentTarget.value })}
          className={classes.typed ?? ''}
        />
        <ErrorState error={save.error} />
        {reason === null ? null : <p className="note">{reason}</p>}
        <Button type="submit" color="red" disabled={!isReady} loading={save.isPending}>
          Merge
        </Button>
        <p className="note">{note}</p>
      </Section>
    </form>
  )
}
