import { joinedWords, type Line, linesOf, type PageOfText } from '../proposals/page-text.ts'
import { readOwners } from '../proposals/read-owners.ts'
import { readTitle } from '../proposals/read-title.ts'
import type { DocumentType } from '../propose-type.ts'
import { createRoleReader, type ReadRole } from '../roles/read-roles.ts'
import type { KnownRole } from '../roles/role-names.ts'
import { createNameReader, type RolePerson, type Token } from '../roles/role-tokens.ts'
import type { Fact, RoleFactKind } from './fact-kinds.ts'
import { instrumentFacts } from './instrument-facts.ts'
import { clauseRoles, type FactHousehold, type InstrumentKind } from './instrument-roles.ts'
import { limitedPowerIn, limitIn } from './office-limits.ts'
import { isAboutMeeting, type PaperState, statesOf, withoutCopyLists } from './paper-states.ts'
import { type WholeText, wholeTextOf } from './whole-text.ts'

/** A document with the text of its pages and the keys of the records that it is filed under. */
export type FactDocument = {
  name: string
  pages: readonly PageOfText[]
  entity: string | null
  person: string | null
}

export type FactsOfDocument = {
  facts: Fact[]
  /** A draft, or a paper that is not signed or may not be in force: said beside its facts. */
  states: PaperState[]
  /** The type that its title says or suggests; null without one, and for a letter or list about documents. */
  type: DocumentType | null
}

/**
 * Reads the facts of a document from the text of its pages. A wrong fact is worse than a missing one: where a sentence allows two
 * readings there is none. Roles are found only of people and entities of the household; letters, mails, notes of meetings and lists of
 * documents give none.
 */
export function factsOf(file: FactDocument, household: FactHousehold): FactsOfDocument {
  const document = { ...file, pages: withoutCopyLists(file.pages) }
  const lines = linesOf(document.pages)
  if (lines.length === 0 || isAboutMeeting(lines)) return { facts: [], states: [], type: null }
  const title = readTitle(lines, null)
  if (title.isAboutDocuments) return { facts: [], states: [], type: null }
  const type = title.type?.value ?? title.suggested?.value ?? null
  const { strange, ...owners } = ownersOf(document, household, { lines, titleLines: title.titleLines, type })
  const whole = wholeTextOf(document.pages)
  const articleAt = articlesOf(whole.text)
  const kind = instrumentOf(type, lines, whole.text)
  const text = withDefinitions(whole.text)
  const unknown = unknownOwner({ document, owners, type, kind })
  const read = createRoleReader(
    unknown.entity === null
      ? household
      : { ...household, entities: [...household.entities, { key: notRecorded, name: strange ?? '', kind: 'trust' }] },
  )
  const { roles, isEnded } = read({
    ...{ name: document.name, text, readsVoid: true },
    ...{ entity: owners.entity ?? unknown.entity, person: owners.person ?? unknown.person },
  })
  const clauses =
    kind === null
      ? []
      : clauseRoles(whole.text, kind, household).map(({ is, by, ...role }) => {
          const ofPower =
            by === undefined || by.includes(owners.person ?? '') ? owners.person : by.length > 1 ? null : by[0]
          const into = is === 'guardian' ? null : kind === 'trust' ? owners.entity : ofPower
          return { ...role, role: nameOfKind[is], in: into ?? notRecorded }
        })
  const placed = ({ start, end, ...rest }: Omit<Fact, 'page' | 'article'>): Fact => ({
    ...rest,
    ...whole.placeOf(start, end),
    article: articleAt(start),
  })
  const facts = [
    ...rolesFound(
      [
        ...roles,
        ...clauses.filter((clause) => !isEnded(clause) || putsInPlace.test(whole.text.slice(clause.start, clause.end))),
      ],
      type,
      whole.text,
      household,
    ).map(placed),
    ...instrumentFacts({ lines, titleLines: title.titleLines, type, isTrust: kind === 'trust', whole, ...owners }).map(
      placed,
    ),
  ]
  return { facts, states: statesOf(document.name, lines), type }
}

/** “Article V is deleted and replaced by this: “Ada shall be …””: what is deleted is the article, and not her role. */
const putsInPlace = /\breplaced\s+(?:by|with)\b/i

type Titled = Omit<Parameters<typeof readOwners>[0], 'parts'>

