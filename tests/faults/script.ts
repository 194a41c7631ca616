import { isDeepStrictEqual } from 'node:util'
import type { Saved } from '../../electron/outbox/outbox.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isOpen, needsAttention } from '../../shared/domain/operation-rules.ts'
import type { Write } from '../../shared/ipc/outbox.ts'
import { isNothing, isSame } from '../../shared/lib/json.ts'
import type { DocumentCreate } from '../../shared/service/writes.ts'
import { answer, createTold } from './person.ts'
import { makeTwin } from './twin.ts'
import type { World } from './world.ts'

/** A write whose save was acknowledged. */
export type Acknowledged = {
  write: Write | NewDocument
  operationId: string
  recordId: string
  /** The id of the save while it can be undone; null if it does not wait. */
  saveId: string | null
}

type NewDocument = { action: 'create'; resource: 'documents'; fields: DocumentCreate; sha256: string }

/** The colleague's last writes, by record. `last`: the middle name, unless a write of the user was under way at that moment. */
export type Colleague = {
  middle: Map<string, string>
  postal: Map<string, string>
  deleted: Set<string>
  last: Map<string, string>
}

/** A field that the user cleared. `at`: how many values had been saved before; see `attempted`. */
export type Clear = { recordId: string; field: string; at: number }

/**
 * A value that was saved from a form opened before the field had the value `seen`, which this computer knew at the save: it may reach
 * the service only if the user decided.
 */
type Overlooked = { recordId: string; operationId: string; field: string; seen: unknown; value: unknown }

/** The fields that the user edits. */
const editedFields = ['city', 'city', 'suffix', 'postal_code', 'notes']

const actions = {
  wait: 60,
  person: 18,
  household: 6,
  valuation: 5,
  document: 10,
  edit: 18,
  again: 8,
  death: 6,
  open: 6,
  late: 6,
  remove: 3,
  decide: 10,
  colleague: 8,
  colleagueDeath: 2,
  twin: 20,
  pause: 4,
  pauseAll: 1,
  sendNow: 2,
  sendOne: 3,
  undo: 12,
  crash: 3,
  network: 2,
  gateway: 2,
  sync: 3,
} as const

