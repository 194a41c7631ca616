import { maxRole } from '../limits.ts'

/** The facts of which someone has a role. */
export const roleFacts = [
  'grantor',
  'trustee',
  'successor-trustee',
  'beneficiary',
  'executor',
  'agent',
  'health-care-agent',
  'guardian',
] as const

/** The kinds of facts that a document can give: roles, and facts about the instrument itself. */
export const factKinds = [
  ...roleFacts,
  'name',
  'date',
  'governing-law',
  'amends',
  'term',
  'annuity',
  'premium',
] as const

export type RoleFactKind = (typeof roleFacts)[number]
export type FactKind = (typeof factKinds)[number]

/** The name of each kind; of a role as it is stored when it is confirmed. */
export const factNames: Readonly<Record<FactKind, string>> = {
  grantor: 'Grantor',
  trustee: 'Trustee',
  'successor-trustee': 'Successor trustee',
  beneficiary: 'Beneficiary',
  executor: 'Executor',
  agent: 'Agent',
  'health-care-agent': 'Health care agent',
  guardian: 'Guardian',
  name: 'Name',
  date: 'Date',
  'governing-law': 'Governing law',
  amends: 'Amends',
  term: 'Term',
  annuity: 'Annuity',
  premium: 'Premium',
}

const roles: ReadonlySet<string> = new Set(roleFacts)

/** Whether a fact is that someone has a role. */
export const isRoleFact = (kind: FactKind): kind is RoleFactKind => roles.has(kind)

/** A fact that a sentence of a document says. */
export type Fact = {
  kind: FactKind
  /** The keys of those who may be meant: several if they have the same name; none for a fact that is no role. */
  who: readonly string[]
  /** The key of the record that it is about; null if it is not known, or is the children of a will that names a guardian. */
  in: string | null
  /**
   * For a role the name as the text has it; otherwise the name, the date as YYYY-MM-DD, the state, whole years, or an amount in USD or
   * per cent (“8.25%”).
   */
  value: string
  /** In one line. */
  sentence: string
  /** The page on which the sentence begins, from 1, and its place in the text of that page, in UTF-16 code units. */
  page: number
  start: number
  end: number
  /** The article around it, as the text has it: “ARTICLE IV”; null outside of any. */
  article: string | null
  /** The words of the sentence that limit an office to matters, places or a time, as in “only with respect to the farm”; null without any. */
  limit: string | null
  /** Whether the sentence itself names the record that the fact is about, and not only the document. */
  namesRecord: boolean
}

/** A fact's role as it is stored when it is confirmed: a limited one with the words of its limit, cut after a word where they are too long. */
export function roleOf({ kind, limit }: Pick<Fact, 'kind' | 'limit'>): string {
  const role = limit === null ? factNames[kind] : `${factNames[kind]}, ${limit}`
  const cut = role
    .slice(0, maxRole - 1)
    .toWellFormed()
    .replace(/,?\s+\S*$/, '')
  return role.length <= maxRole ? role : `${cut}…`
}
