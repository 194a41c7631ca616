import { resourceNames } from '../../../shared/domain/names.ts'
import type { SearchHit } from '../../../shared/ipc/records.ts'
import type { PresentedCall } from './presented-call.ts'

/** The most hits of one list. */
const mostOfList = 10

/**
 * The quick search while presenting: by the names in the lists of the presented household, without passages, which quote texts.
 */
export async function searchPresented({ input, household, useCases }: PresentedCall): Promise<{ hits: SearchHit[] }> {
  const { connectionId, text } = input as { connectionId: string; text: string }
  if (text.trim() === '') return { hits: [] }
  const asked = {
    connectionId,
    offset: 0,
    limit: mostOfList,
    sort: { column: 'title' as const, direction: 'asc' as const },
    filters: [{ column: 'title' as const, operator: 'contains' as const, values: [text.trim()] }],
    scope: { household_id: household },
  }
  const [households, individuals, entities, documents, summaries] = await Promise.all([
    useCases.households.list(asked),
    useCases.individuals.list(asked),
    useCases.entities.list(asked),
    useCases.documents.list(asked),
    useCases.documentSummaries.list(asked),
  ])
  const found = [
    ...households.rows.map((row) => ({ ...row, resource: 'households' as const })),
    ...individuals.rows.map((row) => ({ ...row, resource: 'individuals' as const })),
    ...entities.rows.map((row) => ({ ...row, resource: 'entities' as const })),
    ...documents.rows.map((row) => ({ ...row, resource: 'documents' as const })),
    ...summaries.rows.map((row) => ({ ...row, resource: 'document-summaries' as const })),
  ]
  const hits = found.map(({ resource, id, title, pending }) => ({
    ...{ resource, id, title, pending },
    title_matches: [],
    subtitle: resourceNames[resource].one,
    snippet: null,
    snippet_matches: [],
  }))
  return { hits }
}