/** Simulates one user and one colleague at work on a day with faults. */
export function createScript(world: World) {
  const { random, clock, ledger, mirror, transport } = world
  const acknowledged: Acknowledged[] = []
  const attempted: unknown[] = []
  const told = createTold()
  const clears: Clear[] = []
  const colleague: Colleague = { middle: new Map(), postal: new Map(), deleted: new Set(), last: new Map() }
  const overlooked: Overlooked[] = []
  /** Forms that are open in a second window, with the record as it was when they were opened, and the drafts of a save. */
  const forms = new Map<string, JsonFields>()
  const state = { marks: 0, twins: 0, offline: false, gateway: false }
  const last: { person: { first_name: string; last_name: string; household_id: string } | null } = { person: null }
  const owner = String(world.all('users')[0]?.id)
  const households = world.all('households').map(({ id }) => String(id))
  const originals = world.all('individuals').map(({ id }) => String(id))
  /** The firm has a few people like that from the beginning. */
  const contradictory = new Set(
    world
      .all('individuals')
      .filter(({ is_deceased, date_of_death }) => is_deceased === false && !isNothing(date_of_death))
      .map(({ id }) => String(id)),
  )
  const entities = world.all('entities').map(({ id }) => String(id))
  const classes = assetClasses(world)

  const mark = (what: string) => {
    state.marks += 1
    return `${what} ${state.marks}`
  }
  const untrue: string[] = []
  /** Notes a question whose claim is not true: the user would decide by it. */
  const judge = (operation: Operation) => {
    const { id, question, record_id, resource, fields } = operation
    const isThere = world.all('individuals').some((one) => one.id === record_id && one.deleted !== true)
    if (question?.kind === 'deleted-elsewhere' && isThere) untrue.push(`${record_id} is called deleted, and is there`)
    if (question?.kind !== 'not-found' || (resource !== 'households' && resource !== 'individuals')) return
    const taken = new Set([...ledger.operations.values()].flatMap(({ server_id }) => server_id ?? []))
    const others = [...ledger.operations.values()].some((one) => one.id !== id && isDeepStrictEqual(one.fields, fields))
    const found = [...transport.created].find(
      ([made, sent]) => !taken.has(made) && !operation.baseline?.includes(made) && isDeepStrictEqual(sent, fields),
    )
    if (found && !others) untrue.push(`${id} is called not found, and is there as ${found[0]}`)
  }
  const open = () => [...ledger.operations.values()].filter(isOpen).toSorted((a, b) => a.seq - b.seq)
  /** Returns the record as screens show it: the service's copy with pending changes applied. */
  const effective = (id: string): JsonFields | null => {
    const served = mirror.get(id)
    if (!served) return null
    const { deleted: _deleted, ...record } = served
    return Object.assign({}, record, ...open().flatMap((one) => (one.record_id === id ? [one.fields] : [])))
  }
  const acknowledge = (write: Acknowledged['write'], { operation_id, record_id, undo }: Saved) => {
    const saveId = undo?.save_id ?? null
    acknowledged.push({ write, operationId: operation_id, recordId: record_id, saveId })
  }
  const save = async (write: Write, fromForm?: (saved: Saved | null) => unknown) => {
    const outbox = await world.engine()
    if (write.action === 'update') {
      for (const [field, value] of Object.entries(write.fields)) {
        if (value === null) clears.push({ recordId: write.record_id, field, at: attempted.length })
        else if (typeof value !== 'boolean') attempted.push(value)
      }
    }
    if (write.action === 'create') attempted.push(markOf(write.resource, JSON.parse(JSON.stringify(write.fields))))
    void outbox.save(write, fromForm && 'draft').then(
      (saved) => {
        acknowledge(write, saved)
        fromForm?.(saved)
      },
      (thrown) => {
        if (thrown instanceof AppError && thrown.code === 'outbox/overtaken') fromForm?.(null)
      },
    )
  }
  /** One or two fields with new values, or cleared where they have one. */
  const changeOf = (base: JsonFields, names: readonly string[]): JsonFields => {
    const picked = random.chance(0.3) ? [random.pick(names), random.pick(names)] : [random.pick(names)]
    return Object.fromEntries(
      picked.map((field) => [field, !isNothing(base[field]) && random.chance(0.4) ? null : mark(field)]),
    )
  }
  const edit = (id: string) => {
    const base = effective(id)
    if (!base) return undefined
    const fields = changeOf(base, editedFields)
    return save({ action: 'update', resource: 'individuals', record_id: id, base, fields } as Write)
  }
  /** Returns a person created by this user, by whichever id the screen has. */
  const made = () => {
    const mine = acknowledged.filter(({ write }) => write.action === 'create' && write.resource === 'individuals')
    if (mine.length === 0) return undefined
    const { recordId, write } = random.pick(mine)
    const base = 'fields' in write ? (JSON.parse(JSON.stringify(write.fields)) as JsonFields) : {}
    const serverId = ledger.serverIdOf(recordId)
    const shown = effective(serverId ?? recordId) ?? pendingRecord(open(), recordId, base)
    const id = serverId !== null && random.chance(0.5) ? serverId : recordId
    const fields = changeOf(shown, ['city', 'suffix'])
    return save({ action: 'update', resource: 'individuals', record_id: id, base: shown, fields } as Write)
  }

  /** A day that no other date of the run has. */
  const dayOfDeath = () => {
    state.marks += 1
    return new Date(Date.UTC(2000, 0, state.marks)).toISOString().slice(0, 10)
  }
  /** The opposite of the individual's present state: deceased with a date, or neither. */
  const deathOf = ({ is_deceased }: JsonFields) =>
    is_deceased === true
      ? { is_deceased: false, date_of_death: null }
      : { is_deceased: true, date_of_death: dayOfDeath() }
  /** Saves a form that was opened earlier; the user decides in place about what was changed since. */
  const saveLate = (id: string, base: JsonFields): Promise<void> | undefined => {
    const shown = effective(id)
    if (!shown) return undefined
    const fields = random.chance(0.25) ? deathOf(base) : changeOf(base, editedFields)
    const write = { action: 'update', resource: 'individuals', record_id: id, base, fields } as Write
    return save(write, (saved) => {
      if (saved === null) {
        const again = effective(id)
        if (again && random.chance(0.5)) void save({ ...write, base: again } as Write)
        return
      }
      for (const [field, value] of Object.entries(fields)) {
        const seen = shown[field]
        const isOverlooked = !isSame(seen, base[field] as string) && !isSame(seen, value) && !isNothing(seen)
        if (isOverlooked && typeof value === 'string')
          overlooked.push({ recordId: id, operationId: saved.operation_id, field, seen, value })
      }
    })
  }

  const perform: Record<keyof typeof actions, () => unknown> = {
    async wait() {
      for (let moments = 1 + random.below(12); moments > 0; moments -= 1) {
        clock.advance()
        await world.settle()
        await world.engine()
      }
    },
    person() {
      const local = acknowledged.filter(({ write }) => write.action === 'create' && write.resource === 'households')
      const parents = [...households.slice(0, 2), ...local.map(({ recordId }) => recordId)]
      const fields = { first_name: mark('Person'), last_name: 'Faults', household_id: random.pick(parents) }
      // Sometimes the user clicks twice, either to create two records or by mistake.
      const twin = random.chance(0.2) ? last.person : null
      last.person = twin ?? fields
      return save({ action: 'create', resource: 'individuals', fields: last.person })
    },
    household() {
      const people = [{ first_name: mark('Primary'), last_name: 'Faults', state: 'NY' }]
      // Many new households have no fields except their owner.
      const isBare = random.chance(0.5)
      const fields = {
        primary_relationship_owner_id: owner,
        ...(isBare ? {} : { notes: mark('Household') }),
        ...(!isBare && random.chance(0.5) ? { external_id: mark('EXT') } : {}),
        ...(random.chance(0.5) ? { primary_individuals: people } : {}),
      }
      return save({ action: 'create', resource: 'households', fields })
    },
    valuation() {
      const asset_class_id = random.pick(classes)
      const fields = {
        description: mark('Valuation'),
        effective_date: random.pick(['2001-01-01', '2026-11-20', '2026-11-21', '2026-11-22']),
        directly_held_assets: [{ asset_class_id, display_name: 'Cash', value: random.below(100_000) / 100 }],
      }
      return save({ action: 'create', resource: 'valuations', parent_id: random.pick(entities.slice(0, 3)), fields })
    },
    async document() {
      const local = acknowledged.filter(({ write }) => write.action === 'create' && write.resource === 'households')
      const parents = [...households.slice(0, 2), ...local.map(({ recordId }) => recordId)]
      const fields = { household_id: random.pick(parents), name: mark('Document'), type: 'DEED' as const }
      // Small files are sent in three pieces, large ones in more than fit into the connection's buffers.
      const content = Buffer.alloc(random.chance(0.3) ? 900_000 : 1 + random.below(5_000), fields.name)
      const twice = random.chance(0.15) ? 2 : 1
      const outbox = await world.engine()
      for (let time = 0; time < twice; time += 1) {
        const file = world.files.stage(`${fields.name}.pdf`, content)
        attempted.push(fields.name)
        void outbox.saveDocuments([{ fields, file }]).then(
          ([saved]) => {
            const write = { action: 'create', resource: 'documents', fields, sha256: file.sha256 } as const
            if (saved) acknowledge(write, saved)
          },
          () => {},
        )
      }
    },
    edit: () => edit(random.pick(originals.slice(0, 6))),
    again: made,
    death() {
      const id = random.pick(originals.slice(0, 6))
      const base = effective(id)
      if (!base) return undefined
      const more = random.chance(0.3) ? changeOf(base, ['suffix', 'notes']) : {}
      const fields = { ...deathOf(base), ...more }
      return save({ action: 'update', resource: 'individuals', record_id: id, base, fields } as Write)
    },
    open() {
      const id = random.pick(originals.slice(0, 6))
      const base = effective(id)
      if (base) forms.set(id, base)
    },
    late() {
      const [form] = forms
      if (form === undefined) return undefined
      const [id, base] = form
      forms.delete(id)
      return saveLate(id, base)
    },
    remove() {
      const id = random.pick(originals.slice(2, 7))
      const base = effective(id)
      return base ? save({ action: 'delete', resource: 'individuals', record_id: id, base }) : undefined
    },
    async decide() {
      const waiting = open().filter(needsAttention)
      if (waiting.length === 0) return
      const outbox = await world.engine()
      const asked = random.pick(waiting)
      judge(asked)
      void answer(outbox, asked, { random, told, toTheEnd: false }).catch(() => {})
    },
    colleague() {
      const id = random.pick(originals.slice(0, 6))
      if (colleague.deleted.has(id)) return
      if (random.chance(0.03)) {
        colleague.deleted.add(id)
        return world.colleague.remove('individuals', id)
      }
      const middle_name = mark('Middle')
      const postal = random.chance(0.3) ? mark('postal') : null
      world.colleague.edit('individuals', id, postal === null ? { middle_name } : { middle_name, postal_code: postal })
      colleague.middle.set(id, middle_name)
      // The service has no versions: a value that is written between an update's last look and its arrival is lost unseen.
      const meets =
        world.transport.isWriting(id) || open().some((one) => one.record_id === id && one.state === 'sending')
      if (postal !== null && meets) colleague.postal.delete(id)
      else if (postal !== null) colleague.postal.set(id, postal)
      const isDeleted = world.transport.performed.some((one) =>
        one.startsWith(`DELETE /api/public/v1/individuals/${id}`),
      )
      if (meets) colleague.last.delete(id)
      else if (!isDeleted) colleague.last.set(id, middle_name)
    },
    colleagueDeath() {
      const id = random.pick(originals.slice(0, 6))
      const record = world.all('individuals').find((one) => one.id === id)
      // The service has no versions: of two writes within one round trip, it keeps a part of each.
      const meets =
        world.transport.isWriting(id) || open().some((one) => one.record_id === id && one.state === 'sending')
      if (record === undefined || colleague.deleted.has(id) || meets) return
      const { is_deceased, date_of_death } = deathOf(record)
      if (date_of_death === null) world.colleague.edit('individuals', id, { is_deceased }, ['date_of_death'])
      else world.colleague.edit('individuals', id, { is_deceased, date_of_death })
    },
    async twin() {
      if (await makeTwin(world, open())) state.twins += 1
    },
    async pause() {
      const waiting = open()
      if (waiting.length === 0) return
      const { id, paused } = random.pick(waiting)
      void (await world.engine()).setPaused(id, !paused).catch(() => {})
    },
    pauseAll: async () => void (await world.engine()).setAllPaused(random.chance(0.3)),
    sendNow: async () => void (await world.engine()).sendNow().catch(() => {}),
    async sendOne() {
      const waiting = open()
      if (waiting.length > 0) void (await world.engine()).sendNow(random.pick(waiting).id).catch(() => {})
    },
    async undo() {
      const last = acknowledged.slice(-4).flatMap(({ saveId }) => saveId ?? [])
      if (last.length === 0) return
      const saveId = random.pick(last)
      for (const one of acknowledged) if (one.saveId === saveId) told.discarded.add(one.operationId)
      told.undoAsked.set(saveId, (told.undoAsked.get(saveId) ?? 0) + 1)
      void (await world.engine()).undo({ save_id: saveId }).then(
        () => void told.undone.add(saveId),
        () => void told.undoAsked.set(saveId, (told.undoAsked.get(saveId) ?? 0) - 1),
      )
    },
    crash: () => world.crash(),
    network() {
      state.offline = !state.offline
      transport.setOffline(state.offline)
    },
    gateway() {
      state.gateway = !state.gateway
      transport.setGateway(state.gateway)
    },
    sync() {
      for (const { deleted, ...record } of world.all('individuals')) {
        if (deleted) mirror.delete(String(record.id))
        else mirror.set(String(record.id), record)
      }
    },
  }

  const living = new Set<string>()
  const watchDeaths = () => {
    for (const { id, is_deceased, date_of_death } of world.all('individuals'))
      if (is_deceased === false && !isNothing(date_of_death) && !contradictory.has(String(id))) living.add(String(id))
  }

  return {
    acknowledged,
    /** Number of records that the colleague created similar to one that was being sent. */
    twins: () => state.twins,
    /** Every value that was saved, in order. In a crash a value can be stored although its save was never acknowledged. */
    attempted,
    /** Every clearing of a field that was saved, in order. */
    clears: clears as readonly Clear[],
    told,
    /** Questions to the user whose claim was not true. */
    untrue: untrue as readonly string[],
    colleague,
    overlooked: overlooked as readonly Overlooked[],
    /** People who had a date of death and were not deceased, at any time. */
    living: living as ReadonlySet<string>,
    open,
    async step() {
      await perform[random.weighted(actions)]()
      await world.settle()
      watchDeaths()
    },
    /** Stops all faults and answers every question. Returns true if everything was completed. */
    async toTheEnd(): Promise<boolean> {
      world.state.crashes = 0
      transport.heal()
      const first = await world.engine()
      await first.setAllPaused(false)
      for (const { id, paused } of open()) if (paused) await first.setPaused(id, false)
      for (let round = 0; round < 2_000; round += 1) {
        await world.settle()
        watchDeaths()
        if (clock.isAnybodyWaiting()) {
          clock.advance()
          continue
        }
        const [operation] = open().filter(needsAttention)
        if (operation === undefined) return open().length === 0
        judge(operation)
        await answer(first, operation, { random, told, toTheEnd: true }).catch(async () => {
          // Dependent operations must be answered first.
          const other = open().filter(needsAttention).at(-1) ?? open().at(-1)
          if (!other) return
          told.discarded.add(other.id)
          await first.decide(other.id, { decision: 'discard' }).catch(() => {})
        })
      }
      return false
    },
  }
}

export type Script = ReturnType<typeof createScript>

function pendingRecord(open: readonly Operation[], recordId: string, base: JsonFields): JsonFields {
  return Object.assign(
    { id: recordId },
    base,
    ...open.flatMap((one) => (one.record_id === recordId ? [one.fields] : [])),
  )
}

function assetClasses(world: World): string[] {
  const found = world
    .all('valuations')
    .flatMap(({ directly_held_assets: assets }) =>
      Array.isArray(assets) ? assets.flatMap((asset) => (asset as { asset_class: { id: string } }).asset_class.id) : [],
    )
  return [...new Set(found)].slice(0, 3)
}

/** Returns the value that tells a new record from every other; two records with the same mark come from a double click. */
export const markOf = (resource: string, fields: JsonFields): unknown =>
  resource === 'documents'
    ? fields.name
    : resource === 'individuals'
      ? fields.first_name
      : resource === 'households'
        ? (fields.notes ?? nameOfFirst(fields.primary_individuals) ?? 'owner alone')
        : fields.description

function nameOfFirst(people: unknown): unknown {
  return Array.isArray(people) ? (people[0] as JsonFields | undefined)?.first_name : undefined
}
