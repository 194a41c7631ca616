import { fold, wordsOf } from '../domain/fold.ts'
import { compare } from '../domain/money.ts'
import type { AccountMapping, BatchFile, EntityChoice, KnownAccount, KnownAsset, Warning } from './batch.ts'
import { holdingsAgree } from './holdings.ts'
import type { StatementAccount, StatementRow } from './statement.ts'
import { exact, isJump, sumOf } from './tie-out.ts'

type MappingInput = {
  files: readonly BatchFile[]
  /** Records of the ledger that may be those of the files' accounts: with the same {@link numberTail}. */
  known: readonly KnownAccount[]
  /** Entities that accounts may belong to. */
  entities: readonly EntityChoice[]
}

type Numbered = Pick<StatementAccount, 'number' | 'isMasked' | 'name'>
type Held = Numbered & Pick<StatementAccount, 'custodian'>

/** Letters and digits of an account number: people write it with and without hyphens. */
const plainNumber = (number: string): string => number.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** A whole number has at least as many characters: a custodian may print the last four digits without a mask. */
const shortestWhole = 5
/** Fewer visible characters than these name no account. */
const shortestTail = 3

const isPartial = ({ number, isMasked }: Numbered): boolean => isMasked || plainNumber(number).length < shortestWhole

/** The part of a number that identifies the account: of a masked number, the characters behind the mask; empty if they are too few. */
function visiblePart(account: Numbered): string {
  if (!isPartial(account)) return plainNumber(account.number)
  const end = /[\p{L}\p{N}]*$/u.exec(account.number.trim().toUpperCase())?.[0] ?? ''
  const shown = end.replace(/^.*XX|^X(?=\d)/, '')
  return shown.length < shortestTail ? '' : shown
}

/** The last three characters of an account's number, which all spellings and masks of it have in common; empty without a number. */
export const numberTail = (account: Numbered): string => visiblePart(account).slice(-shortestTail)

/** The last characters of an account's number, without hyphens. One that a spreadsheet shortened has lost its end: what is left tells accounts apart. */
export const endOf = (number: string): string =>
  number === '' || /E\+\d+$/i.test(number) ? number : `…${number.replace(/[^\p{L}\p{N}]+/gu, '').slice(-3)}`

/** True if two accounts have the same number, or may have it because one of them shows only the end. */
export function mayBeSameAccount(one: Numbered, other: Numbered): boolean {
  const [a, b] = [visiblePart(one), visiblePart(other)]
  if (a === '' || b === '') return false
  return isPartial(one) || isPartial(other) ? a.endsWith(b) || b.endsWith(a) : a === b
}

/** True if both have names, and the same ones. */
const namesAgree = (one: Numbered, other: Numbered): boolean =>
  one.name !== null && other.name !== null && fold(one.name) === fold(other.name)

/** True if both custodians are known, and they are two: each has numbers of its own. */
export const areOfTwoCustodians = (one: Held, other: Held): boolean =>
  one.custodian !== null && other.custodian !== null && fold(one.custodian) !== fold(other.custodian)

/** True if both custodians are known, and they are one. */
const areOfOneCustodian = (one: Held, other: Held): boolean =>
  one.custodian !== null && other.custodian !== null && fold(one.custodian) === fold(other.custodian)

/** True if two are the same account: a whole number is enough unless two custodians have it, any other needs the account's name too. */
export const isSameAccount = (one: Held, other: Held): boolean =>
  hasSameNumber(one, other) && !areOfTwoCustodians(one, other)

function hasSameNumber(one: Numbered, other: Numbered): boolean {
  if (visiblePart(one) === '' || visiblePart(one) !== visiblePart(other) || isPartial(one) !== isPartial(other))
    return false
  return !isPartial(one) || namesAgree(one, other)
}

/**
 * True if two accounts of one entity may be the same one: by number; where a number is not readable, by what is left of it, by name, total or
 * holdings. In one layout other names mean other accounts; each custodian names accounts in its own way.
 */
export function mayBeTwins(one: StatementAccount, other: StatementAccount, isOneLayout: boolean): boolean {
  // Two names of a custodian may be those of one, so that the advisor is asked.
  if (hasSameNumber(one, other)) return true
  if (isOneLayout && one.name !== null && other.name !== null && !namesAgree(one, other)) return false
  if (visiblePart(one) !== '' && visiblePart(other) !== '') return mayBeSameAccount(one, other)
  const isOneNumber = mayBeShortened(one, other)
  if (isOneNumber !== null) return isOneNumber
  const [a, b] = [plainNumber(one.number), plainNumber(other.number)]
  if (a === b && (a !== '' || isOneLayout)) return true
  return namesAgree(one, other) || totalsAgree(one, other) || holdingsAgree(one.rows, other.rows.map(asKnown))
}

