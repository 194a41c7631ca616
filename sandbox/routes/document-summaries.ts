import { downloadOf } from '../files/document-files.ts'
import { writePdf } from '../files/pdf.ts'
import { changedAt } from '../http/clock.ts'
import { listDocumentSummaries, summaryDownloadQuery, updateDocumentSummary } from '../schemas/requests.ts'
import { type DocumentSummary, documentSummary, pageOf } from '../schemas/responses.ts'
import { answerList } from './list.ts'
import { applyPatch, requireLive } from './live.ts'
import { json, type Route, route } from './route.ts'
import type { Services } from './services.ts'

const tag = 'Document summaries'

export function documentSummaryRoutes(services: Services): Route[] {
  const { store, clock } = services
  return [
    route({
      method: 'GET',
      path: '/document-summaries',
      operationId: 'listDocumentSummaries',
      tag,
      summary: 'List document summaries.',
      query: listDocumentSummaries,
      answer: { status: 200, schema: pageOf(documentSummary) },
      handle: ({ query: { document_id, household_id, ...paging } }) =>
        answerList(services, 'document_summaries', paging, { document_id, household_id }),
    }),
    route({
      method: 'GET',
      path: '/document-summaries/{id}',
      operationId: 'getDocumentSummary',
      tag,
      summary: 'Read a document summary.',
      answer: { status: 200, schema: documentSummary },
      errors: [404],
      handle: ({ id }) => json(requireLive(store, 'document_summaries', id).text),
    }),
    route({
      method: 'PUT',
      path: '/document-summaries/{id}',
      operationId: 'updateDocumentSummary',
      tag,
      summary: 'Update a document summary.',
      body: updateDocumentSummary,
      answer: { status: 200, schema: documentSummary },
      errors: [404, 422],
      handle: ({ id, body }) => {
        const { record } = requireLive<DocumentSummary>(store, 'document_summaries', id)
        store.document_summaries.save({ ...applyPatch(record, body), updated_at: changedAt(clock, record.updated_at) })
        return json(requireLive(store, 'document_summaries', id).text)
      },
    }),
    route({
      method: 'GET',
      path: '/document-summaries/{id}/download',
      operationId: 'downloadDocumentSummary',
      tag,
      summary: 'Download a document summary as a PDF.',
      query: summaryDownloadQuery,
      answer: { status: 200, mediaTypes: ['application/pdf'] },
      errors: [404, 416],
      handle: ({ id }) => {
        const { record } = requireLive<DocumentSummary>(store, 'document_summaries', id)
        const content = writePdf(record.display_name, record.summary.split(/\n+/))
        return { kind: 'download', download: downloadOf(content, `${record.display_name}.pdf`, 'application/pdf') }
      },
    }),
  ]
}
