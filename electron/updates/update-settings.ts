import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const settings = z.strictObject({
  url: z.url({ protocol: /^https$/ }).nullable(),
  publisher: z.string().min(1).nullable(),
})

/**
 * Settings that the packager wrote into the app: the address of the update feed, and the publisher that signs new versions. Null
 * if not configured.
 */
export type UpdateSettings = z.infer<typeof settings>

/**
 * Reads them from inside the archive, whose checksum is part of the signed program.
 *
 * @param app - the app's folder or archive
 * @throws if the app was not packaged
 */
export async function readUpdateSettings(app: string): Promise<UpdateSettings> {
  const described = z.looseObject({ updates: settings })
  return described.parse(JSON.parse(await readFile(join(app, 'package.json'), 'utf8'))).updates
}
