import { nodeKey } from '../../../shared/domain/estate-map/nodes.ts'
import { knownRole } from '../../../shared/domain/roles/role-names.ts'
import type { EstateEdge, EstateLink, EstateMap, EstateNode, EstateProposal } from '../../../shared/ipc/estate.ts'

/** The subject of the evidence: a record, or everything that waits to be confirmed. */
export type Chosen = { what: 'node'; node: EstateNode } | { what: 'review' }

/** One role with where it comes from. */
export type EvidenceItem = { key: string } & (
  | { kind: 'proposal'; proposal: EstateProposal }
  | { kind: 'link'; link: EstateLink }
  | { kind: 'service'; edge: EstateEdge }
)

const touches = (one: { from: EstateNode; to: EstateNode }, key: string) =>
  nodeKey(one.from) === key || nodeKey(one.to) === key

const pairKey = ({ from, to, role }: EstateProposal) => `${nodeKey(from)} ${nodeKey(to)} ${role ?? ''}`

/** The roles of the chosen one, those to confirm first; or all that are to be confirmed. */
export function evidenceOf({ proposals, links, edges }: EstateMap, chosen: Chosen): EvidenceItem[] {
  const proposed = (all: readonly EstateProposal[]) =>
    all.map((proposal): EvidenceItem => ({ key: `proposal ${pairKey(proposal)}`, kind: 'proposal', proposal }))
  if (chosen.what === 'review') return proposed(proposals)
  const key = nodeKey(chosen.node)
  return [
    ...proposed(proposals.filter((each) => touches(each, key))),
    ...links
      .filter((each) => touches(each, key))
      .map((link): EvidenceItem => ({ key: `link ${link.id}`, kind: 'link', link })),
    ...edges
      .filter((each) => touches(each, key))
      .map(
        (edge): EvidenceItem => ({
          ...{ key: `service ${nodeKey(edge.from)} ${nodeKey(edge.to)}`, kind: 'service', edge },
        }),
      ),
  ]
}

/** An item in a few words: “Trustee (proposed)”. */
function roleOf(item: EvidenceItem): string {
  if (item.kind === 'service') return 'On a document'
  if (item.kind === 'link') return knownRole(item.link.role) ?? item.link.role
  return `${item.proposal.role ?? 'Named'} (proposed)`
}

const endsOf = (item: EvidenceItem): { from: EstateNode; to: EstateNode } =>
  item.kind === 'proposal' ? item.proposal : item.kind === 'link' ? item.link : item.edge

/** The others of the items, by `nodeKey`, with the roles that join them to this one. */
export function rolesBeside(items: readonly EvidenceItem[], key: string): Map<string, string[]> {
  const beside = new Map<string, string[]>()
  for (const item of items) {
    const { from, to } = endsOf(item)
    const other = nodeKey(from) === key ? nodeKey(to) : nodeKey(from)
    beside.set(other, [...(beside.get(other) ?? []), roleOf(item)])
  }
  return beside
}
