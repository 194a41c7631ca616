import type { Household, User } from '../schemas/responses.ts'
import type { StoredRecord } from '../store/records.ts'
import type { TableName } from '../store/tables.ts'
import { withCanaries } from './canaries.ts'
import { type PlannedDocument, planDocuments } from './document-plan.ts'
import { type GeneratedDocument, generateDocument } from './documents.ts'
import { generateEntity } from './entities.ts'
import type { Member, Shape } from './member.ts'
import { surname as drawSurname } from './names.ts'
import { perhapsNasty } from './nasty.ts'
import { householdNotes } from './notes.ts'
import { drawShape, generateFamily } from './people.ts'
import { choosePortfolio, drawWealth } from './portfolio.ts'
import { createRandom, type Random } from './random.ts'
import { generateSummary, isSummarized } from './summaries.ts'
import { DATA_EPOCH, DAY_MS, DAYS_ON_SERVICE, iso, momentBetween } from './time.ts'
import { generateUsers, pickOwner } from './users.ts'
import { divideWealth, generateValuations } from './valuations.ts'

export interface FirmSeed {
  seed: number
  households: number
  /** If true, one record in fifty of each resource is hostile or absurd, though legal. */
  hostile: boolean
  /** If true, every record has texts and amounts that occur once in the firm. */
  canaries?: boolean
  /** The day of the firm, in milliseconds since 1970; no record is newer. By default {@link DATA_EPOCH}. */
  now?: number
  /** If true, everything that one expects is on file, with some gaps: about 10 documents a household instead of 4. */
  fullFiles?: boolean
}

/** Receives the firm record by record, in the order the service lists them. */
export interface FirmSink {
  record(table: TableName, record: StoredRecord): void
  file(documentId: string, file: Pick<GeneratedDocument, 'fileName' | 'origin'>): void
}

/** The number of records so far, by resource. It alone determines which records are hostile. */
type Positions = Record<TableName, number>

/** Households with given names, by number. They are several branches of one family. */
const BRANCHES: Readonly<Record<number, { first: string; shape: Shape }>> = {
  3: { first: 'Abel', shape: 'widowed' },
  4: { first: 'Conrad', shape: 'established' },
  5: { first: 'Leland', shape: 'retired' },
  6: { first: 'Nathan', shape: 'young' },
  7: { first: 'Royce', shape: 'blended' },
}
const BRANCH_SURNAME = 'Schulist'

/**
 * Generates a whole fictional firm. Household number n is the same for every firm size, except for its relationship owner, who is
 * chosen from more or fewer users. Names, ages and amounts depend on the seed alone; dates are counted back from `now`.
 */
export function generateFirm({ now = DATA_EPOCH, ...firm }: FirmSeed, sink: FirmSink): void {
  const users = generateUsers(firm.seed, firm.households, now)
  for (const [number, user] of users.entries()) {
    sink.record('users', firm.canaries ? withCanaries('users', user, number) : user)
  }
  const positions: Positions = {
    households: 0,
    individuals: 0,
    entities: 0,
    valuations: 0,
    documents: 0,
    document_summaries: 0,
    users: 0,
  }
  for (let number = 0; number < firm.households; number += 1) {
    const emit = (table: TableName, record: StoredRecord) => {
      const planted = firm.canaries ? withCanaries(table, record, positions[table]) : record
      sink.record(table, firm.hostile ? perhapsNasty(table, planted, positions[table]) : planted)
      positions[table] += 1
    }
    generateHousehold({ ...firm, now, users, number, emit, file: sink.file })
  }
}

interface HouseholdSeed extends Omit<FirmSeed, 'now'> {
  now: number
  users: readonly User[]
  number: number
  emit: (table: TableName, record: StoredRecord) => void
  file: FirmSink['file']
}

