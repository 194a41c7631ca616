import { type DocumentSubject, type FileOrigin, layoutOf } from '../data/documents.ts'
import { firstName, surname } from '../data/names.ts'
import { createRandom, type Random } from '../data/random.ts'
import type { DocumentType } from '../schemas/fields.ts'

/** A seeded document as it is, for tests that compare proposals and searches with it. */
export interface DocumentTruth {
  type: DocumentType
  household_id: string
  /** The name of the entity that the document belongs to, and of the person whose document it is; null if there is none. */
  entity: string | null
  person: string | null
  /** Everyone whom the text names, by full name as recorded. */
  people: readonly { name: string; role: string }[]
  /** The day that the document bears, YYYY-MM-DD; null if it bears none, as pictures and lists of transactions. */
  date: string | null
}

/** The people, entities and firms that the text of a document names. */
export interface Cast extends DocumentSubject {
  title: string
  party: string
  isoDate: string
  layout: number
  random: Random
  /** The day in this layout's form. */
  date: string
  /** "the 4th day of March, 2019" */
  dayOf: string
  /** The children, else the spouse, else the heirs at law. */
  heirs: string
  bank: string
  lawFirm: string
  lawyer: string
  witnesses: readonly [string, string]
  notary: string
  county: string
  /** Picks the wording of this layout. */
  say: (...wordings: readonly string[]) => string
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

const ordinal = (day: number) => {
  const ending =
    day % 10 === 1 && day !== 11
      ? 'st'
      : day % 10 === 2 && day !== 12
        ? 'nd'
        : day % 10 === 3 && day !== 13
          ? 'rd'
          : 'th'
  return `${day}${ending}`
}

const parts = (isoDate: string) => {
  const [year = 0, month = 1, day = 1] = isoDate.split('-').map(Number)
  return { year, month: MONTHS[month - 1] ?? '', number: month, day }
}

/** A date as the layout writes it: each of the five has a form of its own. */
function written(isoDate: string, layout: number): string {
  const { year, month, number, day } = parts(isoDate)
  const two = (value: number) => String(value).padStart(2, '0')
  const forms = [
    `${month} ${day}, ${year}`,
    `${month} ${day}, ${year}`,
    `${ordinal(day)} day of ${month}, ${year}`,
    `${two(number)}/${two(day)}/${year}`,
    `${day} ${month} ${year}`,
  ]
  return forms[layout] ?? ''
}

export const and = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** An amount in whole dollars. */
export const dollars = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

export const address = ({ home, place }: Cast): string => `${home ? `${home}, ` : ''}${place}`

const BANKS = [
  'First Harbor Trust Company',
  'Old Colony Trust Company',
  'Granite State Trust Company, N.A.',
  'Lakeshore Fiduciary Trust',
]
const FIRMS = [
  'Barlow & Tice LLP',
  'Harmon, Peale & Dodd',
  'Law Offices of R. L. Sayre',
  'Crosby Estate Counsel, P.C.',
  'Winslow Marsh LLP',
]

/** Always the same for the same text: a trust names the same bank in its agreement and in its amendments. */
const choose = <Item>(items: readonly Item[], text: string): Item => {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return items[sum % items.length] as Item
}

/** The people and words that a seeded document's text is written from. */
export function castOf({ title, party, date, seed, subject }: FileOrigin): Cast {
  const layout = layoutOf(seed)
  const random = createRandom(seed, 5)
  const outsider = (born: number) => `${firstName(random, random.pick(['female', 'male']), born)} ${surname(random)}`
  const { year, month, day } = parts(date)
  return {
    ...subject,
    title,
    party,
    isoDate: date,
    layout,
    random,
    date: written(date, layout),
    dayOf: `the ${ordinal(day)} day of ${month}, ${year}`,
    heirs: and(subject.children) || subject.spouse || 'my heirs at law',
    bank: choose(
      BANKS.filter((each) => each !== subject.trustee),
      subject.entity ?? subject.principal,
    ),
    lawFirm: choose(FIRMS, subject.principal),
    lawyer: outsider(1968),
    witnesses: [outsider(1970), outsider(1988)],
    notary: outsider(1975),
    county: `County of ${subject.place.split(',')[0]}`,
    say: (...wordings) => wordings[layout % wordings.length] ?? '',
  }
}

/** The executor of a will: never the testator. */
export const executorOf = ({ trustee, principal, spouse, children, bank }: Cast): string =>
  trustee === principal ? (spouse ?? children[0] ?? bank) : trustee

/** The agent's successor under a power of attorney or a proxy: the oldest child, unless that is the agent. */
export const successorOf = (cast: Cast): string | undefined =>
  cast.children[0] === executorOf(cast) ? cast.children[1] : cast.children[0]

type Roles = (cast: Cast) => readonly (readonly [name: string | undefined, role: string])[]

const all = (names: readonly string[], role: string) => names.map((name) => [name, role] as const)

const ofTrust: Roles = (cast) => [
  [cast.principal, 'grantor'],
  [cast.trustee, 'trustee'],
  [cast.bank, 'successor trustee'],
  [cast.entityKind === 'SLAT_TRUST' ? cast.spouse : undefined, 'beneficiary'],
  ...all(cast.children, 'beneficiary'),
]

const ofCompany: Roles = (cast) => [
  [cast.principal, 'manager'],
  [cast.principal, 'member'],
  [cast.spouse, 'member'],
]

const ofReturn: Roles = ({ principal, spouse, lawyer }) => [
  [principal, 'taxpayer'],
  [spouse, 'taxpayer'],
  [lawyer, 'preparer'],
]

const ROLES: Partial<Record<DocumentType, Roles>> = {
  SIGNED_TRUST_DOCUMENT: ofTrust,
  EXISTING_REMAINDER_TRUST_DOCUMENT: ofTrust,
  TRUST_AMENDMENT: (cast) => [
    [cast.principal, 'grantor'],
    [cast.bank, 'former trustee'],
    [cast.trustee, 'successor trustee'],
  ],
  WILL: (cast) => [
    [cast.principal, 'testator'],
    [cast.spouse, 'spouse'],
    ...all(cast.children, 'child'),
    [executorOf(cast), 'executor'],
    [cast.bank, 'successor executor'],
  ],
  WILL_CODICIL: (cast) => [
    [cast.principal, 'testator'],
    [cast.bank, 'former executor'],
    [executorOf(cast), 'executor'],
  ],
  POWER_OF_ATTORNEY: (cast) => [
    [cast.principal, 'principal'],
    [executorOf(cast), 'agent'],
    [successorOf(cast), 'successor agent'],
  ],
  HEALTHCARE_PROXY: (cast) => [
    [cast.principal, 'principal'],
    [executorOf(cast), 'agent'],
    [successorOf(cast), 'alternate agent'],
  ],
  LIVING_WILL: (cast) => [[cast.principal, 'declarant']],
  DEED: ({ principal, entity, entityKind, trustee, spouse }) => [
    [principal, 'grantor'],
    [entity ? undefined : (spouse ?? principal), 'grantee'],
    [entityKind?.endsWith('_TRUST') ? trustee : undefined, 'trustee'],
  ],
  TAX_ID_CONFIRMATION: ({ trustee }) => [[trustee, 'trustee']],
  BALANCE_SHEET: () => [],
  INSURANCE_POLICY: (cast) => [
    [cast.principal, 'insured'],
    [cast.entity ? undefined : cast.principal, 'owner'],
  ],
  CRUMMEY_LETTER: (cast) => [
    [cast.trustee, 'trustee'],
    [cast.principal, 'donor'],
    ...all(cast.children.length > 0 ? cast.children : cast.spouse ? [cast.spouse] : [], 'beneficiary'),
  ],
  LLC_AGREEMENT: ofCompany,
  OPERATING_AGREEMENT: ofCompany,
  PARTNERSHIP_AGREEMENT: ofCompany,
  LLC_AGREEMENT_AMENDMENT: ofCompany,
  OPERATING_AGREEMENT_AMENDMENT: ofCompany,
  PARTNERSHIP_AGREEMENT_AMENDMENT: ofCompany,
  SHAREHOLDERS_AGREEMENT: ofCompany,
  INCOME_TAX_RETURN: ofReturn,
  GIFT_TAX_RETURN: (cast) => [
    [cast.principal, 'donor'],
    [cast.spouse, 'consenting spouse'],
    [cast.lawyer, 'preparer'],
  ],
  TAX_FILING: ({ principal, entityKind, lawyer }) => [
    [principal, entityKind === 'PRIVATE_FOUNDATION' ? 'signer' : 'partner or shareholder'],
    [entityKind === 'PRIVATE_FOUNDATION' ? lawyer : undefined, 'preparer'],
  ],
}

const PERSONAL: ReadonlySet<DocumentType> = new Set<DocumentType>([
  ...(['WILL', 'WILL_CODICIL', 'POWER_OF_ATTORNEY', 'HEALTHCARE_PROXY', 'LIVING_WILL'] as const),
  ...(['DRIVERS_LICENSE', 'PASSPORT', 'OTHER'] as const),
])

/** Those whom the text of a cast names in a role, without witnesses and notaries. */
export const rolesOf = (cast: Cast): DocumentTruth['people'] =>
  (ROLES[cast.type] ?? (({ principal }: Cast) => [[principal, 'principal']] as const))(cast).flatMap(([name, role]) =>
    name ? [{ name, role }] : [],
  )

/** The person whose document it is; null for documents of entities and households. */
export const personOf = ({ type, entity, principal }: DocumentSubject): string | null =>
  entity === undefined && PERSONAL.has(type) ? principal : null
