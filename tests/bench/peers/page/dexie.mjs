import Dexie from 'dexie'

/** A list of people in IndexedDB, as the bench of peers asks it. */
const database = new Dexie('firm')
database.version(1).stores({ people: 'id, title, state, is_primary, household_id, updated_at' })
const { people } = database

window.store = {
  /** IndexedDB has no index on true and false, hence 1 and 0. */
  async write(records) {
    const began = performance.now()
    await people.bulkPut(records.map((record) => ({ ...record, is_primary: record.is_primary ? 1 : 0 })))
    return performance.now() - began
  },
  page: (offset) => timed(() => people.orderBy('title').offset(offset).limit(100).toArray(), 100),
  byId: (id) => timed(async () => [await people.get(id)], 1),
  count: (state) =>
    timed(async () => {
      const count = await people
        .where('state')
        .equals(state)
        .and((person) => person.is_primary === 1)
        .count()
      return { length: count > 0 ? 1 : 0 }
    }, 1),
}

async function timed(ask, expected) {
  const began = performance.now()
  const { length } = await ask()
  const took = performance.now() - began
  if (length !== expected) throw new Error(`${length} answers instead of ${expected}.`)
  return took
}
