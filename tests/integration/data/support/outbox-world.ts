import { adoptionsOf, type GoneRecord } from '../../../../electron/data/ledger/operations.ts'
import { openStoresInMemory } from '../../../../electron/data/open-stores.ts'
import { commitStep, settleMirror } from '../../../../electron/data/overlay/replay-ledger.ts'
import { applyRecord, applyValuation, removeRecords } from '../../../../electron/data/records.ts'
import { abandonSweep, applyPage, completeSweep } from '../../../../electron/data/sweep/apply-sweep.ts'
import { createWriter, type Writer } from '../../../../electron/data/writer.ts'
import type { JsonFields, Operation } from '../../../../shared/domain/operation.ts'
import { isOpen, localPrimaryId } from '../../../../shared/domain/operation-rules.ts'
import type { ListedResource } from '../../../../shared/service/resource.ts'
import { commitToLedger } from './commit-to-ledger.ts'
import { aCreate, aDeletion, anEdit } from './operations.ts'
import type { Known } from './outbox-model.ts'
import { aHousehold, anEntity, anIndividual, aValuation, bodyOf, pageOf } from './records.ts'

/** A service, a computer that writes to it and pulls from it, and the data that the computer last received. */
export type World = ReturnType<typeof createWorld>

/** Runs a complete sweep of these records, or resumes one; the missing ones are requested and not found. Returns their ids. */
export async function sweepAll(
  writer: Writer,
  resource: ListedResource,
  { records, pageSize }: { records: readonly unknown[]; pageSize: number },
): Promise<string[]> {
  const { sweepId, after } = writer.batch.write(() => writer.sweeps.begin(resource, writer.now()))
  const from = after === null ? 0 : Number(after.slice(1))
  for (let at = from; at === from || at < records.length; at += pageSize) {
    const hasNext = at + pageSize < records.length
    const bytes = pageOf(records.slice(at, at + pageSize), { endCursor: `c${at + pageSize}`, hasNext })
    applyPage(writer, { sweepId, after: at === 0 ? null : `c${at}`, bytes }, () => {})
  }
  const { missing } = await completeSweep(writer, sweepId)
  removeRecords(writer, resource, missing)
  return missing
}

type Answer =
  | { resource: 'individuals' | 'households'; id: string; record: JsonFields }
  | { resource: 'valuations'; id: string; record: JsonFields }

