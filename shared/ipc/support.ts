import { z } from 'zod'
import { nothing, ownId, procedure } from './procedure.ts'

/** One file of a support bundle, with its exact content. */
export const supportFile = z.strictObject({ name: z.string(), text: z.string() })

export const supportContract = {
  /** Creates a support bundle and shows all of it. Nothing is sent automatically. */
  preview: procedure({ permission: 'read' })
    .input(nothing)
    .output(z.strictObject({ handle: z.string(), files: z.array(supportFile) })),
  /** Saves the bundle that was last shown to a file chosen by the user. Null if the user cancels. Throws `support/gone`. */
  save: procedure({ permission: 'keep' })
    .input(z.strictObject({ handle: ownId }))
    .output(z.strictObject({ file: z.strictObject({ name: z.string(), handle: z.string() }).nullable() })),
}

export type SupportFile = z.infer<typeof supportFile>