/** True if two numbers may be one that a spreadsheet shortened, such as `4.85114E+11`; null if neither is shortened, or one is masked. */
function mayBeShortened(one: Numbered, other: Numbered): boolean | null {
  const both = [one, other].map((each) => {
    const [shortened, places = ''] = /^\d(?:\.(\d+))?E\+\d+$/i.exec(each.number.trim()) ?? []
    return { places: shortened === undefined ? null : places.length, number: shortened ?? plainNumber(each.number) }
  })
  const places = both.flatMap((each) => each.places ?? [])
  if (places.length === 0 || [one, other].some((each, at) => both[at]?.places === null && isPartial(each))) return null
  const [a, b] = both.map(({ number }) => Number(number).toExponential(Math.min(...places)))
  return a === b
}

const totalsAgree = ({ rows: one }: StatementAccount, { rows: other }: StatementAccount): boolean =>
  one.length > 0 && one.length === other.length && compare(sumOf(one), sumOf(other)) === 0

const asKnown = ({ name, value, identifiers }: StatementRow): KnownAsset => {
  return { display_name: name, external_id: null, value, identifiers }
}

/** True if an asset's name contains the end of an account's number, as that of an account that was typed as one amount. */
export function namesAccount(name: string, account: Numbered): boolean {
  const numbers = [...name.matchAll(/(?:…|\.\.|[*#x])\s?(\d{3,})|\b(\d{4,})\b/gi)].map(
    ([, masked, whole]) => masked ?? whole,
  )
  return numbers.some((number) => mayBeSameAccount(account, { number: number ?? '', isMasked: true, name: null }))
}

type Found =
  | { entity: EntityChoice; why: string; isConfirmed: boolean }
  | { why: string; proposed: EntityChoice[]; needsCustodian?: boolean }
type Evidence = { records: readonly KnownAccount[]; layout: string; firm: Firm }
/** `date`: of the statement's values; null while it is asked. */
type Mapped = Extract<Found, { entity: EntityChoice }> & Omit<Evidence, 'layout'> & { date: string | null }

/**
 * Finds the entity of each account: the advisor's decision, an entity whose external id is the number, or what was confirmed before.
 * A number that is not whole needs the same custodian, layout and account's name, most of its holdings and about the same total as the last
 * time. Everything else is asked, with proposals.
 */
export function mapAccounts({ files, known, entities }: MappingInput): AccountMapping[] {
  const firm = indexFirm(entities)
  const byTail = Map.groupBy(known, numberTail)
  const firstOf = new Map<string, BatchFile>()
  const read = files.flatMap((file) => {
    const earlier = firstOf.get(file.sha256)
    if (!earlier) firstOf.set(file.sha256, file)
    return file.statement.accounts.map((account) => {
      const ref = { file_id: file.id, key: account.key }
      const same = Object.hasOwn(file.countedIn, account.key) ? file.countedIn[account.key] : earlier?.name
      if (same !== undefined)
        return { account, mapping: { ...ref, ...leftOut(`The same file as “${same}”, which counts once.`) } }
      const decision = Object.hasOwn(file.decisions.accounts, account.key) ? file.decisions.accounts[account.key] : null
      if (decision && 'leaveOut' in decision) return { account, mapping: { ...ref, ...leftOut('You left it out.') } }
      const tail = numberTail(account)
      const records = tail === '' ? [] : (byTail.get(tail) ?? []).filter((record) => mayBeSameAccount(account, record))
      const evidence = { records, layout: file.statement.layout.key, firm }
      const find = isPartial(account) ? ofPartialNumber : ofWholeNumber
      const known = decision ? decided(firm.byId.get(decision.entity_id)) : find(account, evidence)
      const found = file.isScan && !decision && 'entity' in known ? askedOfScan(known.entity) : known
      if ('entity' in found) {
        const date = file.decisions.asOf ?? file.statement.asOf.date
        const mapping: AccountMapping = { ...ref, ...mapped(account, { ...found, records, firm, date }) }
        return { account, mapping, isProven: !decision && isPartial(account) }
      }
      const proposals = found.proposed.map(({ id }) => id)
      const needsCustodian = found.needsCustodian === true
      return { account, mapping: { ...ref, ...asked(found.why), proposals, known: records, needsCustodian } }
    })
  })
  const settled = askShared(read)
  const households = new Map<string, Set<string>>()
  for (const { mapping } of settled) {
    const entity = firm.byId.get(mapping.entity_id ?? '')
    if (entity) households.set(mapping.file_id, (households.get(mapping.file_id) ?? new Set()).add(entity.household.id))
  }
  return settled.map(({ account, mapping }) => {
    if (mapping.state !== 'ask') return mapping
    const more = firm.propose(account, households.get(mapping.file_id) ?? new Set())
    return { ...mapping, proposals: [...new Set([...mapping.proposals, ...more])].slice(0, mostProposals) }
  })
}

const mostProposals = 20

type Result = Omit<AccountMapping, 'file_id' | 'key'>
const nothing = { entity_id: null, proposals: [], known: [], moved: [], needsCustodian: false, warnings: [] }
const leftOut = (why: string): Result => ({ ...nothing, state: 'left-out', why })
const asked = (why: string): Result => ({ ...nothing, state: 'ask', why })

function mapped(account: StatementAccount, { entity, why, isConfirmed, records, firm, date }: Mapped): Result {
  const own = records.filter((record) => record.entity_id === entity.id && isSameAccount(account, record))
  const warnings: Warning[] = []
  if (!isConfirmed && own.length === 0)
    warnings.push({ kind: 'first', text: 'An account is read for this entity for the first time.' })
  const renamed = own.find((record) => record.name !== null && account.name !== null && !namesAgree(account, record))
  if (renamed) warnings.push({ kind: 'mapping', text: `The account was called “${renamed.name}” last time.` })
  // Without a name and holdings nothing but the number agrees, and no asset that is gone says so.
  const isEmptied = own.length > 0 && own.every(({ assets }) => assets.length === 0)
  if (isConfirmed && isEmptied && account.rows.length > 0 && !own.some((record) => namesAgree(account, record)))
    warnings.push({ kind: 'mapping', text: 'The account had no holdings the last time.' })
  const moved = isPartial(account)
    ? []
    : records.filter((record) => record.entity_id !== entity.id && isSameAccount(account, record))
  for (const { name } of entitiesOf(moved, firm))
    warnings.push({
      kind: 'mapping',
      text: `The account was read for ${name} before: its assets stay there until a valuation without them is logged.`,
    })
  // An entity that a later statement was read for keeps the account: which one has it is asked the next time.
  const left = moved.filter(({ as_of }) => date === null || as_of <= date)
  if (entity.stage === 'ARCHIVED') warnings.push({ kind: 'mapping', text: `${entity.name} is archived.` })
  return {
    ...nothing,
    state: 'mapped',
    entity_id: entity.id,
    why,
    known: own,
    moved: left.map(({ id }) => id),
    warnings,
  }
}

/** An account that was read from a picture belongs to no entity before the user says so. */
const askedOfScan = (entity: EntityChoice): Found => ({
  why: 'It is read from a scan: choose its entity.',
  proposed: [entity],
})

const isThere = (entity: EntityChoice | undefined): entity is EntityChoice => entity !== undefined && !entity.isGone

const entityGone = 'The entity that it belonged to is not in the service any more.'

function decided(entity: EntityChoice | undefined): Found {
  if (isThere(entity)) return { entity, why: 'You chose it.', isConfirmed: false }
  return { why: 'The entity that you chose is not in the service any more.', proposed: [] }
}

const entitiesOf = (records: readonly KnownAccount[], firm: Firm): EntityChoice[] =>
  [...new Set(records.map(({ entity_id }) => entity_id))].flatMap((id) => firm.byId.get(id) ?? [])

function ofWholeNumber(account: StatementAccount, { records, layout, firm }: Evidence): Found {
  const confirmed = records.filter((record) => isSameAccount(account, record))
  const inLayout = confirmed.filter((record) => record.layout === layout)
  const meant = inLayout.length > 0 ? inLayout : confirmed
  const before = entitiesOf(meant, firm)
  const elsewhere = entitiesOf(
    records.filter((record) => hasSameNumber(account, record) && areOfTwoCustodians(account, record)),
    firm,
  )
  const numbered = firm.byNumber(account.number)
  const [own] = numbered
  if (own && numbered.length === 1) {
    const others = [...new Set([...before, ...elsewhere])].filter(({ id }) => id !== own.id)
    if (others.length === 0)
      return { entity: own, why: 'Its external ID is the account’s number.', isConfirmed: before.length > 0 }
    const why = 'Its number is the external ID of one entity, and was confirmed for another.'
    return { why, proposed: [own, ...others.filter(isThere)] }
  }
  if (numbered.length > 1) return { why: 'Several entities have its number as external ID.', proposed: numbered }
  if (meant.length === 0 && elsewhere.length > 0)
    return {
      why: 'Its number was confirmed for an account of another custodian.',
      proposed: elsewhere.filter(isThere),
    }
  if (meant.length === 0)
    return { why: 'No account with this number was read before.', proposed: entitiesOf(records, firm).filter(isThere) }
  if (new Set(meant.map(({ entity_id }) => entity_id)).size > 1)
    return { why: 'Its number was confirmed for several entities.', proposed: before.filter(isThere) }
  const [entity] = before
  if (!isThere(entity)) return { why: entityGone, proposed: [] }
  // Two custodians may have the same headers and the same number, and one client has the same name at both.
  const isNamedOtherwise = (record: KnownAccount) =>
    record.name !== null && account.name !== null && !namesAgree(account, record)
  const isHeldAlike = confirmed.some(({ assets }) => holdingsAgree(account.rows, assets))
  if (isHeldAlike || (inLayout.length > 0 && !inLayout.every(isNamedOtherwise)))
    return { entity, why: 'You confirmed it before.', isConfirmed: true }
  return {
    why: `An account with its number was confirmed ${inLayout.length > 0 ? 'under another name' : 'from another layout'}, and its holdings do not agree.`,
    proposed: [entity],
  }
}

function ofPartialNumber(account: StatementAccount, { records, layout, firm }: Evidence): Found {
  const proposed = entitiesOf(records, firm).filter(isThere)
  if (visiblePart(account) === '') return { why: 'No number of it was found in the file.', proposed }
  const partly = (words: string): Found => ({
    why: `The file shows only the end of its number, and ${words}.`,
    proposed,
  })
  if (records.length === 0) return partly('no such account was read before')
  const named = records.filter((record) => isSameAccount(account, record) && record.layout === layout)
  if (named.length === 0) return partly('its name, layout or custodian differs from the last time')
  const alike = named.filter((record) => holdingsAgree(account.rows, record.assets))
  if (alike.length === 0) return partly('most of its holdings differ from the last time')
  const ids = new Set(alike.map(({ entity_id }) => entity_id))
  if (ids.size > 1) return partly('accounts of several entities agree with it')
  const sum = sumOf(account.rows)
  if (alike.every((record) => isJump(exact(record.total), sum)))
    return partly('its total differs by more than 25% from the last time')
  const [entity] = entitiesOf(alike, firm)
  if (!isThere(entity)) return { why: entityGone, proposed: [] }
  if (!alike.every((record) => areOfOneCustodian(account, record))) {
    const wasNamed = alike.every(({ custodian }) => custodian !== null)
    const needsCustodian = account.custodian === null && wasNamed
    return {
      why: `The file shows only the end of its number, and ${unnamedWords(account, wasNamed)}`,
      proposed: [entity],
      needsCustodian,
    }
  }
  return { entity, why: 'Custodian, number, name and holdings agree with the last time.', isConfirmed: true }
}

/** Two custodians may have accounts with the same headers, name and end of a number. `wasNamed`: the custodian was known the last time. */
function unnamedWords({ custodian }: StatementAccount, wasNamed: boolean): string {
  if (custodian !== null) return 'its custodian was not named the last time. Choose its entity this once.'
  if (wasNamed) return 'its custodian, which was known the last time, is not named. Name it on the file’s page.'
  return 'no custodian was named, now or the last time. Choose its entity, and name the custodian on the file’s page for the next time.'
}

type Read = { account: StatementAccount; mapping: AccountMapping; isProven?: boolean }

/** Accounts with partial numbers that agree with the same record are asked: only one of them can be that account. */
function askShared(read: readonly Read[]): Read[] {
  const claims = new Map<string, number>()
  const claiming = read.filter(({ mapping }) => mapping.state === 'mapped')
  for (const { mapping } of claiming) for (const { id } of mapping.known) claims.set(id, (claims.get(id) ?? 0) + 1)
  return read.map((each) => {
    const { file_id, key, known, entity_id } = each.mapping
    if (!each.isProven || known.every(({ id }) => claims.get(id) === 1)) return each
    const why = 'Several accounts of these files agree with the one of the last time.'
    return {
      ...each,
      mapping: { file_id, key, ...asked(why), known, proposals: entity_id === null ? [] : [entity_id] },
    }
  })
}

type Firm = ReturnType<typeof indexFirm>

/** How much it says that another account of the file is of the entity's household; a word that one entity has says 1. */
const householdScore = 0.15
/** How much it says that the account has exactly the entity's name. */
const nameScore = 0.5
/** A word of more entities than these says nothing about one of them. */
const mostOfWord = 200

/** Entities by what an account says of them. Only those that the service has are proposed. */
function indexFirm(entities: readonly EntityChoice[]) {
  const there = entities.filter(isThere)
  const written = (number: string) => number.trim().toUpperCase()
  const numbers = Map.groupBy(
    there.filter(({ external_id }) => external_id !== null),
    ({ external_id }) => written(external_id ?? ''),
  )
  let words: Map<string, Set<EntityChoice>> | null = null
  const indexWords = () => {
    const index = new Map<string, Set<EntityChoice>>()
    for (const entity of there) {
      for (const word of wordsOf(`${entity.name} ${entity.household.name}`))
        index.set(word, (index.get(word) ?? new Set()).add(entity))
    }
    return index
  }
  const isNear = (account: Numbered, { external_id }: EntityChoice) =>
    external_id !== null && mayBeSameAccount(account, { number: external_id, isMasked: false, name: null })
  return {
    byId: new Map(entities.map((entity) => [entity.id, entity])),
    byNumber: (number: string): EntityChoice[] => numbers.get(written(number)) ?? [],
    /**
     * By external id, then by the words of the account's name, of which a rare word says more than a common one. That another account of the
     * file belongs to a household says less than the account's own name: one export often has several households.
     */
    propose(account: Numbered, households: ReadonlySet<string>): string[] {
      const scores = new Map<EntityChoice, number>()
      const add = (entity: EntityChoice, score: number) => scores.set(entity, (scores.get(entity) ?? 0) + score)
      words ??= indexWords()
      const name = new Set(wordsOf(account.name ?? ''))
      for (const word of name) {
        const named = words.get(word)
        if (named && named.size <= mostOfWord) for (const entity of named) add(entity, 1 / (1 + Math.log2(named.size)))
      }
      for (const entity of there) {
        if (isNear(account, entity)) add(entity, 10)
        if (households.has(entity.household.id)) add(entity, householdScore)
      }
      // Common words, such as those of the kind, tell the entities of one family apart.
      for (const entity of scores.keys()) {
        const own = new Set(wordsOf(entity.name))
        const common = [...own].filter((word) => name.has(word)).length
        add(entity, (nameScore * common) / Math.max(1, own.size + name.size - common))
      }
      const sorted = [...scores].toSorted(([a, one], [b, other]) => other - one || (a.name < b.name ? -1 : 1))
      return sorted.slice(0, mostProposals).map(([{ id }]) => id)
    },
  }
}

/** Which entity an account belongs to, without what was read from it. */
type Confirmed = Pick<KnownAccount, 'number' | 'isMasked' | 'name' | 'custodian' | 'layout' | 'entity_id'>

/**
 * Compares accounts of another computer with those that are known here; each of the given ones is in one of the lists. `kept`: known here in
 * the same way. `asked`: known here for another entity, by the records `mine`. A whole number is one account; a masked one only in the same
 * layout, and not beside an entity that the other computer knows for it as well.
 */
export function compareAccounts<Given extends Confirmed, Mine extends Confirmed>(
  given: readonly Given[],
  known: readonly Mine[],
): { taken: Given[]; kept: Given[]; asked: { account: Given; mine: Mine[] }[] } {
  const compared = { taken: [] as Given[], kept: [] as Given[], asked: [] as { account: Given; mine: Mine[] }[] }
  const knownByTail = Map.groupBy(known, numberTail)
  const givenByTail = Map.groupBy(given, numberTail)
  const takenByTail = new Map<string, Given[]>()
  for (const account of given) {
    const tail = numberTail(account)
    const isRecord = (other: Confirmed) =>
      other.layout === account.layout &&
      (isSameAccount(other, account) || (tail === '' && other.number === account.number && other.name === account.name))
    const isMeant = (other: Confirmed) =>
      isPartial(account) ? tail !== '' && isRecord(other) : isSameAccount(other, account)
    const isOwn = (other: Confirmed) => other.entity_id === account.entity_id
    const alike = [...(knownByTail.get(tail) ?? []), ...(takenByTail.get(tail) ?? [])]
    const together = isPartial(account) ? (givenByTail.get(tail) ?? []).filter(isMeant) : []
    const mine = (knownByTail.get(tail) ?? []).filter(
      (other) => isMeant(other) && !isOwn(other) && together.every(({ entity_id }) => entity_id !== other.entity_id),
    )
    if (alike.some((other) => isOwn(other) && isRecord(other))) compared.kept.push(account)
    else if (mine.length > 0) compared.asked.push({ account, mine })
    else {
      compared.taken.push(account)
      takenByTail.set(tail, [...(takenByTail.get(tail) ?? []), account])
    }
  }
  return compared
}
