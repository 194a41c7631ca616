import { singularOf, wordsOf } from '../fold.ts'
import type { RolePerson } from '../roles/role-tokens.ts'
import type { Fact } from './fact-kinds.ts'
import type { FactsOfDocument } from './facts.ts'
import type { PaperState } from './paper-states.ts'

/**
 * A difference between what is recorded of an entity and what its documents say: an amendment or a restatement without its agreement, an
 * instrument of another name or kind, a trustee who is not recorded, and an account in the name of the grantor of a revocable trust.
 */
export const titlingKinds = ['amendment', 'restatement', 'name', 'kind', 'trustee', 'owner'] as const

export type TitlingKind = (typeof titlingKinds)[number]

/** A document with its recorded type, and what its text says; null if its text was not read. */
export type TitlingDocument = { id: string; name: string; type: string; read: FactsOfDocument | null }

export type TitlingEntity = { key: string; name: string; kind: string }

type Titled = {
  entity: TitlingEntity
  /** The keys of the recorded trustees. */
  trustees: readonly string[]
  /** The documents that are filed under the entity; for an account, those under the revocable trusts of its household. */
  documents: readonly TitlingDocument[]
  /** The household's people and its other entities; keys are unique over both lists. */
  people: readonly (RolePerson & { isDeceased: boolean })[]
  others: readonly TitlingEntity[]
}

export type TitlingFinding = {
  kind: TitlingKind
  document: { id: string; name: string }
  /** The sentence that says it; null where only the document's type says it. */
  fact: Fact | null
  /** The record that the document names instead, if it is known. */
  named: string | null
}

const accounts: ReadonlySet<string> = new Set(['INDIVIDUAL_PERSONAL_ACCOUNT', 'JOINT_PERSONAL_ACCOUNT'])

/** Whether the account of this kind may be owned by a revocable trust instead of its grantor. */
export const mayBeOfTrust = (kind: string): boolean => accounts.has(kind)

/**
 * Compares an entity with what its documents say. Drafts, and papers that are unsigned, revoked or superseded, say nothing; where a text may
 * mean the recorded thing there is no difference.
 */
export function titlingOf(titled: Titled): TitlingFinding[] {
  if (mayBeOfTrust(titled.entity.kind)) return ownersDiffer(titled)
  const valid = titled.documents.filter(({ read }) => read === null || read.states.length === 0)
  return [
    ...agreementMissing(titled.documents, valid),
    ...(isTrust(titled.entity) ? [...namesDiffer(titled, valid), ...trusteesDiffer(titled, valid)] : []),
  ]
}

const isTrust = ({ kind }: TitlingEntity) => kind.endsWith('_TRUST')

const agreementOf: Readonly<Record<string, readonly string[]>> = {
  TRUST_AMENDMENT: ['SIGNED_TRUST_DOCUMENT', 'EXISTING_REMAINDER_TRUST_DOCUMENT'],
  LLC_AGREEMENT_AMENDMENT: ['LLC_AGREEMENT', 'OPERATING_AGREEMENT'],
  OPERATING_AGREEMENT_AMENDMENT: ['OPERATING_AGREEMENT', 'LLC_AGREEMENT'],
  PARTNERSHIP_AGREEMENT_AMENDMENT: ['PARTNERSHIP_AGREEMENT'],
}

const restated = /\brestate(?:s|d|ment)?\b/i

const isRestatement = ({ name, read }: TitlingDocument): boolean =>
  restated.test(name) || (read?.facts.some(({ kind, value }) => kind === 'name' && restated.test(value)) ?? false)

const typesOf = ({ type, read }: TitlingDocument) => [type, read?.type ?? null]

/** The amendments and restatements without an agreement. A document of type “Other” that was not read may be the agreement. */
function agreementMissing(all: readonly TitlingDocument[], valid: readonly TitlingDocument[]): TitlingFinding[] {
  return valid.flatMap((document): TitlingFinding[] => {
    const own = typesOf(document).find((type) => type !== null && agreementOf[type] !== undefined)
    const isAgreement = typesOf(document).some((type) => type === 'SIGNED_TRUST_DOCUMENT')
    const whole = own
      ? agreementOf[own]
      : isAgreement && isRestatement(document)
        ? ['SIGNED_TRUST_DOCUMENT']
        : undefined
    if (whole === undefined) return []
    const mayBeAgreement = (other: TitlingDocument) =>
      other.id !== document.id &&
      !isRestatement(other) &&
      ((other.read === null && other.type === 'OTHER') || typesOf(other).some((type) => type && whole.includes(type)))
    if (all.some(mayBeAgreement)) return []
    const fact = document.read?.facts.find(({ kind }) => kind === 'amends') ?? null
    return [{ kind: isRestatement(document) ? 'restatement' : 'amendment', ...placed(document), fact, named: null }]
  })
}

