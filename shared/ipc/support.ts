import { z } from 'zod'
import { nothing, ownId, procedure } from './procedure.ts'

/** One file of a support bundle, exactly as it will be in it. */
export const supportFile = z.strictObject({ name: z.string(), text: z.string() })

export const supportContract = {
  /** Makes a bundle of what helps to find a fault, and shows all of it. Nothing leaves this computer by itself. */
  preview: procedure({ permission: 'read' })
    .input(nothing)
    .output(z.strictObject({ handle: z.string(), files: z.array(supportFile) })),
  /** Writes the bundle that was shown last to a file that a person chooses. Null when they chose none. Throws `support/gone`. */
  save: procedure({ permission: 'keep' })
    .input(z.strictObject({ handle: ownId }))
    .output(z.strictObject({ file: z.strictObject({ name: z.string(), handle: z.string() }).nullable() })),
}

export type SupportFile = z.infer<typeof supportFile>
