import type { OperationMerge } from '../../../shared/domain/operation.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import classes from './outbox.module.css'

const documentStates: Record<OperationMerge['documents'][number]['state'], string> = {
  waiting: 'Waiting',
  sent: 'Sent, not seen in the service yet',
  moved: 'Moved',
  left: 'Not moved: a colleague gave it to someone else or deleted it',
}

const stepStates: Record<OperationMerge['fields' | 'deletion'], string> = {
  waiting: 'Waiting',
  sent: 'Sent, not seen in the service yet',
  done: 'Done',
  elsewhere: 'A colleague deleted it',
}

/** The steps of a merge in their order, with what a read of the service showed of each. */
export function MergeSteps({ merge, title }: { merge: OperationMerge; title: string }) {
  const { keep_id, keep_title, fields, documents, deletion } = merge
  return (
    <Section title="Steps">
      <ol className={`plain-list ${classes.history}`} aria-label="Steps of the merge">
        <li>
          <Quiet>{stepStates[fields]}</Quiet>
          <span>
            Chosen fields to <RecordLink resource="individuals" id={keep_id} name={keep_title} />
          </span>
        </li>
        {documents.map((one) => (
          <li key={one.id}>
            <Quiet>{documentStates[one.state]}</Quiet>
            <span>
              Document <RecordLink resource="documents" id={one.id} name={one.title} />
            </span>
          </li>
        ))}
        <li>
          <Quiet>{stepStates[deletion]}</Quiet>
          <span>
            Delete the other record of <RecordText>{title}</RecordText>, and move what is stored on this computer
          </span>
        </li>
      </ol>
    </Section>
  )
}