/** An amendment or a restatement of a trust that may be later than another paper of it. */
export type LaterPaper = {
  document: { id: string; name: string }
  is: 'amendment' | 'restatement'
  /** `unordered`: the other paper has the same date or none; `undated`: no date was found in this one. */
  order: 'later' | 'unordered' | 'undated'
  date: string | null
  isRead: boolean
  states: readonly PaperState['is'][]
  /** The trustees of the trust that it names. */
  trustees: readonly Fact[]
}

function paperOf(document: TitlingDocument): LaterPaper['is'] | 'agreement' | null {
  const types = typesOf(document)
  if (types.includes('TRUST_AMENDMENT')) return isRestatement(document) ? 'restatement' : 'amendment'
  const isAgreement = types.some(
    (type) => type === 'SIGNED_TRUST_DOCUMENT' || type === 'EXISTING_REMAINDER_TRUST_DOCUMENT',
  )
  return isAgreement ? (isRestatement(document) ? 'restatement' : 'agreement') : null
}

/** The date of an instrument: the only one that its text gives it. */
function dateOf({ read }: TitlingDocument): string | null {
  const dates = new Set(read?.facts.flatMap(({ kind, value }) => (kind === 'date' ? [value] : [])))
  const [date = null] = dates.size === 1 ? dates : []
  return date
}

/**
 * The amendments and restatements that may be later than a paper of a trust, by the dates of the instruments: first those that are later,
 * the newest one first. None for a document that is no agreement or amendment.
 *
 * @param filed - the documents of the trust
 */
export function laterPapersOf(own: TitlingDocument, filed: readonly TitlingDocument[], trust: string): LaterPaper[] {
  if (paperOf(own) === null) return []
  const ownDate = dateOf(own)
  const orders = ['later', 'unordered', 'undated'] as const
  return filed
    .flatMap((document): LaterPaper[] => {
      const is = paperOf(document)
      const date = dateOf(document)
      if (document.id === own.id || is === null || is === 'agreement') return []
      if (date !== null && ownDate !== null && date < ownDate) return []
      const order = date === null ? 'undated' : ownDate === null || date === ownDate ? 'unordered' : 'later'
      const { facts = [], states = [] } = document.read ?? {}
      const trustees = facts.filter((fact) => isTrusteeOf(fact, trust))
      const about = { states: states.map((state) => state.is), trustees }
      return [{ ...placed(document), is, order, date, isRead: document.read !== null, ...about }]
    })
    .toSorted((a, b) => orders.indexOf(a.order) - orders.indexOf(b.order) || (b.date ?? '').localeCompare(a.date ?? ''))
}

/** Whether a fact is that someone is trustee of a trust; one for a part of its property, or for a time, is not compared. */
const isTrusteeOf = ({ kind, in: into, limit }: Fact, trust: string) =>
  kind === 'trustee' && into === trust && limit === null

const placed = ({ id, name }: TitlingDocument) => ({ document: { id, name } })

/** Words of a trust's name that tell it from no other trust. */
const general: ReadonlySet<string> = new Set(
  `the a an of and for under u a d ua udt dtd dated as amended restated trust agreement declaration instrument indenture revocable irrevocable living
   inter vivos grantor retained annuity life insurance qualified personal residence charitable remainder lead spousal lifetime access
   grat ilit qprt slat crt clt crut crat january february march april may june july august september october november december`.split(
    /\s+/,
  ),
)

const distinct = (name: string) =>
  new Set(
    wordsOf(name)
      .map(singularOf)
      .filter((word) => !general.has(word) && !/^(?:\d{1,2}|(?:19|20)\d\d)$/.test(word)),
  )

/** Whether two names may be those of one trust: no name has a word of its own that the other one contradicts. */
function mayBeSame(a: string, b: string): boolean {
  const [one, other] = [distinct(a), distinct(b)]
  return [...one].every((word) => other.has(word)) || [...other].every((word) => one.has(word))
}

