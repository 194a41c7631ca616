import type { ListName, ReadInput, ReadName, ReadOutput } from '../../data/reads/read.ts'
import type { Core } from '../core.ts'
import { type Implementer, textImplementer as lists } from './implementer.ts'
import { JsonText } from './json-text.ts'

/** Drops the connection id from a read's input: the store is already that connection's. */
function read<Name extends ReadName>(core: Core, name: Name, input: ReadInput<Name> & { connectionId: string }) {
  const { connectionId, ...rest } = input
  return core.read(connectionId, name, rest as unknown as ReadInput<Name>)
}

/** A window of a list, as text from the thread that read it to the page. */
async function window<Name extends ListName>(
  core: Core,
  name: Name,
  input: ReadInput<Name> & { connectionId: string },
) {
  const { connectionId, ...rest } = input
  const text = await core.readText(connectionId, name, rest as unknown as ReadInput<Name>)
  // The text is inserted into the answer unchanged; see the handler.
  return new JsonText(text) as unknown as ReadOutput<Name>
}

export function implementHouseholds(os: Implementer['households'], core: Core) {
  return {
    list: lists.households.list.handler(({ input }) => window(core, 'households.list', input)),
    get: os.get.handler(({ input }) => read(core, 'households.get', input)),
    refreshValuations: os.refreshValuations.handler(({ input }) =>
      core.refreshValuations(input.connectionId, input.id),
    ),
  }
}

export function implementIndividuals(os: Implementer['individuals'], core: Core) {
  return {
    list: lists.individuals.list.handler(({ input }) => window(core, 'individuals.list', input)),
    get: os.get.handler(({ input }) => read(core, 'individuals.get', input)),
  }
}

export function implementEntities(os: Implementer['entities'], core: Core) {
  return {
    list: lists.entities.list.handler(({ input }) => window(core, 'entities.list', input)),
    get: os.get.handler(({ input }) => read(core, 'entities.get', input)),
    refreshValuation: os.refreshValuation.handler(({ input }) => core.refreshValuation(input.connectionId, input.id)),
  }
}

export function implementValuations(os: Implementer['valuations'], core: Core) {
  return {
    list: lists.valuations.list.handler(({ input }) => window(core, 'valuations.list', input)),
    get: os.get.handler(({ input }) => read(core, 'valuations.get', input)),
    observed: os.observed.handler(({ input }) => read(core, 'valuations.observed', input)),
  }
}

export function implementDocuments(os: Implementer['documents'], core: Core) {
  return {
    list: lists.documents.list.handler(({ input }) => window(core, 'documents.list', input)),
    get: os.get.handler(({ input }) => read(core, 'documents.get', input)),
  }
}

export function implementDocumentSummaries(os: Implementer['documentSummaries'], core: Core) {
  return {
    list: lists.documentSummaries.list.handler(({ input }) => window(core, 'documentSummaries.list', input)),
    get: os.get.handler(({ input }) => read(core, 'documentSummaries.get', input)),
    original: os.original.handler(async ({ input: { connectionId, id } }) => ({
      original: await core.summaryOriginal(connectionId, id),
    })),
  }
}

export function implementUsers(os: Implementer['users'], core: Core) {
  return {
    list: lists.users.list.handler(({ input }) => window(core, 'users.list', input)),
    get: os.get.handler(({ input }) => read(core, 'users.get', input)),
  }
}

export function implementSetAside(os: Implementer['setAside'], core: Core) {
  return { list: os.list.handler(({ input }) => read(core, 'setAside.list', input)) }
}

export function implementSearch(os: Implementer['search'], core: Core) {
  return { query: os.query.handler(({ input }) => read(core, 'search.query', input)) }
}
