import { z } from 'zod'
import { type GivenAssetClass, givenAssetClass, maxGivenClasses } from '../ipc/asset-classes.ts'

/** The format's name and version; a file without it is rejected. */
const format = 'steward-asset-classes-1'

const assetClassFile = z.strictObject({
  format: z.literal(format),
  /** The URL of the service that these classes belong to: the ids mean nothing for any other. */
  service: z.string().max(2000),
  classes: z.array(givenAssetClass).min(1).max(maxGivenClasses),
})

export type AssetClassFile = { service: string; classes: GivenAssetClass[] }

/** Serialises a directory of asset classes to a file for a colleague. */
export function writeAssetClassFile({ service, classes }: AssetClassFile): string {
  return `${JSON.stringify({ format, service, classes }, null, 2)}\n`
}

/** The most problems of a file that are reported. */
const maxProblems = 5

/**
 * Parses such a file, which is untrusted: the whole file must be valid. A class that occurs twice with the same name counts
 * once.
 */
export function readAssetClassFile(text: string): AssetClassFile | { problems: string[] } {
  let parsed: unknown
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { problems: ['This is not valid JSON. Use the whole file as your colleague exported it.'] }
  }
  const checked = assetClassFile.safeParse(parsed)
  if (!checked.success) {
    // If the file has a different format, only that is reported.
    const foreign = checked.error.issues.find(({ path }) => path[0] === 'format' || path.length === 0)
    return { problems: (foreign ? [foreign] : checked.error.issues.slice(0, maxProblems)).map(asProblem) }
  }
  const { service, classes } = checked.data
  const byId = new Map<string, GivenAssetClass>()
  for (const given of classes) {
    const before = byId.get(given.id)
    if (before && before.name !== given.name) {
      return { problems: [`The ID ${given.id} appears twice with different names.`] }
    }
    byId.set(given.id, given)
  }
  return { service, classes: [...byId.values()] }
}

function asProblem({ path, message, code }: { path: PropertyKey[]; message: string; code: string }): string {
  if (path[0] === 'format' || path.length === 0) return 'This is not an asset class directory exported from Steward.'
  const [area, at, field] = path
  const place =
    area === 'classes' && typeof at === 'number' ? `Class ${at + 1}${field ? `, ${String(field)}` : ''}` : area
  return `${String(place)}: ${code === 'unrecognized_keys' ? 'has unknown fields' : message}.`
}
