import { Button, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { localToday } from '../../../shared/domain/days.ts'
import { fieldName } from '../../../shared/domain/field-words.ts'
import { keepLineEnds } from '../../../shared/domain/merge.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import {
  type JsonFields,
  type Operation,
  type OperationQuestion,
  recordLeft,
} from '../../../shared/domain/operation.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { isNothing, isRecord, isSame, type Json, own } from '../../../shared/lib/json.ts'
import { ChangeList } from '../../components/difference/ChangeList.tsx'
import { FieldList } from '../../components/FieldList.tsx'
import { FieldValue } from '../../components/FieldValue.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { Moment, Quiet, RecordId, RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useOwners } from '../intake/public.ts'
import { type CandidateField, candidateFields, candidateId, candidateTitle } from './candidate.ts'
import { FieldsQuestion } from './FieldsQuestion.tsx'
import { fieldsToMend, kindOf, pathsOf, problemsOf, saidOf, withoutEmpty } from './field-editing.ts'
import { Problem } from './OperationState.tsx'
import classes from './question.module.css'
import { wordsOf } from './question-words.ts'
import { useOperation } from './use-outbox.ts'
import { ValueEditor } from './ValueEditor.tsx'

const owners = { entity_id: 'entities', individual_id: 'individuals' } as const

type OwnerField = keyof typeof owners

const isOwnerField = (field: string): field is OwnerField => Object.hasOwn(owners, field)

type OwnerEditorProps = {
  household: string
  field: OwnerField
  value: Json
  problem?: string | undefined
  onChange: (value: Json) => void
}

/** Chooses the entity or person of a household that a document is about, or none. */
function OwnerEditor({ household, field, value, problem, onChange }: OwnerEditorProps) {
  const known = useOwners(household)[owners[field]].list
  const id = typeof value === 'string' ? value : ''
  const here = id === '' || known.some((choice) => choice.value === id) ? [] : [{ value: id, label: id }]
  return (
    <NativeSelect
      aria-label={fieldName(field)}
      size="sm"
      error={problem}
      data={[{ value: '', label: 'None' }, ...here, ...known]}
      value={id}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type Problems = Readonly<Record<string, string>>

type FieldsProps = {
  fields: JsonFields
  within: string
  problems: Problems
  /** The household among whose entities and people the owner of a document is chosen; null for other records. */
  household: string | null
  onChange: (fields: JsonFields) => void
}

function Records({
  name,
  records,
  within,
  problems,
  onChange,
}: Omit<FieldsProps, 'fields' | 'household' | 'onChange'> & {
  name: string
  records: readonly JsonFields[]
  onChange: (records: Json[]) => void
}) {
  return records.map((record, at) => (
    // Items have no ids, and none is added or removed here.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <fieldset key={at} className={classes.nested}>
      <legend>
        {name} {at + 1}
      </legend>
      <FieldEditors
        fields={record}
        within={`${within}.${at}.`}
        problems={problems}
        household={null}
        onChange={(changed) => onChange(records.with(at, changed))}
      />
    </fieldset>
  ))
}

function FieldEditors({ fields, within, problems, household, onChange }: FieldsProps) {
  return Object.entries(fields).map(([field, value]) => {
    const path = within + field
    const change = (changed: Json) => onChange({ ...fields, [field]: changed })
    const kind = kindOf(field, value)
    if (kind === 'records' && Array.isArray(value))
      return (
        <Records
          key={field}
          name={fieldName(field)}
          records={value.filter(isRecord<Json>)}
          within={path}
          problems={problems}
          onChange={change}
        />
      )
    return (
      <div key={field} className="field-row">
        <span className={classes.label} aria-hidden="true">
          {fieldName(field)}
        </span>
        <div>
          {isOwnerField(field) && household !== null ? (
            <OwnerEditor household={household} field={field} value={value} problem={problems[path]} onChange={change} />
          ) : (
            <ValueEditor
              kind={kind}
              field={field}
              label={fieldName(field)}
              value={value}
              problem={problems[path]}
              onChange={change}
            />
          )}
        </div>
      </div>
    )
  })
}

/** Restores the line endings of the base record in edited texts. */
function kept(fields: JsonFields, base: JsonFields | null): JsonFields {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      const before = own(base ?? {}, field)
      return [field, typeof value === 'string' && typeof before === 'string' ? keepLineEnds(before, value) : value]
    }),
  )
}

