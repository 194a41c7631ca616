import type { Db } from '../open-database.ts'

type OpenRow = {
  id: string
  action: string
  resource: string
  record_id: string
  parent_id: string | null
  json: string
}

/** Ids of records that are not at the service yet, wherever an operation names them. */
const localIds = /"([a-z_]+_local_[0-9a-f-]{36})(?:_\d+)?"/g

/**
 * What each open operation waits for: the first earlier one about the same record or, of valuations, about the same
 * entity, and else the one that makes a record which it names.
 */
export function readWaits(ledger: Db): (operationId: string) => string | null {
  const waits = new Map<string, string>()
  const first = new Map<string, string>()
  const makers = new Map<string, string>()
  const rows = ledger.prepare<[], OpenRow>(
    'SELECT id, action, resource, record_id, parent_id, json FROM operation WHERE is_open = 1 ORDER BY seq',
  )
  for (const { id, action, resource, record_id, parent_id, json } of rows.iterate()) {
    const about = resource === 'valuations' ? `of ${parent_id}` : record_id
    const named = [...json.matchAll(localIds)].map(([, name = '']) => makers.get(uuidOf(name)))
    const awaited = first.get(about) ?? named.find((maker) => maker !== undefined)
    if (awaited !== undefined) waits.set(id, awaited)
    else first.set(about, id)
    if (action === 'create') makers.set(uuidOf(record_id), id)
  }
  return (operationId) => waits.get(operationId) ?? null
}

/** People created with their household share its UUID. */
const uuidOf = (localId: string) => localId.slice(-36)
