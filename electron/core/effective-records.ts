import { toAppError } from '../../shared/domain/app-error.ts'
import { type JsonFields, jsonFields } from '../../shared/domain/operation.ts'
import type { ConnectionStore, ReadName } from '../data/connection-store.ts'

type Edited = 'households' | 'individuals' | 'documents'

/** Whole records as they are shown, by id, with what people call them; what is not there is left out. */
export async function readEffective(
  store: ConnectionStore,
  resource: Edited,
  ids: readonly string[],
): Promise<Map<string, { title: string; base: JsonFields }>> {
  const found = new Map<string, { title: string; base: JsonFields }>()
  for (const id of ids) {
    const record = await readOne(store, resource, id)
    if (record) found.set(id, record)
  }
  return found
}

async function readOne(store: ConnectionStore, resource: Edited, id: string) {
  const name = `${resource}.get` as const satisfies ReadName
  try {
    const { record, ...more } = await store.read(name, { id })
    const title = 'title' in more ? more.title : String(record.name)
    return { title, base: jsonFields.parse(record) }
  } catch (thrown) {
    if (toAppError(thrown).code === 'record/not-found') return null
    throw thrown
  }
}