export function createWorld() {
  const stores = openStoresInMemory()
  let clock = 0
  let now = Date.UTC(2026, 0, 1)
  const openWriter = (): Writer => {
    const writer = createWriter({ ...stores, now: () => now, onChanged: () => {} })
    settleMirror(writer)
    return writer
  }
  let writer = openWriter()
  const service: Known = { individuals: new Map(), households: new Map(), valuations: new Map() }
  const known: Known = { individuals: new Map(), households: new Map(), valuations: new Map() }
  const adopted = new Map<string, string>()
  const operations = new Map<string, Operation>()
  let seq = 0

  const stamp = () => ({ updated_at: new Date(Date.UTC(2025, 0, 1) + clock++ * 1000).toISOString() })
  const household = (id: string): JsonFields => ({
    ...service.households.get(id),
    primary_individuals: [...service.individuals.values()].filter(
      (one) => one.household_id === id && one.is_primary === true,
    ),
  })
  const open = () => [...operations.values()].filter(isOpen).sort((a, b) => a.seq - b.seq)

  /** Commits one step, completely or interrupted by a crash after the ledger's half. */
  function commit(
    changed: Operation[],
    { answers = [], gone = [], crash = false }: { answers?: Answer[]; gone?: GoneRecord[]; crash?: boolean } = {},
  ) {
    const results = [
      ...answers.map(({ resource, id, record }) => ({ resource, id, json: JSON.stringify(record) })),
      ...gone.map(({ resource, id }) => ({ resource, id, json: null })),
    ]
    const found = adoptionsOf(changed, results)
    if (crash) {
      writer.batch.commit()
      commitToLedger(stores.ledger, { operations: changed, results, adoptions: found })
      writer = openWriter()
    } else {
      const records = answers.map((answer) => {
        const bytes = bodyOf(answer.record)
        return answer.resource === 'valuations'
          ? { resource: answer.resource, entityId: answer.id, bytes }
          : { resource: answer.resource, bytes }
      })
      commitStep(writer, { operations: changed, events: [], records, gone })
    }
    for (const operation of changed) operations.set(operation.id, operation)
    for (const { localId, serverId } of found) adopted.set(localId, serverId)
    for (const { resource, id, record } of answers) learn(resource, id, record)
    for (const { resource, id } of gone)
      if (resource === 'individuals' || resource === 'households') known[resource].delete(id)
  }

  /** Updates what the mirror knows from an answer beyond the answered record itself. */
  function learn(resource: Answer['resource'], id: string, record: JsonFields) {
    known[resource].set(id, record)
    if (resource === 'households') {
      for (const person of record.primary_individuals as JsonFields[]) {
        if (!known.individuals.has(String(person.id))) known.individuals.set(String(person.id), person)
      }
    }
    const theirs = known.households.get(String(record.household_id))
    if (resource !== 'individuals' || !theirs) return
    const list = [...(theirs.primary_individuals as JsonFields[])]
    const at = list.findIndex((one) => one.id === id)
    if (at < 0 && record.is_primary !== true) return
    if (record.is_primary) list.splice(at < 0 ? list.length : at, 1, record)
    else list.splice(at, 1)
    known.households.set(String(record.household_id), { ...theirs, primary_individuals: list })
  }

  const saveNew = (operation: Operation) => commit([operation])

  return {
    service,
    known,
    adopted,
    open,
    stores,
    writer: () => writer,
    addService(kind: 'individual' | 'household', n: number, more: JsonFields = {}) {
      if (kind === 'household')
        service.households.set(`household_${n}`, {
          ...aHousehold(n, { name: null, ...more }),
          ...stamp(),
        } as JsonFields)
      else service.individuals.set(`client_profile_${n}`, { ...anIndividual(n, more), ...stamp() } as JsonFields)
    },
    colleagueEdits(id: string, fields: JsonFields) {
      const records = service.households.has(id) ? service.households : service.individuals
      const record = records.get(id)
      if (record) records.set(id, { ...record, ...fields, ...stamp() })
    },
    colleagueDeletes: (id: string) => service.individuals.delete(id),
    serviceValues(entity: number, effective_date: string, assets: readonly { name: string; value: number }[] = []) {
      const directly_held_assets = assets.map(({ name, value }, at) => ({
        ...{ id: `assetv2_${entity}_${at}`, display_name: name, value },
        asset_class: { id: 'asset_class_1', display_name: 'Equity' },
      }))
      const directly_held_asset_value = assets.reduce((sum, { value }) => sum + value, 0)
      service.valuations.set(`entity_${entity}`, {
        ...aValuation(entity, { effective_date, directly_held_assets, directly_held_asset_value }),
        ...stamp(),
      } as JsonFields)
    },
    edit: (resource: 'individuals' | 'households', base: JsonFields, fields: JsonFields) =>
      saveNew(anEdit(++seq, resource, base as { id: string }, fields)),
    remove: (resource: 'individuals' | 'households', base: JsonFields) =>
      saveNew(aDeletion(++seq, resource, base as { id: string })),
    createIndividual(parent_id: string, fields: JsonFields) {
      saveNew(aCreate(++seq, 'individuals', { parent_id, fields: { ...fields, household_id: parent_id } }))
    },
    createHousehold(people: JsonFields[]) {
      const fields = { primary_relationship_owner_id: 'user_1', primary_individuals: people }
      saveNew(aCreate(++seq, 'households', { fields }))
    },
    log(entity: number, effective_date: string, value: number) {
      const asset = { asset_class_id: 'asset_class_x', display_name: 'Thing', value }
      const fields = { effective_date, directly_held_assets: [asset] }
      saveNew(aCreate(++seq, 'valuations', { parent_id: `entity_${entity}`, fields }))
    },
    setState: (operation: Operation, state: Operation['state'], crash: boolean) =>
      commit([{ ...operation, state }], { crash }),
    /** The service performs the operation if it can. */
    finish(operation: Operation, crash: boolean) {
      const { action, resource, fields } = operation
      const done: Operation = { ...operation, state: 'done' }
      const id = adopted.get(operation.record_id) ?? operation.record_id
      if (resource === 'valuations') {
        const entity = operation.parent_id ?? ''
        const before = service.valuations.get(entity)
        const record = {
          ...aValuation(0, {
            id: `valuationv2_${seq}_${clock}`,
            entity_id: entity,
            effective_date: fields.effective_date,
            directly_held_assets: [],
          }),
          ...stamp(),
        } as JsonFields
        if (!before || String(before.effective_date) <= String(fields.effective_date))
          service.valuations.set(entity, record)
        const latest = service.valuations.get(entity) ?? record
        return commit([{ ...done, server_id: String(record.id) }], {
          answers: [{ resource, id: entity, record: latest }],
          crash,
        })
      }
      if (resource !== 'individuals' && resource !== 'households') return
      if (action === 'create' && resource === 'households') {
        const made = `household_s${operation.seq}`
        service.households.set(made, { ...aHousehold(0, { id: made, name: null }), ...stamp() } as JsonFields)
        for (const [at, person] of (fields.primary_individuals as JsonFields[]).entries()) {
          const personId = `client_profile_s${operation.seq}_${at}`
          service.individuals.set(personId, {
            ...anIndividual(0, { ...person, id: personId, household_id: made, is_primary: true }),
            ...stamp(),
          } as JsonFields)
        }
        return commit([{ ...done, server_id: made }], {
          answers: [{ resource, id: made, record: household(made) }],
          crash,
        })
      }
      if (action === 'create') {
        const parent = adopted.get(operation.parent_id ?? '') ?? operation.parent_id ?? ''
        if (!service.households.has(parent)) return
        const made = `client_profile_s${operation.seq}`
        const record = {
          ...anIndividual(0, { is_primary: false, ...fields, id: made, household_id: parent }),
          ...stamp(),
        } as JsonFields
        service.individuals.set(made, record)
        return commit([{ ...done, server_id: made }], { answers: [{ resource, id: made, record }], crash })
      }
      const before = service[resource].get(id)
      if (!before) return
      if (action === 'delete') {
        service[resource].delete(id)
        return commit([done], { gone: [{ resource, id }], crash })
      }
      service[resource].set(id, { ...before, ...fields, ...stamp() })
      const record = resource === 'households' ? household(id) : (service.individuals.get(id) ?? {})
      commit([done], { answers: [{ resource, id, record }], crash })
    },
    /** The computer's clock goes on by this many ms. */
    pass(ms: number) {
      now += ms
    },
    restart() {
      writer.batch.commit()
      writer = openWriter()
    },
    /** Runs a complete sweep; missing records are requested and not found. Returns the missing ids and the expected ones. */
    async sweep(resource: 'individuals' | 'households', pageSize: number) {
      const all = [...service[resource].keys()].map((id) =>
        resource === 'households' ? household(id) : service.individuals.get(id),
      )
      const missing = await sweepAll(writer, resource, { records: all, pageSize })
      const expected = [...known[resource].keys()].filter((id) => !service[resource].has(id))
      known[resource].clear()
      for (const record of all) if (record) known[resource].set(String(record.id), record)
      return { missing: missing.sort(), expected: expected.sort() }
    },
    /** A sweep that ends after some pages, such as one that the user cancelled: the records on them are known. */
    async sweepInPart(resource: 'individuals' | 'households', pages: number) {
      const all = [...service[resource].keys()].map((id) =>
        resource === 'households' ? household(id) : (service.individuals.get(id) ?? {}),
      )
      const { sweepId } = writer.batch.write(() => writer.sweeps.begin(resource, now))
      for (const [at, record] of all.slice(0, pages).entries()) {
        const bytes = pageOf([record], { endCursor: `c${at + 1}`, hasNext: true })
        applyPage(writer, { sweepId, after: at === 0 ? null : `c${at}`, bytes }, () => {})
        known[resource].set(String(record.id), record)
      }
      await abandonSweep(writer, sweepId)
    },
    /** A sweep in which a record moved from a page to the one before while it was read, so that none delivers it. */
    async sweepPast(moved: number) {
      const all = [...service.individuals.values()]
      const skipped = all[moved % Math.max(1, all.length)]
      const delivered = all.filter((record) => record !== skipped)
      const { sweepId } = writer.batch.write(() => writer.sweeps.begin('individuals', now))
      applyPage(
        writer,
        { sweepId, after: null, bytes: pageOf(delivered, { endCursor: 'c1', hasNext: false }) },
        () => {},
      )
      const { missing } = await completeSweep(writer, sweepId)
      for (const record of delivered) known.individuals.set(String(record.id), record)
      // Each record that was not delivered is read by its id.
      for (const id of missing) this.ask(id)
    },
    /** A sweep begins, and the power fails when the ledger has its half of the commit and the mirror does not. */
    failInSweep(resource: 'individuals' | 'households', pages: number) {
      writer.batch.commit()
      const all = [...service[resource].keys()].map((id) =>
        resource === 'households' ? household(id) : service.individuals.get(id),
      )
      const { sweepId } = writer.batch.write(() => writer.sweeps.begin(resource, 1))
      for (const [at, record] of all.slice(0, pages).entries()) {
        const bytes = pageOf([record], { endCursor: `c${at + 1}`, hasNext: true })
        applyPage(writer, { sweepId, after: at === 0 ? null : `c${at}`, bytes }, () => {})
      }
      writer.changes.write()
      if (stores.ledger.inTransaction) stores.ledger.exec('COMMIT')
      stores.mirror.exec('ROLLBACK')
      writer = openWriter()
    },
    ask(id: string) {
      const record = service.individuals.get(id)
      if (record) {
        applyRecord(writer, 'individuals', bodyOf(record))
        known.individuals.set(id, record)
      } else {
        removeRecords(writer, 'individuals', [id])
        known.individuals.delete(id)
      }
    },
    askValuation(entity: number) {
      const id = `entity_${entity}`
      const record = service.valuations.get(id)
      applyValuation(writer, { entityId: id, bytes: record ? bodyOf(record) : null })
      if (record) known.valuations.set(id, record)
      else known.valuations.delete(id)
    },
    knowEntities() {
      for (const n of [1, 2]) applyRecord(writer, 'entities', bodyOf(anEntity(n)))
    },
    localPrimary: (operation: Operation, at: number) => localPrimaryId(operation.record_id, at),
  }
}
