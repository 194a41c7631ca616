import { longestId } from '../records/field.ts'

/** The resources that have links, by their word in the link. */
const linkedResources = {
  household: 'households',
  individual: 'individuals',
  entity: 'entities',
  document: 'documents',
} as const

type Kind = keyof typeof linkedResources

export type LinkedResource = (typeof linkedResources)[Kind]

/** The record of a link; a link contains only its id. */
export type LinkedRecord = { resource: LinkedResource; id: string }

/** The maximum length of a link, in characters; longer than a link to any valid id. */
const longestLink = 20_000

const form = /^steward:\/\/(household|individual|entity|document)\/((?:[\w.~!'()*-]|%[\dA-F]{2})+)$/
/** Invalid in an id: control characters and lone surrogates, and `.` or `..`, which have a meaning in paths. */
const never = /[\p{Cc}\p{Cs}]|^\.{1,2}$/u

const isLinkable = (id: string) => id !== '' && id.length <= longestId && !never.test(id)

/** True if records of a resource have links. */
export const hasLinks = (resource: string): resource is LinkedResource =>
  Object.values<string>(linkedResources).includes(resource)

/** The link to a record, `steward://household/<id>`; null if a link cannot represent the id. */
export function recordLink({ resource, id }: LinkedRecord): string | null {
  const kind = (Object.keys(linkedResources) as Kind[]).find((one) => linkedResources[one] === resource)
  return isLinkable(id) ? `steward://${kind}/${encodeURIComponent(id)}` : null
}

/** Parses a link. Returns null unless it has exactly the form that {@link recordLink} produces. */
export function readRecordLink(text: string): LinkedRecord | null {
  const [, kind, written] = (text.length <= longestLink && form.exec(text)) || []
  if (kind === undefined || written === undefined) return null
  try {
    const id = decodeURIComponent(written)
    return isLinkable(id) && encodeURIComponent(id) === written ? { resource: linkedResources[kind as Kind], id } : null
  } catch {
    return null
  }
}
