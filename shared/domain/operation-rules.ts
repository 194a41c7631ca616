/** Resources that a queued write may be about. Entities can only be deleted, online and never from the queue. */
export const writableResources = ['households', 'individuals', 'valuations', 'documents', 'document-summaries'] as const

/** What an operation can be about: the deletion of an entity is noted as one, though it never waits in the queue. */
export const operationResources = [...writableResources, 'entities'] as const

export type WritableResource = (typeof writableResources)[number]

const localPrefixes: Record<WritableResource, string> = {
  households: 'household_',
  individuals: 'client_profile_',
  valuations: 'valuationv2_',
  documents: 'document_',
  'document-summaries': 'document_summary_',
}

/** An id for a record that the service does not have yet. */
export const localId = (resource: WritableResource, uuid: string): string => `${localPrefixes[resource]}local_${uuid}`

/** Whether an id was made by {@link localId}, on this computer. */
export const isLocalId = (id: string): boolean => /^[a-z0-9_]+_local_[0-9a-f-]{36}(_\d+)?$/.test(id)

/** States in which a write still changes what the screens show. */
export const isOpen = ({ state }: { state: string }): boolean => state !== 'done' && state !== 'discarded'

/** Whether a write waits for a person. */
export const needsAttention = ({ state, question }: { state: string; question: object | null }): boolean =>
  state === 'failed' || state === 'conflict' || (isOpen({ state }) && question !== null)

type Movable = { action: string; resource: string; state: string }

/** Whether a new person or document can go into another household: nothing of it can be at the service. */
export const isMovable = ({ action, resource, state }: Movable): boolean =>
  action === 'create' &&
  (resource === 'individuals' || resource === 'documents') &&
  (state === 'queued' || state === 'failed')

/**
 * The local id of a primary client who is created together with a household: the household's own, and the place among
 * them. Null when the household's id is no local one.
 */
export const localPrimaryId = (householdId: string, index: number): string | null =>
  isLocalId(householdId)
    ? `${localPrefixes.individuals}${householdId.slice(localPrefixes.households.length)}_${index}`
    : null
