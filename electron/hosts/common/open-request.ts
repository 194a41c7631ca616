import { isAbsolute } from 'node:path'
import { z } from 'zod'

/** The longest line that is read, in bytes. */
export const longestLine = 64 * 1024
const mostLinks = 20
const mostFiles = 500
const longestText = 32_768

/**
 * The links and files that the system asks Steward to open: links, which are parsed only when opened, and absolute file paths.
 */
const handedOver = z.strictObject({
  links: z.array(z.string().max(longestText)).max(mostLinks),
  files: z.array(z.string().max(longestText).refine(isAbsolute)).max(mostFiles),
})

export type OpenRequest = z.infer<typeof handedOver>

/** An {@link OpenRequest} as lines, each within the length limit; the links come first. */
export function* formatOpenRequest({ links, files }: OpenRequest): Generator<string> {
  let given: OpenRequest = { links: links.slice(-mostLinks), files: [] }
  let length = Buffer.byteLength(lineOf(given))
  for (const file of files) {
    // Plus 1 byte for the comma.
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

/** Parses one line; null for any other format. */
export function parseOpenRequest(line: string): OpenRequest | null {
  try {
    return handedOver.parse(JSON.parse(line))
  } catch {
    return null
  }
}
