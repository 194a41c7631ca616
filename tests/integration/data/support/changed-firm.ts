import fc from 'fast-check'
import type { WritableDatabase } from '../../../../electron/data/open-database.ts'
import type { JsonFields } from '../../../../shared/domain/operation.ts'
import { createWorld, sweepAll } from './outbox-world.ts'
import { aDocument, anEntity } from './records.ts'

type Filed = 'entities' | 'documents'

/** A world of which everything is known to this computer, with documents and entities that only colleagues change. */
export type ChangedFirm = Awaited<ReturnType<typeof createChangedFirm>>

export async function createChangedFirm() {
  const world = createWorld()
  const service: Record<Filed, Map<string, JsonFields>> = { entities: new Map(), documents: new Map() }
  const known: Record<Filed, Map<string, JsonFields>> = { entities: new Map(), documents: new Map() }
  let edits = 0
  const put = (resource: Filed, record: { id: string }) => {
    edits += 1
    const updated_at = new Date(Date.UTC(2025, 0, 1) + edits * 1000).toISOString()
    service[resource].set(record.id, { ...record, updated_at } as JsonFields)
  }
  const sweepFiled = async (resource: Filed, pageSize: number) => {
    await sweepAll(world.writer(), resource, { records: [...service[resource].values()], pageSize })
    known[resource] = new Map(service[resource])
  }

  for (const n of [1, 2]) world.addService('household', n)
  for (const n of [1, 2, 3, 4])
    world.addService('individual', n, { household_id: `household_${(n % 2) + 1}`, is_primary: n < 3 })
  world.serviceValues(1, '2024-02-29', [{ name: 'Cash', value: 2 }])
  for (const n of [1, 2]) put('entities', anEntity(n))
  for (const n of [1, 2]) put('documents', aDocument(n))
  await world.sweep('households', 50)
  await world.sweep('individuals', 2)
  for (const resource of ['entities', 'documents'] as const) await sweepFiled(resource, 50)
  for (const n of [1, 2]) world.askValuation(n)
  world.writer().batch.commit()

  return {
    world,
    sweepFiled,
    restage: (entity: number, stage: string) => put('entities', anEntity(entity, { stage })),
    file: (n: number, more: JsonFields) => put('documents', aDocument(n, more)),
    unfile: (n: number) => service.documents.delete(`document_${n}`),
    /** The records that this computer last got from the service, by resource and id; a valuation by its entity's. */
    known: (): ReadonlyMap<string, JsonFields> => {
      const all = { ...world.known, ...known }
      return new Map(
        Object.entries(all).flatMap(([resource, records]) =>
          [...records].map(([id, record]) => [`${resource} ${id}`, record] as const),
        ),
      )
    },
  }
}

/** One thing that a colleague does to documents, entities and valuations, or that this computer reads of them. */
export const aFiling = fc.oneof(
  fc.record({
    kind: fc.constant('restage' as const),
    entity: fc.constantFrom(1, 2),
    stage: fc.constantFrom('ACTIVE', 'DRAFT', 'TERMINATED'),
  }),
  fc.record({
    kind: fc.constant('revalue' as const),
    entity: fc.constantFrom(1, 2),
    date: fc.constantFrom('2024-02-29', '2024-03-31'),
    assets: fc.array(fc.record({ name: fc.constantFrom('Cash', 'Bonds', 'Gold'), value: fc.nat({ max: 2 }) }), {
      maxLength: 3,
    }),
  }),
  fc.record({
    kind: fc.constant('file' as const),
    n: fc.integer({ min: 1, max: 4 }),
    more: fc.record({
      name: fc.constantFrom('Will', 'Trust deed'),
      type: fc.constantFrom('WILL', 'OTHER'),
      entity_id: fc.constantFrom(null, 'entity_1'),
    }),
  }),
  fc.record({
    kind: fc.constant('renumber' as const),
    household: fc.constantFrom(1, 2),
    external_id: fc.constantFrom(null, 'x-1', 'x-2'),
  }),
  fc.record({ kind: fc.constant('unfile' as const), n: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant('sweep what is filed' as const),
    resource: fc.constantFrom('entities' as const, 'documents' as const),
    size: fc.constantFrom(1, 2, 50),
  }),
)

type Filing = typeof aFiling extends fc.Arbitrary<infer Value> ? Value : never

export async function runFiling(firm: ChangedFirm, filing: Filing): Promise<void> {
  switch (filing.kind) {
    case 'restage':
      return firm.restage(filing.entity, filing.stage)
    case 'revalue':
      return firm.world.serviceValues(filing.entity, filing.date, filing.assets)
    case 'file':
      return firm.file(filing.n, filing.more)
    case 'renumber':
      return firm.world.colleagueEdits(`household_${filing.household}`, { external_id: filing.external_id })
    case 'unfile':
      return void firm.unfile(filing.n)
    case 'sweep what is filed':
      return firm.sweepFiled(filing.resource, filing.size)
  }
}

/** One field of a recorded change. */
type Field = { field: string; before: unknown; after: unknown; operation: number | null }

export type RecordedChange = {
  seq: number
  resource: string
  record_id: string
  household_id: string | null
  kind: 'added' | 'changed' | 'gone'
  fields: readonly Field[]
  operation: number | null
  is_own: number
  observed_at: number
}

/** The ledger's recorded changes, oldest first. */
export const changesIn = (ledger: WritableDatabase): RecordedChange[] =>
  ledger
    .prepare<[], Omit<RecordedChange, 'fields'> & { fields: string }>('SELECT * FROM observed_change ORDER BY seq')
    .all()
    .map((row) => ({ ...row, fields: JSON.parse(row.fields) }))

/** The recorded changes as one line for each of their fields. */
export const fieldsIn = (ledger: WritableDatabase) =>
  changesIn(ledger).flatMap(({ fields, ...change }) => fields.map((field) => ({ ...change, ...field })))
