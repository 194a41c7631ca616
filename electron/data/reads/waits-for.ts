import type { Db } from '../open-database.ts'

type OpenRow = { id: string; action: string; record_id: string; parent_id: string | null }

/**
 * The operation that each open operation waits for: the first one on the same record, else the creation of the record it belongs
 * to. Individuals created with a new household belong to it.
 */
export function readWaits(ledger: Db): (operationId: string) => string | null {
  const waits = new Map<string, string>()
  const first = new Map<string, string>()
  const makers = new Map<string, string>()
  const rows = ledger.prepare<[], OpenRow>(
    'SELECT id, action, record_id, parent_id FROM operation WHERE is_open = 1 ORDER BY seq',
  )
  for (const { id, action, record_id, parent_id } of rows.all()) {
    const awaited = first.get(record_id) ?? makers.get(parent_id ?? householdOf(record_id) ?? '')
    if (awaited !== undefined) waits.set(id, awaited)
    if (!first.has(record_id)) first.set(record_id, id)
    if (action === 'create') makers.set(record_id, id)
  }
  return (operationId) => waits.get(operationId) ?? null
}

const ofHousehold = /^client_profile_(local_[0-9a-f-]{36})_\d+$/

function householdOf(recordId: string): string | null {
  const [, uuid] = ofHousehold.exec(recordId) ?? []
  return uuid === undefined ? null : `household_${uuid}`
}
