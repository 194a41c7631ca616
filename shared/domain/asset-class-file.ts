import { z } from 'zod'
import { type GivenAssetClass, givenAssetClass, maxGivenClasses } from '../ipc/asset-classes.ts'

/** The format's name and version, without which no file is taken. */
const format = 'steward-asset-classes-1'

const assetClassFile = z.strictObject({
  format: z.literal(format),
  /** Address of the service whose classes these are: ids mean nothing elsewhere. */
  service: z.string().max(2000),
  classes: z.array(givenAssetClass).min(1).max(maxGivenClasses),
})

export type AssetClassFile = { service: string; classes: GivenAssetClass[] }

/** A directory of asset classes as a file for a colleague. */
export function writeAssetClassFile({ service, classes }: AssetClassFile): string {
  return `${JSON.stringify({ format, service, classes }, null, 2)}\n`
}

/** The most problems of a file that are told. */
const maxProblems = 5

/**
 * Reads such a file, which may come from anywhere: all of it is right, or none is taken. A class that is there twice under
 * one name counts once.
 */
export function readAssetClassFile(text: string): AssetClassFile | { problems: string[] } {
  let parsed: unknown
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { problems: ['This is not valid JSON. Take the whole file as your colleague’s Steward wrote it.'] }
  }
  const judged = assetClassFile.safeParse(parsed)
  if (!judged.success) {
    // What is no such file at all is not taken to pieces.
    const foreign = judged.error.issues.find(({ path }) => path[0] === 'format' || path.length === 0)
    return { problems: (foreign ? [foreign] : judged.error.issues.slice(0, maxProblems)).map(asProblem) }
  }
  const { service, classes } = judged.data
  const byId = new Map<string, GivenAssetClass>()
  for (const given of classes) {
    const before = byId.get(given.id)
    if (before && before.name !== given.name) {
      return { problems: [`The id ${given.id} is there twice, with different names.`] }
    }
    byId.set(given.id, given)
  }
  return { service, classes: [...byId.values()] }
}

function asProblem({ path, message, code }: { path: PropertyKey[]; message: string; code: string }): string {
  if (path[0] === 'format' || path.length === 0) return 'This is no directory of asset classes that Steward wrote.'
  const [area, at, field] = path
  const place =
    area === 'classes' && typeof at === 'number' ? `Class ${at + 1}${field ? `, ${String(field)}` : ''}` : area
  return `${String(place)}: ${code === 'unrecognized_keys' ? 'has fields that Steward does not know' : message}.`
}
