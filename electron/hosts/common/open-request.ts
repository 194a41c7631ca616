import { isAbsolute } from 'node:path'
import { z } from 'zod'

/** The longest line that is read, bytes. */
export const longestLine = 64 * 1024
const mostLinks = 20
const mostFiles = 500
const longestText = 32_768

/** What the system gives Steward to open: links, judged only where they are opened, and absolute paths of files. */
const handedOver = z.strictObject({
  links: z.array(z.string().max(longestText)).max(mostLinks),
  files: z.array(z.string().max(longestText).refine(isAbsolute)).max(mostFiles),
})

export type OpenRequest = z.infer<typeof handedOver>

/** A {@link OpenRequest} as lines, each of them short enough; the links go first. */
export function* formatOpenRequest({ links, files }: OpenRequest): Generator<string> {
  let given: OpenRequest = { links: links.slice(-mostLinks), files: [] }
  let length = Buffer.byteLength(lineOf(given))
  for (const file of files) {
    // A comma, and the line's own end.
    const more = Buffer.byteLength(JSON.stringify(file)) + 1
    if (given.files.length === mostFiles || length + more > longestLine) {
      yield lineOf(given)
      given = { links: [], files: [] }
      length = Buffer.byteLength(lineOf(given))
    }
    given.files.push(file)
    length += more
  }
  yield lineOf(given)
}

const lineOf = (given: OpenRequest): string => `${JSON.stringify(given)}\n`

/** What one line says; null for anything that is not written so. */
export function parseOpenRequest(line: string): OpenRequest | null {
  try {
    return handedOver.parse(JSON.parse(line))
  } catch {
    return null
  }
}