function generateHousehold(seed: HouseholdSeed): void {
  const { now, number, emit } = seed
  const random = createRandom(seed.seed, 2, number)
  const branch = BRANCHES[number]
  const householdId = random.id('household_')
  const shape = branch?.shape ?? drawShape(random)
  const surname = branch ? BRANCH_SURNAME : drawSurname(random)
  // Most households moved with the firm; the others came one by one since.
  const start = now - DAYS_ON_SERVICE * DAY_MS
  const end = random.chance(0.65) ? start + 90 * DAY_MS : now - 20 * DAY_MS
  const since = momentBetween(random, start, end)
  const first = branch === undefined ? {} : { first: branch.first }
  const family = generateFamily({ random, now, householdId, surname, shape, since, ...first })
  emit('households', household({ ...seed, random, householdId, since, family, shape }))
  for (const { record } of family) emit('individuals', record)
  const wealth = drawWealth(random)
  const entities = choosePortfolio({ random, family, wealth }).map((holding, index) =>
    generateEntity({ random, now, householdId, surname, since, family, holding, isFirst: index === 0 }),
  )
  const amounts = divideWealth(random, wealth * 1_000_000, entities)
  for (const entity of entities) {
    emit('entities', entity.record)
    const amount = amounts.get(entity)
    if (amount === undefined) continue
    for (const valuation of generateValuations({ random, now, entity, amount })) emit('valuations', valuation)
  }
  // Documents have numbers of their own: how many there are depends on the date.
  const paper = createRandom(seed.seed, 3, number)
  const all = planDocuments({ random: paper, now, family, entities })
  // Of one household in seven the papers are still coming in from the former advisor.
  const onFile = paper.chance(1 / 7) ? Math.ceil(all.length * 0.4) : all.length
  const planned = sample(paper, all, seed.fullFiles ? onFile : paper.int(2, 6))
  let summaries = seed.fullFiles ? Number.POSITIVE_INFINITY : paper.int(1, 2)
  for (const one of planned) {
    const made = generateDocument({ random: paper, now, householdId, surname, since, family, planned: one, amounts })
    emit('documents', made.record)
    seed.file(made.record.id, made)
    const isWanted = seed.fullFiles ? isSummarized(made.record.type) && paper.chance(0.55) : summaries > 0
    if (!isWanted) continue
    emit('document_summaries', generateSummary(paper, made, now))
    summaries -= 1
  }
}

/** Types of which every household has several; the others are kept where only a few documents are wanted. */
const COMMON: readonly string[] = [
  ...['WILL', 'POWER_OF_ATTORNEY', 'HEALTHCARE_PROXY', 'ACCOUNT_DOCUMENTATION_STATEMENT', 'INCOME_TAX_RETURN'],
  ...['SIGNED_TRUST_DOCUMENT', 'CRUMMEY_LETTER', 'TAX_FILING'],
]

/** Some of the documents, in their order. */
function sample(random: Random, documents: readonly PlannedDocument[], count: number): PlannedDocument[] {
  const left = [...documents]
  while (left.length > count) {
    const out = random.weighted(left.map((each) => [each, COMMON.includes(each.type) ? 4 : 1] as const))
    left.splice(left.indexOf(out), 1)
  }
  return left
}

interface HouseholdParts {
  random: Random
  now: number
  householdId: string
  since: number
  family: readonly Member[]
  shape: Shape
  users: readonly User[]
  number: number
}

function household({ random, now, householdId, since, family, shape, users, number }: HouseholdParts): Household {
  const updated = random.chance(0.3) ? since : momentBetween(random, since, now)
  const primaries = family.filter(({ role }) => role === 'primary').map(({ record }) => record)
  const external = random.chance(0.6) ? { external_id: `CRM-${String(100_000 + number)}` } : {}
  const notes = householdNotes(random, shape, family)
  return {
    id: householdId,
    created_at: iso(since),
    updated_at: iso(updated),
    primary_relationship_owner_id: pickOwner(random, users).id,
    ...external,
    name: householdName(primaries),
    ...(notes === undefined ? {} : { notes }),
  }
}

/** "Jordan & Alex Whitfield", or both full names if the surnames differ. */
export function householdName(primaries: readonly { first_name: string; last_name: string }[]): string {
  const [first, second] = primaries
  if (first === undefined) return 'Household'
  if (second === undefined) return `${first.first_name} ${first.last_name}`
  if (first.last_name === second.last_name) return `${first.first_name} & ${second.first_name} ${first.last_name}`
  return `${first.first_name} ${first.last_name} & ${second.first_name} ${second.last_name}`
}
