import { z } from 'zod'
import { resources } from '../service/resource.ts'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'

/** See `Presenting` in `shared/domain/presenting.ts`; null while nothing is presented. */
export const presentingState = z.strictObject({
  presenting: z
    .strictObject({ connection_id: connectionId, household_id: z.string().nullable(), amounts: z.boolean() })
    .nullable(),
})

/** Presenter mode: the main process keeps it, for all windows and connections. Only the user ends it, and a restart. */
export const presentingContract = {
  state: procedure({ permission: 'read', whileLocked: true, whileRemoved: true })
    .input(nothing)
    .output(presentingState),
  /**
   * Starts it with the household of a record, or without one (`record: null`). Already started without one, it presents the
   * household of this record; otherwise it stays as it is. Amounts are hidden.
   */
  start: procedure({ permission: 'keep' })
    .input(
      z.strictObject({
        connectionId,
        record: z.strictObject({ resource: z.enum(resources), id: idInput }).nullable(),
      }),
    )
    .output(presentingState),
  /** Shows or hides the amounts of the presented household, until it ends. */
  showAmounts: procedure({ permission: 'keep' })
    .input(z.strictObject({ shown: z.boolean() }))
    .output(presentingState),
  end: procedure({ permission: 'keep' }).input(nothing).output(presentingState),
}
