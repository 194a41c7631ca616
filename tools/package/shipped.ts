import { z } from 'zod'

/** File in which a build lists the third-party packages it contains. */
export const shippedFile = 'out/third-party.json'

export const shippedPackages = z.array(
  z.strictObject({
    name: z.string(),
    version: z.string(),
    license: z.string(),
    /** The package's path below the project's root, as in the lock file. */
    place: z.string(),
  }),
)

export type ShippedPackage = z.infer<typeof shippedPackages>[number]
