import { Button } from '@mantine/core'
import { fieldName } from '../../../shared/domain/field-words.ts'
import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { own } from '../../../shared/domain/same.ts'
import { Moment } from '../../components/Dates.tsx'
import { FieldList } from '../../components/FieldList.tsx'
import { FieldValue } from '../../components/FieldValue.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { RecordId } from '../../components/Values.tsx'
import { candidateFields, candidateId, candidateTitle } from './candidate.ts'
import classes from './question.module.css'

type Props = { operation: Operation; disabled: boolean; onChoose: (id: string) => void }

function Candidate({ record, operation, disabled, onChoose }: Props & { record: JsonFields }) {
  const id = candidateId(record)
  const created = own(record, 'created_at')
  const title = candidateTitle(record) || id
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
          aria-label={`This is it: ${title}`}
          onClick={() => onChoose(id)}
        >
          This is it
        </Button>
      </div>
      <FieldList
        fields={[
          ...candidateFields(operation, record).map(({ field, value }) => ({
            label: fieldName(field),
            value: <FieldValue field={field} value={value} />,
          })),
          ...(typeof created === 'string' ? [{ label: 'Created', value: <Moment at={created} /> }] : []),
          { label: 'Id', value: <RecordId id={id} of="record" /> },
        ]}
      />
    </li>
  )
}

/** Records of the service that could be the one in question. */
export function Candidates(props: Props) {
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
