import { Button, Radio, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import { fieldName } from '../../../shared/domain/field-words.ts'
import { type JsonFields, jsonFields } from '../../../shared/domain/operation.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { isNothing, isSame, own } from '../../../shared/lib/json.ts'
import { individualFields } from '../../../shared/records/individual.ts'
import { fieldsTogether } from '../../../shared/records/resource-fields.ts'
import { FieldValue } from '../../components/FieldValue.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { ErrorState } from '../../components/States.tsx'
import { useTellSaved } from '../../components/undo/use-undo.tsx'
import { Moment, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useReadOnlyReason } from '../../lib/policy.ts'
import classes from './doubles.module.css'

type Compared = ContractOutputs['doubles']['compare']
type Side = Compared['one']

/** The fields of a person that an edit may set, in their order; those that belong together are chosen together. */
const groups: readonly (readonly string[])[] = Object.entries(individualFields)
  .filter(([, field]) => 'update' in field && field.update)
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
  sides: readonly [Side, Side]
  keep: Side
  drop: Side
  open: readonly (readonly string[])[]
  choices: Choices
  onKeep: (id: string) => void
  onChoose: (choices: Choices) => void
}

function Fields({ sides, keep, drop, open, choices, onKeep, onChoose }: FieldsProps) {
  const [one, other] = sides
  return (
    <table className={classes.fields}>
      <thead>
        <tr>
          <td />
          {sides.map((side, at) => (
            <th key={side.id} scope="col">
              <RecordLink resource="individuals" id={side.id} name={side.name} />
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

/** The documents and own data that move, those that nobody can move, and the obstacles. */
function Moves({ keep, drop }: { keep: Side; drop: Side }) {
  const { documents, roles, dates } = drop
  const stuck = documents.filter((one) => one.household_id !== keep.household?.id)
  const isAcross = keep.household?.id !== drop.household?.id
  return (
    <>
      <ul>
        <li>
          {documents.length === 0
            ? 'There are no documents to move.'
            : `${countOf(documents.length - stuck.length, 'document moves', 'documents move')}, one by one. Each move is checked by a read of the service.`}
        </li>
        <li>
          On this computer: {countOf(roles, 'role', 'roles')} and {countOf(dates, 'own date', 'own dates')} move, with
          marks, favorites and confirmed facts. A role that both have is kept once.
        </li>
        <li>
          Summaries stay with their documents. Their text is not changed, so an old spelling of the name may remain.
        </li>
        <li>
          What the service itself decides by the person, such as roles in its entities, cannot be seen or moved here.
        </li>
        {isAcross ? <li>The two are in different households. Nobody changes household.</li> : null}
        <li>Only then the other record is deleted. The service cannot bring it back.</li>
      </ul>
      {stuck.length > 0 ? (
        <div role="alert" className={classes.stuck}>
          <p>
            {countOf(stuck.length, 'document is', 'documents are')} in another household than the person that is kept.
            The service cannot move a document to another household. Upload the file there and delete it here, or set it
            to another person, before you merge.
          </p>
          <ul>
            {stuck.map((one) => (
              <li key={one.id}>
                <RecordLink resource="documents" id={one.id} name={one.name} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  )
}

function Merge({ compared }: { compared: Compared }) {
  // The records may change while they are compared: what was seen is what is confirmed.
  const [{ one, other }] = useState(compared)
  const api = useApi()
  const connectionId = useConnection().id
  const navigate = useNavigate()
  const tellSaved = useTellSaved()
  const reason = useReadOnlyReason()
  const [keepId, setKeepId] = useState(other.documents.length > one.documents.length ? other.id : one.id)
  const [choices, setChoices] = useState<Choices>({})
  const [typed, setTyped] = useState('')
  const [keep, drop] = keepId === one.id ? [one, other] : [other, one]
  const isSameHousehold = keep.household?.id === drop.household?.id
  const isOffered = (group: readonly string[]) =>
    !group.includes('is_primary') || (isSameHousehold && inSide(drop, 'is_primary') === true)
  const open = groups.filter((group) => isOffered(group) && differs(one, other, group))
  const fields: JsonFields = Object.fromEntries(
    open
      .filter((group) => chosenOf(choices, group, keep, drop).id === drop.id)
      .flatMap((group) => group.map((field) => [field, inSide(drop, field)] as const)),
  )
  const notes = bothNotes(keep, drop)
  if (notes !== null && isBoth(choices) && open.some(([name]) => name === 'notes')) fields.notes = notes
  const isStuck = drop.documents.some((document) => document.household_id !== keep.household?.id)
  const save = useMutation(
    api.doubles.merge.mutationOptions({
      meta: { shown: true },
      onSuccess: async ({ operation_id, undo }) => {
        tellSaved(`Merge individual: ${drop.name}`, undo, operation_id)
        const params = { connectionId, operationId: operation_id }
        await navigate({ to: '/c/$connectionId/outbox/$operationId', params, replace: true })
      },
    }),
  )
  const isTyped = typed.normalize('NFC').trim() === drop.confirm.normalize('NFC').trim()
  const isReady = isTyped && !isStuck && reason === null
  const confirm = () => {
    const seen = { keep: jsonFields.parse(keep.record), drop: jsonFields.parse(drop.record) }
    save.mutate({ connectionId, keep_id: keep.id, drop_id: drop.id, fields, typed, seen })
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
          {...{ sides: [one, other], keep, drop, open, choices }}
          onKeep={(id) => {
            setKeepId(id)
            setChoices({})
            setTyped('')
          }}
          onChoose={setChoices}
        />
        <p className="note">Every other field is the same.</p>
      </Section>
      <Section title="What moves to the person that is kept">
        <Moves keep={keep} drop={drop} />
      </Section>
      <Section title="Confirm">
        <TextInput
          label="Type the name of the person to be deleted"
          description={<RecordText>{drop.confirm}</RecordText>}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className={classes.typed ?? ''}
        />
        <ErrorState error={save.error} />
        {reason === null ? null : <p className="note">{reason}</p>}
        <Button type="submit" color="red" disabled={!isReady} loading={save.isPending}>
          Merge
        </Button>
        <p className="note">Until it is sent it can be undone. Without a network it waits in the Outbox.</p>
      </Section>
    </form>
  )
}

/** Two records of one person side by side, and the merge of them. */
export function MergePage() {
  const { oneId = '', otherId = '' } = useParams({ strict: false })
  const connectionId = useConnection().id
  const input = { connectionId, one_id: oneId, other_id: otherId }
  const query = useQuery(useApi().doubles.compare.queryOptions({ input }))
  return (
    <Page
      title="Merge two people"
      crumbs={[{ label: 'Possible duplicates', to: '/c/$connectionId/doubles', params: { connectionId } }]}
    >
      <QueryView query={query} label="comparison">
        {(compared) => <Merge key={`${oneId} ${otherId}`} compared={compared} />}
      </QueryView>
    </Page>
  )
}
