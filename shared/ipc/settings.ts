import { z } from 'zod'
import { nothing, procedure } from './procedure.ts'

export const settingsContract = {
  /** Writes what a person set on this computer, without any secret, to a file that they choose. Null when they chose none. */
  exportFile: procedure
    .input(nothing)
    .output(z.strictObject({ file: z.strictObject({ name: z.string(), handle: z.string() }).nullable() })),
}