function householdOf({ base }: ListedOperation, fields: JsonFields): string | null {
  const id = fields.household_id ?? base?.household_id
  return typeof id === 'string' ? id : null
}

type EditFieldsProps = { operation: ListedOperation }

/** Corrects the fields of a refused write. */
function EditFields({ operation }: EditFieldsProps) {
  const { decide, pending } = useOperation(operation)
  const [fields, setFields] = useState<JsonFields>(() => fieldsToMend(operation))
  const [asked, setAsked] = useState(false)
  const sent = withoutEmpty(kept(fields, operation.base), operation)
  const problems = problemsOf(operation, sent, localToday())
  const wrong = Object.keys(problems).length
  const said = saidOf(operation.problem?.detail ?? null, pathsOf(fields))
  const unchanged = isSame(sent, operation.fields)
  const save = () => {
    setAsked(true)
    if (wrong === 0) decide(unchanged ? { decision: 'retry' } : { decision: 'edit', fields: sent })
  }
  useCommand('record.save', pending ? null : save)
  return (
    <form
      className={classes.form}
      aria-label="Fields"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <FieldEditors
        fields={fields}
        within=""
        problems={{ ...said, ...(asked ? problems : {}) }}
        household={householdOf(operation, fields)}
        onChange={setFields}
      />
      {asked && wrong > 0 ? (
        <p className={classes.problem} role="alert">
          {wrong === 1 ? 'One field needs correcting.' : `${wrong} fields need correcting.`}
        </p>
      ) : null}
      <div className={`wrap ${classes.answers}`}>
        <Button type="submit" variant={unchanged ? 'default' : 'filled'} loading={pending}>
          {unchanged ? 'Send again unchanged' : 'Save and send'}
        </Button>
      </div>
    </form>
  )
}

type Props = { operation: Operation; disabled: boolean; onChoose: ((id: string) => void) | null }

function Compared({ field, value, difference }: CandidateField) {
  return (
    <>
      <FieldValue field={field} value={value} />
      {difference === null ? null : (
        <div>
          <Quiet>
            {isNothing(difference.sent) ? (
              'You did not send this.'
            ) : (
              <>
                You sent: <FieldValue field={field} value={difference.sent} />
              </>
            )}
          </Quiet>
        </div>
      )}
    </>
  )
}

type Contents = NonNullable<OperationQuestion['contents']>[number]

/** How many records belong to the candidate, and the first of their names. */
function Named({ named, none }: { named: Contents['documents']; none: string }) {
  if (named === null) return <Quiet>The service does not say</Quiet>
  if (named.total === 0) return <Quiet>{none}</Quiet>
  const left = named.total - named.names.length
  return (
    <>
      <RecordText>{named.names.join(', ')}</RecordText>
      {left > 0 ? ` and ${left.toLocaleString('en-US')} more` : ''}
    </>
  )
}

/** The records that belong to the candidate at the service: it helps to tell a new household from a colleague's. */
function contentsOf(operation: Operation, id: string) {
  const contents = operation.question?.contents?.find((one) => one.id === id)
  if (contents === undefined) return []
  return [
    ...(operation.resource === 'households'
      ? [{ label: 'Other people', value: <Named named={contents.people} none="None" /> }]
      : []),
    { label: 'Documents', value: <Named named={contents.documents} none="None" /> },
  ]
}

function Candidate({ record, operation, disabled, onChoose }: Props & { record: JsonFields }) {
  const id = candidateId(record)
  const created = own(record, 'created_at')
  const title = candidateTitle(record) || `${resourceNames[operation.resource].one} without a name`
  const fields = candidateFields(operation, record)
  return (
    <li className={classes.candidate}>
      <div className={`line ${classes.candidateHead}`}>
        <strong>
          <RecordLink resource={operation.resource} id={id} name={title} />
        </strong>
        {onChoose && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={disabled || id === ''}
            aria-label={`This is it: ${title}, ${id}`}
            onClick={() => onChoose(id)}
          >
            This is it
          </Button>
        )}
      </div>
      {fields.every(({ difference }) => difference === null) ? (
        <p className="quiet">Every field that you sent is equal.</p>
      ) : null}
      <FieldList
        fields={[
          ...fields.map((one) => ({ label: fieldName(one.field), value: <Compared {...one} /> })),
          ...contentsOf(operation, id),
          ...(typeof created === 'string' ? [{ label: 'Created', value: <Moment at={created} /> }] : []),
          { label: 'ID', value: <RecordId id={id} of="record" /> },
        ]}
      />
    </li>
  )
}