const plain = (name: string) =>
  wordsOf(name)
    .filter((word) => word !== 'the')
    .join(' ')

/** The instruments that give themselves another name than the entity's, or the other kind of trust. */
function namesDiffer({ entity, people, others }: Titled, valid: readonly TitlingDocument[]): TitlingFinding[] {
  return valid.flatMap((document) =>
    (document.read?.facts ?? []).flatMap((fact): TitlingFinding[] => {
      if (fact.kind !== 'name' || plain(fact.value) === plain(entity.name)) return []
      const named = others.find(({ name }) => plain(name) === plain(fact.value))?.key ?? null
      if (named !== null || !mayBeSame(fact.value, entity.name))
        return [{ kind: 'name', ...placed(document), fact, named }]
      return isOtherKind(fact.value, entity.kind, people) ? [{ kind: 'kind', ...placed(document), fact, named }] : []
    }),
  )
}

/** Whether a name says the other kind of trust. A revocable trust becomes irrevocable when its grantor dies, and keeps its name. */
function isOtherKind(name: string, kind: string, people: Titled['people']): boolean {
  const words = new Set(wordsOf(name))
  if (words.has('irrevocable')) return kind === 'REVOCABLE_TRUST'
  return words.has('revocable') && kind !== 'REVOCABLE_TRUST' && !people.some(({ isDeceased }) => isDeceased)
}

/** The trustees of documents who are not recorded. A paper before the last one that says the recorded ones is out of date. */
function trusteesDiffer({ entity, trustees }: Titled, valid: readonly TitlingDocument[]): TitlingFinding[] {
  if (trustees.length === 0) return []
  const recorded = new Set(trustees)
  const said = valid.map((document) => {
    const facts = (document.read?.facts ?? []).filter((fact) => isTrusteeOf(fact, entity.key))
    const differing = facts.filter(({ who }) => !who.some((key) => recorded.has(key)))
    const date = document.read?.facts.find(({ kind }) => kind === 'date')?.value ?? null
    return { document, differing, date, agrees: facts.length > 0 && differing.length === 0 }
  })
  const last = said
    .flatMap(({ agrees, date }) => (agrees && date !== null ? [date] : []))
    .toSorted()
    .at(-1)
  return said
    .filter(({ date }) => last === undefined || date === null || date > last)
    .flatMap(({ document, differing }) =>
      differing.map((fact): TitlingFinding => ({ kind: 'trustee', ...placed(document), fact, named: null })),
    )
}

/** Words in the name of an account that is in no one's own name. */
const notOfPerson: ReadonlySet<string> = new Set(
  'trust trusts trustee trustees ttee ttees estate llc lp inc ira roth 401k 403b 529 sep hsa utma ugma custodian tod pod'.split(
    ' ',
  ),
)

/** The grantors of revocable trusts in whose own name the account is. A name that two people have is that of neither. */
function ownersDiffer({ entity, documents, people, others }: Titled): TitlingFinding[] {
  const words = new Set(wordsOf(entity.name))
  if ([...words].some((word) => notOfPerson.has(word))) return []
  const isNamed = ({ first, last }: RolePerson) =>
    first !== '' && last !== '' && [first, last].every((part) => wordsOf(part).every((word) => words.has(word)))
  const same = ({ first, last }: RolePerson) => wordsOf(`${first} ${last}`).join(' ')
  const namesakes = Map.groupBy(people.filter(isNamed), same)
  const owners = new Set(
    [...namesakes.values()].flatMap((ones) => (ones.length === 1 ? ones : [])).map(({ key }) => key),
  )
  const trusts = new Set(others.filter(({ kind }) => kind === 'REVOCABLE_TRUST').map(({ key }) => key))
  const found = new Map<string, TitlingFinding>()
  for (const document of documents) {
    if (document.read === null || document.read.states.length > 0) continue
    for (const fact of document.read.facts) {
      const [who, ...alike] = fact.who
      if (fact.kind !== 'grantor' || fact.in === null || !trusts.has(fact.in)) continue
      if (who === undefined || alike.length > 0 || !owners.has(who)) continue
      const key = `${who} ${fact.in}`
      if (!found.has(key)) found.set(key, { kind: 'owner', ...placed(document), fact, named: fact.in })
    }
  }
  return [...found.values()]
}
