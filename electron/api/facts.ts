import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
import { isRoleFact, roleOf } from '../../shared/domain/facts/fact-kinds.ts'
import type { EstateNode } from '../../shared/ipc/estate.ts'
import type { FoundFact } from '../../shared/ipc/facts.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { Connection } from '../tenants/connection.ts'
import type { UseCases } from './core.ts'
import type { EventHub } from './event-hub.ts'

const changed = () =>
  new AppError('facts/changed', {
    message: 'The document no longer says this.',
    nextStep: 'Read the list again: it shows what the text says now.',
  })

const nodeOf = ({ resource, id }: EstateNode): EstateNode => ({ resource, id })

/** A fact as its document says it now. Throws `facts/changed` if it no longer says it. */
export async function factIn(store: ConnectionStore, { document_id, key }: { document_id: string; key: string }) {
  const { facts, household_id, sha256 } = await store.read('facts.ofDocument', { document_id })
  const fact = facts.find((one) => one.key === key)
  if (fact === undefined) throw changed()
  return { fact, household_id, decided: { document_id, key, sha256 } }
}

/** Facts in the text of documents, and the user's decisions about them, which are stored on this computer only. */
export function createFactsUseCases(runtimes: Pick<Runtimes, 'get'>, publish: EventHub['publish']): UseCases['facts'] {
  const inConnection = withConnection(runtimes)
  const say = ({ id: connectionId }: Connection) => {
    publish({ type: 'kept', connectionId, what: 'facts' })
    publish({ type: 'kept', connectionId, what: 'estate' })
  }
  const asDecided = ({ kind, value, about, sentence, page, article, scan, limit }: FoundFact, who: EstateNode[]) => ({
    ...{ kind, value, who, about: about && nodeOf(about), sentence, page, article, scan, limit },
  })
  return {
    ofDocument: inConnection(async ({ store }, { document_id }) => {
      const {
        household_id: _household,
        sha256: _sha256,
        ...facts
      } = await store.read('facts.ofDocument', { document_id })
      return facts
    }),
    confirm: inConnection(async ({ store }, { document_id, key, who, about }, connection) => {
      const { fact, household_id, decided } = await factIn(store, { document_id, key })
      if (fact.about?.resource !== about?.resource || fact.about?.id !== about?.id) throw changed()
      const meant = fact.who.find(({ resource, id }) => resource === who?.resource && id === who.id)
      // A will names a guardian of children whom it does not name: that is confirmed, and adds no role.
      const isOfNone = fact.about === null && fact.kind !== 'guardian'
      if (isRoleFact(fact.kind) && (meant === undefined || isOfNone)) throw changed()
      const link =
        meant && fact.about
          ? {
              ...{ id: randomUUID(), household_id, from: nodeOf(meant), to: nodeOf(fact.about) },
              ...{ role: roleOf(fact), origin: 'confirmed' as const },
            }
          : null
      const outcome = await store.writeLedger('facts.confirm', {
        ...decided,
        fact: asDecided(fact, meant ? [nodeOf(meant)] : []),
        link,
      })
      if (outcome.refused === null) say(connection)
      return outcome
    }),
    reject: inConnection(async ({ store }, { document_id, key }, connection) => {
      const { fact, decided } = await factIn(store, { document_id, key })
      await store.writeLedger('facts.reject', { ...decided, fact: asDecided(fact, fact.who.map(nodeOf)) })
      say(connection)
    }),
    undo: inConnection(async ({ store }, { document_id, key }, connection) => {
      await store.writeLedger('facts.undo', { document_id, key })
      say(connection)
    }),
    laterOf: inConnection(({ store }, { document_id }) => store.read('facts.laterOf', { document_id })),
    titlingOf: inConnection(({ store }, { entity_id }) => store.read('facts.titlingOf', { entity_id })),
    dismissTitling: inConnection(async ({ store }, { entity_id, key, reason }, connection) => {
      const { findings } = await store.read('facts.titlingOf', { entity_id })
      if (!findings.some((one) => one.key === key)) throw changed()
      await store.writeLedger('facts.dismissTitling', { entity_id, key, reason })
      say(connection)
    }),
    restoreTitling: inConnection(async ({ store }, { entity_id, key }, connection) => {
      await store.writeLedger('facts.restoreTitling', { entity_id, key })
      say(connection)
    }),
  }
}
