import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const settings = z.strictObject({
  url: z.url({ protocol: /^https$/ }).nullable(),
  publisher: z.string().min(1).nullable(),
})

/** What the packager wrote into the app: where its new versions are told of, and who signs them. Null where it was not told. */
export type UpdateSettings = z.infer<typeof settings>

/**
 * Reads it from within the archive, whose checksum is part of the signed program.
 *
 * @param app - the app's folder or archive
 * @throws when it was not packaged
 */
export async function readUpdateSettings(app: string): Promise<UpdateSettings> {
  const described = z.looseObject({ updates: settings })
  return described.parse(JSON.parse(await readFile(join(app, 'package.json'), 'utf8'))).updates
}
