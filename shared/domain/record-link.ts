/** What a link may lead to: its word in the link, and the resource. */
const linkedResources = {
  household: 'households',
  individual: 'individuals',
  entity: 'entities',
  document: 'documents',
} as const

type Kind = keyof typeof linkedResources

export type LinkedResource = (typeof linkedResources)[Kind]

/** A record as a link names it: by its id, and nothing else. */
export type LinkedRecord = { resource: LinkedResource; id: string }

/** Longer than any link to an id that may be asked for. */
export const longestLink = 2_500

const longestId = 256
const form = /^steward:\/\/(household|individual|entity|document)\/((?:[\w.~!'()*-]|%[\dA-F]{2})+)$/
/** No id, and no part of an address: what shows nothing, and what means another folder. */
const never = /[\p{Cc}\p{Cs}]|^\.{1,2}$/u

const isLinkable = (id: string) => id !== '' && id.length <= longestId && !never.test(id)

/** Whether records of a resource have links. */
export const hasLinks = (resource: string): resource is LinkedResource =>
  Object.values<string>(linkedResources).includes(resource)

/** The link to a record, `steward://household/<id>`; null for an id that no link can hold. */
export function recordLink({ resource, id }: LinkedRecord): string | null {
  const kind = (Object.keys(linkedResources) as Kind[]).find((one) => linkedResources[one] === resource)
  return isLinkable(id) ? `steward://${kind}/${encodeURIComponent(id)}` : null
}

/** Reads a link. Null for anything that is not written exactly as {@link recordLink} writes them. */
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
