import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'

export function implementOutbox(os: Implementer['outbox'], { outbox }: Core) {
  return {
    save: os.save.handler(({ input }) => outbox.save(input)),
    saveAll: os.saveAll.handler(({ input }) => outbox.saveAll(input)),
    counts: os.counts.handler(({ input }) => outbox.counts(input)),
    list: os.list.handler(({ input }) => outbox.list(input)),
    get: os.get.handler(({ input }) => outbox.get(input)),
    setPaused: os.setPaused.handler(({ input }) => outbox.setPaused(input)),
    setAllPaused: os.setAllPaused.handler(({ input }) => outbox.setAllPaused(input)),
    allPaused: os.allPaused.handler(({ input }) => outbox.allPaused(input)),
    decide: os.decide.handler(({ input }) => outbox.decide(input)),
    sendNow: os.sendNow.handler(({ input }) => outbox.sendNow(input)),
    serverIdOf: os.serverIdOf.handler(({ input }) => outbox.serverIdOf(input)),
    activity: os.activity.handler(({ input }) => outbox.activity(input)),
    entityDependents: os.entityDependents.handler(({ input }) => outbox.entityDependents(input)),
    deleteEntity: os.deleteEntity.handler(({ input }) => outbox.deleteEntity(input)),
    exportUnsent: os.exportUnsent.handler(({ input }) => outbox.exportUnsent(input)),
    exportActivity: os.exportActivity.handler(({ input }) => outbox.exportActivity(input)),
  }
}
