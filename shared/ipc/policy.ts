import { z } from 'zod'
import { policyInForce } from '../domain/policy.ts'
import { forbiddingSettings } from '../domain/policy-permissions.ts'
import { nothing, procedure } from './procedure.ts'

/** The firm's policy for this computer, and its source. */
export const policyState = z.strictObject({
  /** Where it was read from: a file path or the name of a system store; null if there is no policy. */
  source: z.string().nullable(),
  /**
   * The policy's problems, one sentence each. An invalid setting counts as its strictest value that removes nothing; while a
   * policy cannot be read, see `policyInForce`.
   */
  problems: z.array(z.string()),
  /** The policy in force. */
  policy: policyInForce,
})

export const policyContract = {
  get: procedure({ permission: 'read' })
    .input(nothing)
    // `forbidden`: the procedures that the policy forbids, by path (`exports.start`), each with the setting that forbids it.
    .output(policyState.extend({ forbidden: z.record(z.string(), z.enum(forbiddingSettings)) })),
}

export type PolicyState = z.infer<typeof policyState>
