import { AppError } from '../../../shared/domain/app-error.ts'
import type { Presenting } from '../../../shared/domain/presenting.ts'
import type { UseCases } from '../core.ts'

/** A call of a procedure while a household is presented. */
export type PresentedCall = {
  input: Readonly<Record<string, unknown>>
  presenting: Presenting
  /** The id of the presented household. Throws `presenting/not-shown` without one. */
  household: string
  /** The procedures, unguarded. */
  useCases: UseCases
  /** The id of a record's household; null if the record is not in the offline copy, or is of no household. */
  householdOf(resource: string, id: string): Promise<string | null>
}

export const notShown = (): AppError =>
  new AppError('presenting/not-shown', {
    message: 'While presenting, Steward shows one household, without files and forms.',
    nextStep: 'Leave presenter mode to see this.',
  })
