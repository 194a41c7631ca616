import { z } from 'zod'
import { programLevels } from '../domain/program-levels.ts'
import { nothing, ownId, procedure } from './procedure.ts'

/** How another program is told apart: by the name that it gives itself, and by what the system says about it. */
const namedProgram = z.strictObject({
  id: ownId,
  name: z.string(),
  /** The path of the program that started it; null if the system does not say. */
  started_by: z.string().nullable(),
})

/** How a call ended: `cut` by a lock, a policy, presenter mode or its caller. */
export const callOutcomes = ['answered', 'refused', 'cut', 'failed'] as const

/** One call of another program, without what it asked for and what it got. */
export const programCall = z.strictObject({
  /** ISO 8601. */
  at: z.string(),
  program: z.string(),
  command: z.string(),
  /** The list that was read; null if the command reads none. */
  resource: z.string().nullable(),
  rows: z.number().int(),
  ms: z.number().int(),
  outcome: z.enum(callOutcomes),
})

const programsState = z.strictObject({
  /** As the user chose. */
  is_on: z.boolean(),
  /** Programs of this user can reach Steward now. */
  is_open: z.boolean(),
  /** Why they cannot although it is on, as plain text; null if they can. */
  problem: z.string().nullable(),
  /** The choice is kept when Steward closes; it is not without a keychain. */
  is_kept: z.boolean(),
  /** As the user chose. */
  levels: programLevels,
  /** In force: the choice, and not more than the firm allows. */
  in_force: programLevels,
  allowed: z.array(
    namedProgram.extend({
      /** ISO 8601. */
      allowed_at: z.string(),
      /** ISO 8601; null if it has not called since Steward started. */
      last_call_at: z.string().nullable(),
    }),
  ),
  /** Programs that the user refused a moment ago: they may ask again from `until`, ISO 8601. */
  refused: z.array(namedProgram.extend({ until: z.string() })),
  /** After several refusals no program may ask until then, ISO 8601; null if it may. */
  paused_until: z.string().nullable(),
  /** Programs that wait for the user's answer. */
  asking: z.array(namedProgram),
  /** Names of the programs that read now, or did a moment ago. */
  attached: z.array(z.string()),
  /** The latest calls, newest first. */
  calls: z.array(programCall),
})

export const programsContract = {
  state: procedure({ permission: 'read' }).input(nothing).output(programsState),
  /** Lets programs ask. Each still needs the user's consent. */
  switchOn: procedure({ permission: 'programs' }).input(nothing).output(nothing),
  /** Ends every call. Consents stay. */
  switchOff: procedure({ permission: 'keep' }).input(nothing).output(nothing),
  /** Sets how much programs may read from now on; calls that are under way end. */
  setLevels: procedure({ permission: 'keep' })
    .input(z.strictObject({ levels: programLevels }))
    .output(nothing),
  /**
   * Answers a program that asks; an answer that comes too late does nothing. One that is refused may not ask again for 10 minutes; after three
   * refusals in that time, none may.
   */
  answer: procedure({ permission: 'programs' })
    .input(z.strictObject({ id: ownId, allow: z.boolean() }))
    .output(nothing),
  /** Lets a program that was refused ask again at once. */
  letAsk: procedure({ permission: 'programs' })
    .input(z.strictObject({ id: ownId }))
    .output(nothing),
  /** Takes a consent back, and ends the program's calls. */
  revoke: procedure({ permission: 'keep' })
    .input(z.strictObject({ id: ownId }))
    .output(nothing),
}

export type ProgramsState = z.infer<typeof programsState>
export type ProgramCall = z.infer<typeof programCall>
