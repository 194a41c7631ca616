import { Button } from '@mantine/core'
import { fieldName } from '../../../shared/domain/field-words.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { JsonFields, Operation, OperationQuestion } from '../../../shared/domain/operation.ts'
import { isNothing, own } from '../../../shared/domain/same.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { Moment } from '../../components/Dates.tsx'
import { ChangeList } from '../../components/difference/ChangeList.tsx'
import { FieldList } from '../../components/FieldList.tsx'
import { FieldValue } from '../../components/FieldValue.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { Quiet, RecordId, RecordText } from '../../components/Values.tsx'
import { type CandidateField, candidateFields, candidateId, candidateTitle } from './candidate.ts'
import { EditFields } from './EditFields.tsx'
import { FieldsQuestion } from './FieldsQuestion.tsx'
import { Problem } from './Problem.tsx'
import classes from './question.module.css'
import { wordsOf } from './question-words.ts'
import { useOperation } from './use-outbox.ts'

type Props = { operation: Operation; disabled: boolean; onChoose: (id: string) => void }

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

/** What belongs to the candidate at the service: it helps to tell a new household from a colleague's. */
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
      <div className={classes.candidateHead}>
        <strong>
          <RecordLink resource={operation.resource} id={id} name={title} />
        </strong>
        <Button
          size="compact-sm"
          variant="default"
          disabled={disabled || id === ''}
          aria-label={`This is it: ${title}, ${id}`}
          onClick={() => onChoose(id)}
        >
          This is it
        </Button>
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
  const { title, text, answers } = wordsOf(kind, { ...operation, candidates })
  return (
    <Section title={title}>
      <p className={classes.text}>{text}</p>
      {operation.sent_at ? (
        <p className="quiet">
          Last sent <Moment at={operation.sent_at} />.
        </p>
      ) : null}
      {kind === 'changed-elsewhere' ? <ChangesThere operation={operation} /> : null}
      <Candidates operation={operation} disabled={pending} onChoose={(id) => decide({ decision: 'adopt', id })} />
      <div className={classes.answers}>
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

/** What a colleague changed in the record that is to be deleted. */
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
        <FieldsQuestion key={JSON.stringify(operation.question?.fields)} operation={operation} />
      </Section>
    )
  if (kind === 'refused')
    return (
      <Section
        title={operation.problem?.code.startsWith('files/') ? 'The file cannot be sent' : 'The service refused it'}
      >
        {operation.problem ? <Problem problem={operation.problem} /> : null}
        {operation.action === 'delete' ? null : <EditFields key={operation.changed_at} operation={operation} />}
      </Section>
    )
  return <Choice operation={operation} kind={kind} />
}
