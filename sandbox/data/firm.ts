import type { Faker } from '@faker-js/faker'
import type { Household, Individual, User } from '../schemas/responses.ts'
import type { StoredRecord } from '../store/records.ts'
import type { TableName } from '../store/tables.ts'
import { type GeneratedDocument, generateDocument, generateSummary } from './documents.ts'
import { generateEntity } from './entities.ts'
import { perhapsNasty } from './nasty.ts'
import { generateFamily } from './people.ts'
import { HOUSEHOLD_NOTES } from './phrases.ts'
import { createRandom, type Random } from './random.ts'
import { DATA_EPOCH, FIRM_FOUNDED, iso, momentBetween } from './time.ts'
import { generateUsers } from './users.ts'
import { generateValuations } from './valuations.ts'

export interface FirmSeed {
  seed: number
  households: number
  /** If true, one record in fifty of each resource is hostile or absurd, though legal. */
  hostile: boolean
  faker: Faker
}

/** Receives the firm record by record, in the order the service lists them. */
export interface FirmSink {
  record(table: TableName, record: StoredRecord): void
  file(documentId: string, file: Pick<GeneratedDocument, 'fileName' | 'origin'>): void
}

/** The number of records so far, by resource. It alone determines which records are rare or hostile. */
type Positions = Record<TableName, number>

/**
 * Generates a whole fictional firm. Household number n is the same for every firm size, except for its relationship owner, who is
 * chosen from more or fewer users.
 */
export function generateFirm({ seed, households, hostile, faker }: FirmSeed, sink: FirmSink): void {
  const users = generateUsers(faker, seed, households)
  for (const user of users) sink.record('users', user)
  const positions: Positions = {
    households: 0,
    individuals: 0,
    entities: 0,
    valuations: 0,
    documents: 0,
    document_summaries: 0,
    users: 0,
  }
  for (let number = 0; number < households; number += 1) {
    const random = createRandom(seed, 2, number)
    faker.seed(random.int(1, 2 ** 31))
    generateHousehold({ random, faker, users, positions, sink, number, hostile })
  }
}

interface HouseholdSeed {
  random: Random
  faker: Faker
  users: readonly User[]
  positions: Positions
  sink: FirmSink
  number: number
  hostile: boolean
}

function generateHousehold({ random, faker, users, positions, sink, number, hostile }: HouseholdSeed): void {
  const emit = (table: TableName, record: StoredRecord) => {
    sink.record(table, hostile ? perhapsNasty(table, record, positions[table]) : record)
    positions[table] += 1
  }
  const householdId = random.id('household_')
  const surname = faker.person.lastName()
  const since = momentBetween(random, FIRM_FOUNDED, DATA_EPOCH - 60 * 86_400_000)
  const family = generateFamily({ faker, random, householdId, surname, since })
  emit('households', household({ random, householdId, since, family, users, number }))
  for (const person of family) emit('individuals', person)
  const entities = Array.from({ length: random.int(3, 7) }, (_, index) =>
    generateEntity({ random, householdId, surname, since, family, position: positions.entities + index }),
  )
  for (const entity of entities) {
    emit('entities', entity)
    for (const valuation of generateValuations(random, entity)) emit('valuations', valuation)
  }
  const count = random.int(2, 6)
  const summaries = random.int(1, 2)
  for (let index = 0; index < count; index += 1) {
    const position = positions.documents
    const made = generateDocument({ random, householdId, surname, since, family, entities, position })
    emit('documents', made.record)
    sink.file(made.record.id, made)
    if (index < summaries) emit('document_summaries', generateSummary(random, made.record))
  }
}

interface HouseholdParts {
  random: Random
  householdId: string
  since: number
  family: readonly Individual[]
  users: readonly User[]
  number: number
}

function household({ random, householdId, since, family, users, number }: HouseholdParts): Household {
  const updated = random.chance(0.3) ? since : momentBetween(random, since, DATA_EPOCH)
  const external = random.chance(0.6) ? { external_id: `CRM-${String(100_000 + number)}` } : {}
  return {
    id: householdId,
    created_at: iso(since),
    updated_at: iso(updated),
    primary_relationship_owner_id: random.pick(users).id,
    ...external,
    name: householdName(family.filter((person) => person.is_primary)),
    ...(random.chance(0.5) ? { notes: random.pick(HOUSEHOLD_NOTES) } : {}),
  }
}

/** "Jordan & Alex Whitfield", or both full names if the surnames differ. */
export function householdName(primaries: readonly Pick<Individual, 'first_name' | 'last_name'>[]): string {
  const [first, second] = primaries
  if (first === undefined) return 'Household'
  if (second === undefined) return `${first.first_name} ${first.last_name}`
  if (first.last_name === second.last_name) return `${first.first_name} & ${second.first_name} ${first.last_name}`
  return `${first.first_name} ${first.last_name} & ${second.first_name} ${second.last_name}`
}