/** Records of the service that may be the same as the record in question. */
function Candidates(props: Props) {
  const candidates = props.operation.question?.candidates ?? []
  if (candidates.length === 0) return null
  return (
    <ul className={classes.candidates} aria-label="Records in the service">
      {candidates.map((record, at) => (
        <Candidate key={candidateId(record) || at} record={record} {...props} />
      ))}
    </ul>
  )
}

type Kind = Parameters<typeof wordsOf>[0]

function Choice({ operation, kind }: { operation: ListedOperation; kind: Kind }) {
  const { decide, pending } = useOperation(operation)
  const candidates = operation.question?.candidates.length ?? 0
  const { title, text, answers } = wordsOf(kind, {
    ...operation,
    candidates,
    isGone: operation.question?.theirs === null,
  })
  return (
    <Section title={title}>
      <p className={classes.text}>{text}</p>
      {operation.sent_at ? (
        <p className="quiet">
          Last sent <Moment at={operation.sent_at} />.
        </p>
      ) : null}
      {kind === 'changed-elsewhere' ? <ChangesThere operation={operation} /> : null}
      {kind === 'other-entity' && operation.question?.theirs ? <ChangesThere operation={operation} /> : null}
      {kind === 'new-documents' ? (
        <ul className={classes.left} aria-label="Documents of the person to be deleted">
          {(operation.question?.candidates ?? []).map((record) => (
            <li key={candidateId(record)}>
              <RecordLink resource="documents" id={candidateId(record)} name={candidateTitle(record)} />
            </li>
          ))}
        </ul>
      ) : kind === 'records-left' ? (
        <RecordsLeft operation={operation} />
      ) : (
        <Candidates
          operation={operation}
          disabled={pending}
          onChoose={kind === 'other-latest' ? null : (id) => decide({ decision: 'adopt', id })}
        />
      )}
      <div className={`wrap ${classes.answers}`}>
        {answers.map(({ label, decision, primary = false }) => (
          <Button
            key={label}
            variant={primary ? 'filled' : 'default'}
            disabled={pending}
            onClick={() => decide(decision)}
          >
            {label}
          </Button>
        ))}
      </div>
    </Section>
  )
}

/** The records of the household that a merge deletes, and the page of the merge, which says how each kind is moved. */
function RecordsLeft({ operation: { question, record_id, merge } }: { operation: ListedOperation }) {
  const connectionId = useConnection().id
  const left = (question?.candidates ?? []).map((one) => recordLeft.parse(one))
  return (
    <>
      <ul className={classes.left} aria-label="Records in the other household">
        {left.map(({ resource, id, name }) => (
          <li key={id}>
            {resourceNames[resource].one} <RecordLink resource={resource} id={id} name={name} />
          </li>
        ))}
      </ul>
      <p>
        <Link
          to="/c/$connectionId/doubles/households/$oneId/$otherId"
          params={{ connectionId, oneId: merge?.keep_id ?? '', otherId: record_id }}
        >
          How each is moved
        </Link>
      </p>
    </>
  )
}

/** The changes that a colleague made to the record that is to be deleted, or to the entity of a valuation. */
function ChangesThere({ operation: { question } }: { operation: ListedOperation }) {
  const changes = (question?.fields ?? []).map(({ field, base, theirs }) => ({ field, before: base, after: theirs }))
  if (changes.length > 0) return <ChangeList changes={changes} />
  return <p className="quiet">No field that Steward shows differs, only the time of the last change.</p>
}

/** The question that a write is waiting on, and the possible answers. */
export function Question({ operation }: { operation: ListedOperation }) {
  const kind = operation.state === 'failed' ? 'refused' : operation.question?.kind
  if (kind === undefined) return null
  if (kind === 'fields')
    return (
      <Section title="Changed by you and in the service: choose the values">
        <FieldsQuestion
          key={JSON.stringify(operation.question?.fields)}
          operation={operation.merge ? { ...operation, base: operation.merge.keep_base } : operation}
        />
      </Section>
    )
  if (kind === 'refused')
    return (
      <Section
        title={operation.problem?.code.startsWith('files/') ? 'The file cannot be sent' : 'The service refused it'}
      >
        {operation.problem ? <Problem problem={operation.problem} /> : null}
        {operation.action === 'delete' || operation.action === 'merge' ? null : (
          <EditFields key={operation.changed_at} operation={operation} />
        )}
      </Section>
    )
  return <Choice operation={operation} kind={kind} />
}
