import { z } from 'zod'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'

/** An asset class's id as typed or pasted: printable characters without spaces. */
export const assetClassId = z
  .string()
  .regex(/^[!-~]{1,256}$/, 'must be an ID of at most 256 characters, without spaces')

/** An asset class's display name. */
export const assetClassName = z.string().trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters')

/** An asset class as exchanged between computers. */
export const givenAssetClass = z.strictObject({ id: assetClassId, name: assetClassName })

/** The most asset classes accepted from a file. */
export const maxGivenClasses = 10_000

/** An asset class known to this computer. The service cannot list them. */
export const knownAssetClass = z.strictObject({
  id: z.string(),
  /** The latest name from the service; until the class is seen in a valuation, the name the user gave it. */
  name: z.string(),
  /** The number of valuations with it that this device has seen. */
  uses: z.number().int(),
  /** When a valuation with it was last observed, ISO 8601; null if none was. */
  last_seen: z.string().nullable(),
  /** Whether the requested entity holds it, or held it in a valuation seen on this device. */
  own: z.boolean(),
  /** Whether the user added it, by hand or from a file. */
  added: z.boolean(),
})

export const assetClassesContract = {
  /** Sorted: the entity's own first, then by use, then by name. */
  list: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, entity_id: idInput.optional() }))
    .output(z.array(knownAssetClass)),
  /** Adds a class by hand. A class that was seen in a valuation keeps the service's name. */
  add: procedure({ permission: 'keep' }).input(givenAssetClass.extend({ connectionId })).output(nothing),
  /** Like `add`, for a colleague's file: all classes or none. Known classes do not change. */
  addAll: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, classes: z.array(givenAssetClass).min(1).max(maxGivenClasses) }))
    .output(z.strictObject({ added: z.number().int(), known: z.number().int() })),
  /** Removes a class that was added by hand; a class seen in a valuation stays known. */
  forget: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, id: idInput }))
    .output(nothing),
  /** Saves the directory to a file chosen by the user, for a colleague. Null if the user cancels. */
  exportFile: procedure({ permission: 'export' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ file: z.strictObject({ name: z.string(), handle: z.string() }).nullable() })),
}

export type KnownAssetClass = z.infer<typeof knownAssetClass>
export type GivenAssetClass = z.infer<typeof givenAssetClass>