/**
 * The trust of an agreement and the person of a will: those that it is filed under, else those that the pages name. Where the two differ,
 * neither is taken, and a sentence must name its own.
 */
function ownersOf(
  { entity, person }: FactDocument,
  { people, entities }: FactHousehold,
  titled: Titled,
): Owners & { strange: string | null } {
  const nameOf = ({ first, middle, last, suffix }: RolePerson) =>
    [first, middle, last, suffix].filter((part) => part !== '').join(' ')
  const named = readOwners({
    ...titled,
    parts: {
      entities: entities.map(({ key, name }) => ({ id: key, name })),
      individuals: people.map((one) => ({ id: one.key, name: nameOf(one) })),
    },
  })
  const settle = (filed: string | null, said: string | null) =>
    filed === null || said === null || filed === said ? (filed ?? said) : null
  return {
    entity: settle(entity, named.entity?.value ?? null),
    person: settle(person, named.person?.value ?? null),
    strange: named.strangers.find(({ is }) => is === 'entity')?.name ?? null,
  }
}

type Owners = { entity: string | null; person: string | null }

/** The key of the trust or the person of an instrument that no record is known to be. */
const notRecorded = '?'

const ofTrust: ReadonlySet<DocumentType | null> = new Set([
  'SIGNED_TRUST_DOCUMENT',
  'TRUST_AMENDMENT',
  'EXISTING_REMAINDER_TRUST_DOCUMENT',
] as const)
const ofPerson: ReadonlySet<DocumentType | null> = new Set([
  'WILL',
  'WILL_CODICIL',
  'POWER_OF_ATTORNEY',
  'HEALTHCARE_PROXY',
] as const)

/** Takes the place of the trust or the person of an instrument that is filed under none, and whose text names none of the records. */
const unknownOwner = ({ document, owners, type, kind }: Instrument): Owners => ({
  entity: kind === 'trust' && document.entity === null && owners.entity === null ? notRecorded : null,
  person: ofPerson.has(type) && document.person === null && owners.person === null ? notRecorded : null,
})

type Instrument = {
  document: Pick<FactDocument, 'entity' | 'person'>
  owners: Owners
  type: DocumentType | null
  kind: InstrumentKind | null
}

const trustTitle =
  / (?:trust (?:agreement|instrument|indenture|declaration)|(?:agreement|declaration|deed|indenture|instrument) of trust|(?:living|revocable|irrevocable|family|insurance|annuity|residence|dynasty|children|grandchildren) trust|restatement of trust|amendment (?:to|of) (?:the )?(?:\w+ ){0,8}trust) /

/** “The Okafor Trust is created on … by Ada Okafor ("Trustor")”, “Second Restatement of the Okafor Trust … the Trustor … restates it”. */
const opensTrust =
  / (?:restatement of|amendment and restatement|amends and restates|restates (?:it|the|this|that)|is (?:hereby )?(?:created|established)|(?:hereby|does) (?:creates?|establish(?:es)?)) /
const ofMaker = / (?:grantor|settlor|trustor|trustmaker|donor) /
const aboutTrust =
  / (?:dear|re|subject|from|memorandum|memo|minutes|agenda|summary|notice|certificate|certification|enclosed|invoice|questionnaire|receipt|deed|assignment|assigns) /

/** Whether a document is a will, a power or an instrument of a trust, also where its title says no type: a restatement has the title of two. */
function instrumentOf(type: DocumentType | null, lines: readonly Line[], text: string): InstrumentKind | null {
  if (type === 'WILL' || type === 'WILL_CODICIL') return 'will'
  if (type === 'POWER_OF_ATTORNEY' || type === 'HEALTHCARE_PROXY') return 'power'
  if (type !== null) return ofTrust.has(type) ? 'trust' : null
  const first = lines.filter(({ page }) => page === lines[0]?.page).slice(0, 24)
  const opening = joinedWords(first)
  const isOpened =
    / trust /.test(opening) && opensTrust.test(opening) && ofMaker.test(opening) && !aboutTrust.test(opening)
  const isTitled = isOpened || first.some((_, at) => trustTitle.test(joinedWords(first.slice(at, at + 4))))
  const words = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return isTitled && words(/\btrustees?\b/gi) > 2 && words(/\b(?:grantor|settlor|trustor|donor|I)s?\b/gi) > 1
    ? 'trust'
    : null
}

