import type { Core } from '../core/core.ts'
import type { ReadInput, ReadName } from '../data/connection-store.ts'
import type { Implementer } from './implementer.ts'

/** A read's input names the connection; the store behind it already is that connection's. */
function read<Name extends ReadName>(core: Core, name: Name, input: ReadInput<Name> & { connectionId: string }) {
  const { connectionId, ...rest } = input
  return core.read(connectionId, name, rest as unknown as ReadInput<Name>)
}

export function implementHouseholds(os: Implementer['households'], core: Core) {
  return {
    list: os.list.handler(({ input }) => read(core, 'households.list', input)),
    get: os.get.handler(({ input }) => read(core, 'households.get', input)),
  }
}

export function implementIndividuals(os: Implementer['individuals'], core: Core) {
  return {
    list: os.list.handler(({ input }) => read(core, 'individuals.list', input)),
    get: os.get.handler(({ input }) => read(core, 'individuals.get', input)),
  }
}

export function implementEntities(os: Implementer['entities'], core: Core) {
  return {
    list: os.list.handler(({ input }) => read(core, 'entities.list', input)),
    get: os.get.handler(({ input }) => read(core, 'entities.get', input)),
    refreshValuation: os.refreshValuation.handler(({ input }) => core.refreshValuation(input.connectionId, input.id)),
  }
}

export function implementValuations(os: Implementer['valuations'], core: Core) {
  return {
    list: os.list.handler(({ input }) => read(core, 'valuations.list', input)),
    get: os.get.handler(({ input }) => read(core, 'valuations.get', input)),
    observed: os.observed.handler(({ input }) => read(core, 'valuations.observed', input)),
  }
}

export function implementDocuments(os: Implementer['documents'], core: Core) {
  return {
    list: os.list.handler(({ input }) => read(core, 'documents.list', input)),
    get: os.get.handler(({ input }) => read(core, 'documents.get', input)),
  }
}

export function implementDocumentSummaries(os: Implementer['documentSummaries'], core: Core) {
  return {
    list: os.list.handler(({ input }) => read(core, 'documentSummaries.list', input)),
    get: os.get.handler(({ input }) => read(core, 'documentSummaries.get', input)),
  }
}

export function implementUsers(os: Implementer['users'], core: Core) {
  return {
    list: os.list.handler(({ input }) => read(core, 'users.list', input)),
    get: os.get.handler(({ input }) => read(core, 'users.get', input)),
  }
}

export function implementSetAside(os: Implementer['setAside'], core: Core) {
  return { list: os.list.handler(({ input }) => read(core, 'setAside.list', input)) }
}

export function implementSearch(os: Implementer['search'], core: Core) {
  return { query: os.query.handler(({ input }) => read(core, 'search.query', input)) }
}
