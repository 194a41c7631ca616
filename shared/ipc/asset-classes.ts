import { z } from 'zod'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'

/** An asset class's id as a person may paste one: printable, without blanks. */
export const assetClassId = z
  .string()
  .regex(/^[!-~]{1,256}$/, 'must be an id of at most 256 letters, digits and signs, without blanks')

/** What people call an asset class. */
export const assetClassName = z.string().trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters')

/** An asset class as one computer hands it to another. */
export const givenAssetClass = z.strictObject({ id: assetClassId, name: assetClassName })

/** The most asset classes that are taken from a file. */
export const maxGivenClasses = 10_000

/** An asset class as this computer knows it: the service has no way to list them. */
export const knownAssetClass = z.strictObject({
  id: z.string(),
  /** As the service last called it; until it was seen in a valuation, as a person did. */
  name: z.string(),
  /** Valuations seen on this device that hold it. */
  uses: z.number().int(),
  /** When a valuation that holds it was last observed, ISO 8601; null when none was. */
  last_seen: z.string().nullable(),
  /** Whether the entity that was asked about holds it, or held it in a valuation seen on this device. */
  own: z.boolean(),
  /** Whether a person made it known, by hand or from a file. */
  added: z.boolean(),
})

export const assetClassesContract = {
  /** The entity's own first, then the most used, then by name. */
  list: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, entity_id: idInput.optional() }))
    .output(z.array(knownAssetClass)),
  /** Makes an id known by hand. One that was seen in a valuation keeps the name that the service gives it. */
  add: procedure({ permission: 'keep' }).input(givenAssetClass.extend({ connectionId })).output(nothing),
  /** As `add`, for a colleague's file; all or none. What is known already stays as it is. */
  addAll: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, classes: z.array(givenAssetClass).min(1).max(maxGivenClasses) }))
    .output(z.strictObject({ added: z.number().int(), known: z.number().int() })),
  /** Forgets what was made known by hand; what was seen in a valuation stays known. */
  forget: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, id: idInput }))
    .output(nothing),
  /** Writes the directory to a file that a person chose, for a colleague. Null when they chose none. */
  exportFile: procedure({ permission: 'export' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ file: z.strictObject({ name: z.string(), handle: z.string() }).nullable() })),
}

export type KnownAssetClass = z.infer<typeof knownAssetClass>
export type GivenAssetClass = z.infer<typeof givenAssetClass>