const kindOf: Partial<Record<KnownRole, RoleFactKind>> = {
  Grantor: 'grantor',
  Trustee: 'trustee',
  'Successor trustee': 'successor-trustee',
  Beneficiary: 'beneficiary',
  Executor: 'executor',
  Agent: 'agent',
  Guardian: 'guardian',
}

const nameOfKind = {
  'successor-trustee': 'Successor trustee',
  guardian: 'Guardian',
  executor: 'Executor',
  beneficiary: 'Beneficiary',
  agent: 'Agent',
} as const

const ofHealth = /\b(?:health[ -]?care|medical|patient)\b/i

const ofMoney = /\b(?:financ\w*|property|business|banking)\b/i

const defined =
  /\((?:(?:each|together|collectively|hereinafter|hereafter|herein|called|referred to|individually|and|or|as|in such capacity),? )*(?:the |an? )?["“”'‘’]?((?:co-)?(?:grantor|settlor|trustor|trustee)s?)["“”'‘’]?\)/gi

/**
 * The text with “(the "Grantor")” as “, as Grantor”, in as many characters: what follows it is another party, and a verb after the last
 * party is said of none of them alone.
 */
const withDefinitions = (text: string): string =>
  text
    .replace(defined, (said, role: string) => `, as ${role}`.padEnd(said.length).slice(0, said.length))
    .replace(
      /(as (?:co-)?trustees?\s+),(?=\s+(?:hereby\s+)?(?:establish|create|declare|found)(?:e?s|d|ed)?\b)/gi,
      '$1;',
    )

const successorTo = /\bsuccessors? (?:to|of) (?:(?:the|my|any|said) )?(?:\w+ )?(?:co-)?trustees?\b/i

/**
 * Whether a sentence defines someone as another party, as in “Ada (the "Grantor") and Elm Trust Company (the "Trustee")”, or speaks of the
 * successor to a trustee.
 */
function isOtherParty(sentence: string, name: string, kind: RoleFactKind): boolean {
  if (kind === 'trustee' && successorTo.test(sentence)) return true
  if (kind !== 'grantor' && kind !== 'trustee') return false
  const at = sentence.indexOf(name)
  const [next] = Array.from(sentence.matchAll(defined)).filter(({ index }) => index > at)
  if (next?.[1] !== undefined && /trustee/i.test(next[1]) !== (kind === 'trustee')) return true
  return kind === 'trustee' && isOnlyGrantor(sentence, name)
}

/** “Ada, of Albany, as Grantor, and”: what comes next is another party, also where it is in no record. */
const grantorNext =
  /^[^;]{0,120}?(?:\bas|,)\s+(?:the\s+)?(?:(?:grantor|settlor|trustor|trustmaker|donor)s?\b(?!['’])(?!,?\s+(?:and|shall|will|is)\s+(?:also\s+)?(?:as\s+|be\s+|serve\s+|act\s+|the\s+|initial\s+|original\s+|sole\s+|co-?)*trustee)|(trustee)s?\b)/i

/** Whether every place of a name in a sentence is followed by the role of a grantor, and the sentence does not speak of that one again. */
function isOnlyGrantor(sentence: string, name: string): boolean {
  if (/\b(?:myself|himself|herself|itself|themselves|ourselves|he|she)\b/i.test(sentence)) return false
  const places = sentence.split(name).slice(1)
  return (
    places.length > 0 &&
    places.every((after) => {
      const match = grantorNext.exec(after)
      return match !== null && match[1] === undefined
    })
  )
}

/** “I, Ada, appoint …”: she who appoints is not whom she appoints. */
const isMaker = (sentence: string, name: string, kind: RoleFactKind): boolean =>
  (kind === 'executor' || kind === 'agent' || kind === 'guardian') && sentence.includes(`I, ${name}`)

const deeds =
  /\b(?:warranty|quit ?claim|grant|bargain and sale|special|trustee['’]?s|general)? ?deed\b|\bgrantee\b|\bgrants? and conveys?\b|\bconveys? (?:and|to)\b/i

/** Whether a grantor in a document is one of a trust. */
const isOfTrust = (type: DocumentType | null, text: string): boolean =>
  type === null ? !deeds.test(text) : type !== 'DEED' && type !== 'ASSIGNMENT_OF_INTEREST'

const office = String.raw`(?:appoint\w*|nam(?:ed|es)|designat\w+|nominat\w+)`
/** A sentence that repeats what another paper said, or what is taken out of this one, or says what someone hopes or asks for. */
const notInForce = [
  /\b(?:prior|previous|earlier|former|superseded|revoked) (?:\w+ )?(?:instrument|agreement|will|declaration|version|amendment|article|section|paragraph)s?\b[^.;]{0,40}\b(?:provided|stated|said|read|named|appointed)\b/i,
  /\bformerly (?:read|provided|stated|named|appointed)\b/i,
  new RegExp(String.raw`\bhad (?:previously |earlier |once )?${office}`, 'i'),
  /\b(?:is|are|was|were)(?: hereby)? (?:deleted|struck|stricken|omitted|removed)\b(?![^.]{0,60}\b(?:replaced|substituted|inserted|following|in (?:its|their) (?:place|stead))\b)/i,
  /\bhopes?\b|\b(?:I|we) (?:\w+ )?(?:request|ask|petition|pray)\b/i,
  /\b(?:intend|plan|wish|want|ask(?:ed)?|authoriz\w+|empower\w*|may|might|could|would)\b[^.,;]{0,60}\b(?:appoint|name|designate|nominate)\b/i,
  new RegExp(String.raw`\b(?:will|codicil|instrument|agreement) of (?:\w+ ){0,2}\d{4}\b[^.;]{0,40}\b${office}`, 'i'),
  new RegExp(String.raw`\b(?:where|whereby|wherein|in which|by which) (?:I|we|the \w+) (?:had |have )?${office}`, 'i'),
]
const ofOtherTrust =
  /\btrusts? (?:created|established|made|settled) (?:by|under) (?!(?:the |this |said )?(?:grantor|settlor|trustor|donor|undersigned|agreement|instrument|declaration|article|section|paragraph)|(?:me|us)\b)/i
/** “The person who chooses the successor Trustee is Ada”, “anyone but the following may be a successor Trustee: Ada”. */
const ofSuccessor =
  /\bwho (?:(?:may|shall|will|can) )?(?:choos|select|appoint|nam|veto|remov|approv|design)\w* (?:the|a|an|any|each) (?:\w+ )?successor|\b(?:anyone|person|persons|those) (?:but|except|other than)\b/i
const takenBackNext =
  /^\s*(?:the|this|that) (?:foregoing |above |preceding |last )?(?:appointment|designation|nomination|sentence|clause|provision|paragraph)s?\b[^.;]{0,30}\b(?:revoked|withdrawn|deleted|cancelled|canceled|void|rescinded)\b/i

/** “Ada, who was my agent, shall no longer act”, “Ada (deceased)”. */
const wasOnly =
  /^\s*\(\s*(?:deceased|until|through|former\w*|retired)\b|^,? who (?:was|were|had been|used to be|once|formerly)\b|^[^.;]{0,100}\b(?:shall|will|is to) no longer\b/i

/** “Section 4, which reads “Ada shall …”, is amended to read …”: the words before are no longer those of the paper. */
const isReplacedText = (before: string, after: string): boolean =>
  /\b(?:which|that|now|presently|currently) (?:now |presently |currently )?(?:reads?|reading|provid(?:es|ing)|stat(?:es|ing)|nam(?:es|ing)|appoint(?:s|ing)|designat(?:es|ing))\b/i.test(
    before,
  ) &&
  /\b(?:is|are) (?:hereby )?(?:amended|changed|replaced|revised|restated|deleted|removed|struck|stricken|omitted)\b/i.test(
    after,
  )

/** The one who follows does so not only when an office is vacant: on a marriage, at an age, or with someone's consent. */
const otherCondition =
  /\b(?:divorc\w*|separat(?:ed|ion)|remarr\w*|marr(?:y|ies|ied|iage)|attain\w*|reach(?:es|ed)?|age|years|(?:over|at least) (?:\w+teen|\w+ty|\d+)|residen(?:t|ts|ce)|resides?|citizens?|consents?|approv\w*|requests?|elects?|licensed|employed)\b/i
const conditional = /\b(?:if|should|when|whenever|once|until|unless|upon|provided|only|(?:so|as) long as|subject to)\b/i
/** “In that event Ada shall be …”: the condition stands in the sentence before, which is not quoted. */
const conditionBefore =
  /^\W*(?:\(?\w{1,4}[.)]\s+)?(?:in (?:that|such|this|either|any such) (?:event|case)|otherwise|alternatively|in the alternative|failing (?:him|her|them|that|this|which)|in default)\b/i

/** Whether a successor follows on a condition that a vacancy is not. */
const isOnOtherTerms = (sentence: string, name: string): boolean =>
  sentence.split(';').some((part) => part.includes(name) && conditional.test(part) && otherCondition.test(part))

/** “Ada resigned as Trustee”, also where the same sentence names who followed her; not on a condition. */
function hasLeft(text: string, name: string): boolean {
  const left = new RegExp(
    String.raw`([^.;]{0,120})\b${name.replace(/[^\p{L}\p{N}]+/gu, String.raw`[^\p{L}\p{N}]+`)},?\s+(?:(?:has|had|then|later|thereafter|since|subsequently)\s+)*(?:resigned|declined|renounced)\b`,
    'giu',
  )
  return Array.from(text.matchAll(left)).some(
    ([, before = '']) => !/\b(?:if|when|whenever|should|after|once|until|unless|upon|event|case|or)\b/i.test(before),
  )
}

const ofPeople: ReadonlySet<RoleFactKind> = new Set(['executor', 'agent', 'guardian'] as const)

/** Whether someone who is in no record says it: “I, Mark Stone, appoint …”. */
const isOfStranger = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token, at) =>
      token.is === 'word' && token.word === 'i' && isComma(tokens[at + 1]) && tokens[at + 2]?.is === 'stranger',
  )
/** Whether another one than whose agent or executor is found says it: “I, Cara, the mother of Ada, appoint …”, “We, Ada and Cara, appoint …”. */
const isOfOther = (tokens: readonly Token[], into: string): boolean =>
  tokens.some((token, at) => {
    if (token.is !== 'word' || !isComma(tokens[at + 1])) return false
    const next = tokens[at + 2]
    return token.word === 'we' || (token.word === 'i' && next?.is === 'name' && !next.keys.includes(into))
  })
const isComma = (token: Token | undefined) => token?.is === 'mark' && token.mark === ','

/** “As an alternate, I appoint”, “as my second agent”: one who acts only where another one does not. */
const reserve =
  /\bas (?:an?|my|the) (?:\w+ )?(?:alternate|alternative|back-?up|substitute|(?:second|third|next) choice)\b|\b(?:second|third|alternate|back-?up|standby) (?:health ?care |patient )?(?:agents?|surrogate|proxy|advocate|attorney|representative|executor|executrix|guardians?)\b|^\W*following\b/i
const isInReserve = (sentence: string, name: string): boolean => {
  const end = sentence.indexOf(name) + name.length
  const office = /^.*?\b(?:agents?|surrogate|proxy|advocate|attorney|representative|executors?|executrix|guardians?)\b/i
  return reserve.test(sentence.slice(0, end) + (office.exec(sentence.slice(end))?.[0] ?? ''))
}

const isTrustee = (kind: RoleFactKind) => kind === 'trustee' || kind === 'successor-trustee'

/** The words between “replaces” and “as Trustee”, which name those who are replaced. */
const replacedTrustees = (text: string): string[] =>
  Array.from(
    text.matchAll(
      /\breplac(?:es|ing)\s+([^.;,]{3,80}?)\s+as\s+(?:(?:the|a|my|initial|original|successor)\s+)*(?:co-)?trustee/gi,
    ),
    ([, said = '']) => said.replace(/\s+/g, ' '),
  )

/** Whether a sentence about a role holds no longer, or speaks of another trust. */
function isElsewhere(sentence: string, name: string, kind: RoleFactKind, next: string): boolean {
  if (notInForce.some((pattern) => pattern.test(sentence)) || takenBackNext.test(next)) return true
  const at = sentence.indexOf(name)
  const [until, after] = [sentence.slice(0, at), sentence.slice(at + name.length)]
  if (isReplacedText(until, after) || wasOnly.test(after)) return true
  if (/\bin (?:the )?(?:place|stead) of\s*$/i.test(until)) return true
  // “Ben, of Rye, or Cara”: one of the two.
  if (kind !== 'grantor' && kind !== 'beneficiary' && /,\s+or\s+$/i.test(until)) return true
  if (!isTrustee(kind)) return false
  // “Elm Bank, as Trustee of the Okafor Trust, pays it to the Elm Trust, of which Ada is Trustee”
  if (/\bof which [^,;]{0,40}$/i.test(until) && (until.match(/\btrust\b/gi) ?? []).length > 1) return true
  if (/\b(?:instead of|in lieu of|and\/or)\s*$/i.test(until) || /^\s*and\/or\b/i.test(after)) return true
  if (kind === 'trustee' && /\b(?:thereafter|afterwards?)\b,?\s*$/i.test(until)) return true
  return ofOtherTrust.test(sentence) || ofSuccessor.test(sentence) || /^(?:for )?(?:so|as) long as [^,]*$/i.test(until)
}

/** The roles as facts, each once: by the first sentence that says it. */
function rolesFound(
  roles: readonly Omit<ReadRole, 'sentence'>[],
  type: DocumentType | null,
  text: string,
  { people, entities }: FactHousehold,
): Omit<Fact, 'page' | 'article'>[] {
  // An agent of a limited power has no other one, whatever their sentence says.
  const limitedPower = limitedPowerIn(text)
  const found = new Map<string, Omit<Fact, 'page' | 'article'>>()
  const namesIn = createNameReader(people, entities)
  const replaced = replacedTrustees(text)
  // The whole text is looked through once for each name, and not for each sentence with it.
  const gone = new Map<string, boolean>()
  const hasGone = (name: string): boolean => {
    const known = gone.get(name) ?? hasLeft(text, name)
    gone.set(name, known)
    return known
  }
  for (const { role, who, in: of, name, start, end } of roles) {
    const into = of === notRecorded ? null : of
    const general = kindOf[role]
    // The grantor of a deed gives land, and is no grantor of a trust.
    if (general === undefined || (general === 'grantor' && !isOfTrust(type, text))) continue
    const sentence = text.slice(start, end).replace(/\s+/g, ' ').trim()
    const value = name.replace(/\s+/g, ' ').trim()
    if (isOtherParty(sentence, value, general) || isMaker(sentence, value, general)) continue
    if (isElsewhere(sentence, value, general, text.slice(end, end + 120))) continue
    if (general !== 'grantor' && conditionBefore.test(sentence)) continue
    if (general === 'successor-trustee' && isOnOtherTerms(sentence, value)) continue
    if (isTrustee(general) && (hasGone(value) || replaced.some((said) => said.includes(value)))) continue
    const isHealth =
      general === 'agent' &&
      ((type === 'HEALTHCARE_PROXY' && (!ofMoney.test(sentence) || ofHealth.test(sentence))) ||
        (type !== 'POWER_OF_ATTORNEY' && ofHealth.test(sentence)))
    const kind = isHealth ? 'health-care-agent' : general
    const key = `${kind} ${into} ${who.join(' ')}`
    // Whose guardian someone is may be said by name elsewhere.
    const isSaid =
      into === null && [...found.values()].some((one) => one.kind === kind && one.who.join(' ') === who.join(' '))
    if (found.has(key) || isSaid) continue
    const others = roles.flatMap((one) =>
      one.start === start && one.role !== role ? [one.name.replace(/\s+/g, ' ').trim()] : [],
    )
    const isOffice = kind !== 'grantor' && kind !== 'beneficiary'
    const limit = isOffice ? (limitIn(sentence, value, others, text) ?? (kind === 'agent' ? limitedPower : null)) : null
    const tokens = namesIn(text, { start, end })
    const namesRecord = into !== null && tokens.some((token) => token.is === 'name' && token.keys.includes(into))
    if (ofPeople.has(general) && ((!namesRecord && isOfStranger(tokens)) || isInReserve(sentence, value))) continue
    if (general !== 'guardian' && ofPeople.has(general) && into !== null && isOfOther(tokens, into)) continue
    found.set(key, { kind, who, in: into, value, sentence, start, end, limit, namesRecord })
  }
  return [...found.values()]
}

const articleHead =
  /(?:^|\n)[^\S\n]*((?:article|art\.)\s+(?:[ivxl]+|\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen))\b/gi

/** The heading of the article at a place of a text. */
function articlesOf(text: WholeText['text']): (at: number) => string | null {
  const heads = Array.from(text.matchAll(articleHead), ({ index, 1: said = '' }) => ({ at: index, said }))
  return (at) => heads.findLast((head) => head.at <= at)?.said.replace(/\s+/g, ' ') ?? null
}
