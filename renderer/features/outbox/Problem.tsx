import type { OperationProblem } from '../../../shared/domain/operation.ts'
import { inWords } from '../../../shared/domain/operation-words.ts'
import { RecordText } from '../../components/Values.tsx'
import classes from './question.module.css'

/** Why the last attempt failed, with the service's message. */
export function Problem({ problem }: { problem: OperationProblem }) {
  return (
    <div className={classes.text}>
      <p>
        {problem.message} {problem.nextStep}
      </p>
      {problem.detail ? (
        <p className="quiet">
          The service said{problem.status === null ? '' : ` (${problem.status})`}:{' '}
          <q>
            <RecordText>{inWords(problem.detail)}</RecordText>
          </q>
        </p>
      ) : null}
    </div>
  )
}
