import { readText } from '../../electron/texts/extract/read-text.ts'
import { type PageText, textLimits } from '../../electron/texts/text-reader.ts'
import type { Fact } from '../../shared/domain/facts/fact-kinds.ts'
import { factsOf } from '../../shared/domain/facts/facts.ts'
import { mostWrong } from './judge.ts'
import type { FactDocument } from './second/make-document.ts'
import { type FactKind, type FactTruth, factKinds, type Standing } from './second/marks.ts'
import type { Entity, Household } from './world/firm.ts'

type WrongFact = { document: FactDocument; words: string }

/**
 * Facts of a kind: `found` are right, `asked` name several people of whom one is right, `open` may be found or not, `missed` are of people in the records or of
 * no person, and `outside` are roles of people who are in no record.
 */
export type FactCounts = {
  found: number
  asked: number
  wrong: number
  missed: number
  open: number
  outside: number
  elsewhere: number
}

export type JudgedFacts = {
  counts: Readonly<Record<FactKind, FactCounts>>
  wrong: WrongFact[]
  /** Papers that do not hold, or may not, by whether that is said. */
  standings: Record<Standing | 'none', { said: number; otherwise: number; unsaid: number }>
}

const zero = (): FactCounts => ({ found: 0, asked: 0, wrong: 0, missed: 0, open: 0, outside: 0, elsewhere: 0 })

/** Reads documents as Steward does, finds their facts, and compares them with the truth. */
export async function judgeFacts(documents: readonly FactDocument[]): Promise<JudgedFacts> {
  const counts = Object.fromEntries(factKinds.map((kind) => [kind, zero()])) as Record<FactKind, FactCounts>
  const standing = () => ({ said: 0, otherwise: 0, unsaid: 0 })
  const standings: JudgedFacts['standings'] = {
    ...{ draft: standing(), unsigned: standing(), revoked: standing(), superseded: standing(), none: standing() },
  }
  const wrong: WrongFact[] = []
  for (const document of documents) {
    const { facts, states } = await found(document)
    const missed = new Set(document.facts)
    for (const fact of facts) {
      const right = document.facts.filter((truth) => isSame(fact, truth))
      const count = counts[fact.kind]
      if (right.length === 0) {
        count.wrong += 1
        wrong.push({ document, words: `${fact.kind} “${fact.value}” on page ${fact.page}: ${fact.sentence}` })
        continue
      }
      for (const truth of right) missed.delete(truth)
      const isPlaced = right.some(({ pages }) => pages.length === 0 || pages.includes(fact.page))
      if (!isPlaced) count.elsewhere += 1
      if (right.every(({ open }) => open)) count.open += 1
      else if (fact.who.length > 1) count.asked += 1
      else count.found += 1
    }
    for (const truth of missed) {
      if (truth.open) continue
      if (isRole(truth.kind) && truth.record === null) counts[truth.kind].outside += 1
      else counts[truth.kind].missed += 1
    }
    const own = standings[document.standing ?? 'none']
    if (states.length === 0) own.unsaid += 1
    else if (states.some((is) => is === document.standing)) own.said += 1
    else own.otherwise += 1
  }
  return { counts, wrong, standings }
}

/** Wrong ones in all that were found; open ones count as right. */
export const wrongShareOf = ({ found, asked, open, wrong }: FactCounts): number =>
  wrong === 0 ? 0 : wrong / (found + asked + open + wrong)

/** The kinds of which more than one in a hundred found facts is wrong. */
export const factFailures = ({ counts }: JudgedFacts): FactKind[] =>
  factKinds.filter((kind) => wrongShareOf(counts[kind]) > mostWrong)

const roles: ReadonlySet<FactKind> = new Set([
  ...(['grantor', 'trustee', 'successor-trustee', 'beneficiary'] as const),
  ...(['executor', 'agent', 'health-care-agent', 'guardian'] as const),
])
const isRole = (kind: FactKind) => roles.has(kind)

const folded = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.%]/gu, '')
    .replace(/^the/, '')

function isSame({ kind, who, value }: Fact, truth: FactTruth): boolean {
  if (kind !== truth.kind) return false
  if (isRole(kind) && truth.record !== null && who.length > 0) return who.includes(truth.record)
  const own = folded(value)
  return truth.values.some((each) => {
    const right = folded(each)
    if (kind === 'name' || kind === 'amends')
      return own === right || (own.length * 2 > right.length && right.includes(own)) || own.includes(right)
    return kind === 'annuity' || kind === 'premium' || kind === 'term'
      ? Number.parseFloat(own) === Number.parseFloat(right) && own.endsWith('%') === right.endsWith('%')
      : own === right
  })
}

/** The one place that knows how the program finds facts. */
async function found(document: FactDocument): Promise<{ facts: readonly Fact[]; states: Standing[] }> {
  const pages: PageText[] = []
  const { mediaType, fileName: name, household } = document
  await readText({ mediaType, name, bytes: new Uint8Array(document.bytes), limits: textLimits }, (page) =>
    pages.push(page),
  )
  const { facts, states } = factsOf({ name, pages, entity: null, person: null }, recordsOf(household))
  // That a paper revokes another one says nothing about whether it holds itself.
  return { facts, states: states.flatMap(({ is }) => (is === 'revokes' ? [] : [is])) }
}

const recordsOf = ({ husband, wife, children, entities }: Household) => ({
  people: [husband, wife, ...children].map(({ id, first, middle, last, suffix }) => ({
    ...{ key: id, first, middle: middle ?? '', last, suffix: suffix ?? '' },
  })),
  entities: entities.map(({ id, name, kind }) => ({ key: id, name, kind: kindOf(kind) })),
})

const kindOf = (kind: Entity['kind']): 'account' | 'gift' | 'company' | 'trust' => {
  if (kind === 'account') return 'account'
  if (kind === 'foundation') return 'gift'
  return ['llc', 'partnership', 'corporation'].includes(kind) ? 'company' : 'trust'
}
