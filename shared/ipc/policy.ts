import { z } from 'zod'
import { firmPolicy } from '../domain/policy.ts'
import { nothing, procedure } from './procedure.ts'

/** What the firm decided for this computer, and where that stands. */
export const policyState = z.strictObject({
  /** Where it was read: a file's path or the name of a store of the system; null when there is none. */
  source: z.string().nullable(),
  /**
   * What is wrong with it, a sentence each. A setting that cannot be understood counts as its strictest value, and a policy
   * that cannot be read at all forbids everything that one can forbid.
   */
  problems: z.array(z.string()),
  /** As it is in force. */
  policy: firmPolicy,
})

export const policyContract = {
  get: procedure({ permission: 'read' }).input(nothing).output(policyState),
}

export type PolicyState = z.infer<typeof policyState>
