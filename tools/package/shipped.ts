import { z } from 'zod'

/** Where a build says which packages of others are in it. */
export const shippedFile = 'out/third-party.json'

export const shippedPackages = z.array(
  z.strictObject({
    name: z.string(),
    version: z.string(),
    license: z.string(),
    /** Its folder, below the project's, as the lock file has it. */
    place: z.string(),
  }),
)

export type ShippedPackage = z.infer<typeof shippedPackages>[number]
