import type { Services } from './services.ts'

/** Permanently removes an entity with its valuations and its documents, including their files and summaries. */
export async function removeEntity(services: Pick<Services, 'store' | 'documentFiles' | 'fileStore'>, id: string) {
  const { store, documentFiles, fileStore } = services
  const idsOf = (table: string, column: string, value: string) =>
    store.db.prepare<[string], { id: string }>(`SELECT id FROM ${table} WHERE ${column} = ?`).all(value)
  const storedNames = store.transaction(() => {
    const names: string[] = []
    for (const document of idsOf('documents', 'entity_id', id)) {
      for (const summary of idsOf('document_summaries', 'document_id', document.id)) {
        store.document_summaries.remove(summary.id)
      }
      const storedName = documentFiles.remove(document.id)
      if (storedName !== undefined) names.push(storedName)
      store.documents.remove(document.id)
    }
    for (const valuation of idsOf('valuations', 'entity_id', id)) store.valuations.remove(valuation.id)
    store.entities.remove(id)
    return names
  })
  await Promise.all(storedNames.map((name) => fileStore.remove(name)))
}
