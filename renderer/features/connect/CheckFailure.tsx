import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ConnectionInput } from '../../../shared/ipc/connections.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { ErrorState } from '../../components/States.tsx'
import type { PresentedError } from '../../lib/present-error.ts'
import classes from './connect.module.css'

const isField = (name: string, fields: readonly string[]): name is keyof ConnectionInput => fields.includes(name)

/** The problems of an error that belong to one of these fields. */
export const fieldIssues = ({ issues }: PresentedError, fields: readonly string[]) =>
  issues.flatMap(({ field, message }) => (isField(field, fields) ? [{ field, message }] : []))

type Props = {
  error: PresentedError
  /** The fields on screen; problems with others are listed here. */
  fields: readonly string[]
  /** Said after the problems. */
  note?: ReactNode
  /** Goes on although the check failed; not offered for input that cannot be used. */
  onSkip?: () => void
}

/** Why a check failed. What is said at a field on screen is not repeated. */
export function CheckFailure({ error, fields, note, onSkip }: Props) {
  const elsewhere = error.issues.filter(({ field }) => !isField(field, fields))
  const isWrongInput = error.code === 'connection/invalid'
  const isUsable = !isWrongInput && !error.code.startsWith('policy/')
  const skip =
    isUsable && onSkip ? (
      <Button variant="default" onClick={onSkip}>
        Continue without this check
      </Button>
    ) : null
  if (error.issues.length === 0) return <ErrorState error={error}>{skip}</ErrorState>
  return (
    <div className={`column ${classes.failure}`}>
      <p role="alert" className="negative" data-code={error.code}>
        {error.title}. {elsewhere.length < error.issues.length ? 'See the marked field. ' : ''}
        {elsewhere.map(({ message }) => message).join(' ')} {note}
      </p>
      {isWrongInput ? null : (
        <div className={`row ${classes.actions}`}>
          {skip}
          <CopyButton text={error.detail} label="Copy details" />
        </div>
      )}
    </div>
  )
}
