import { Button } from '@mantine/core'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { Moment } from '../../components/Dates.tsx'
import { ChangeList } from '../../components/difference/ChangeList.tsx'
import { Section } from '../../components/Section.tsx'
import { Candidates } from './Candidates.tsx'
import { EditFields } from './EditFields.tsx'
import { FieldsQuestion } from './FieldsQuestion.tsx'
import { Problem } from './Problem.tsx'
import classes from './question.module.css'
import { wordsOf } from './question-words.ts'
import { useOperation } from './use-outbox.ts'

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
