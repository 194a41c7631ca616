import { notFound } from '../http/api-error.ts'
import { changedAt } from '../http/clock.ts'
import { documentParts, listDocuments } from '../schemas/requests.ts'
import { type Document, document, pageOf, summariesOfDocument } from '../schemas/responses.ts'
import { createUpdateBodies } from '../schemas/updates.ts'
import { requireOwnersInHousehold } from './document-owners.ts'
import { answerList } from './list.ts'
import { applyPatch, requireLive } from './live.ts'
import { json, NO_CONTENT, type Route, route } from './route.ts'
import type { Services } from './services.ts'
import { receiveUpload } from './upload.ts'

const tag = 'Documents'

export function documentRoutes(services: Services): Route[] {
  const { store, clock, rules } = services
  return [
    route({
      method: 'GET',
      path: '/documents',
      operationId: 'listDocuments',
      tag,
      summary: 'List documents.',
      query: listDocuments,
      answer: { status: 200, schema: pageOf(document) },
      handle: ({ query: { household_id, type, ...paging } }) =>
        answerList(services, 'documents', paging, { household_id, type }),
    }),
    route({
      method: 'POST',
      path: '/documents',
      operationId: 'createDocument',
      tag,
      summary: 'Upload a document.',
      body: documentParts,
      multipart: true,
      answer: { status: 201, schema: document },
      errors: [413, 415, 422],
      handle: async ({ request }) => {
        const now = new Date(clock()).toISOString()
        const { parts, file } = await receiveUpload(services, request)
        const record = { id: services.ids.newId('document_'), created_at: now, updated_at: now, ...parts }
        store.transaction(() => {
          store.documents.insert(record)
          services.documentFiles.add(record.id, file)
        })
        return json(requireLive(store, 'documents', record.id).text, 201)
      },
    }),
    route({
      method: 'GET',
      path: '/documents/{id}',
      operationId: 'getDocument',
      tag,
      summary: 'Read the metadata of a document.',
      answer: { status: 200, schema: document },
      errors: [404],
      handle: ({ id }) => json(requireLive(store, 'documents', id).text),
    }),
    route({
      method: 'PUT',
      path: '/documents/{id}',
      operationId: 'updateDocument',
      tag,
      summary: 'Update the metadata of a document; null clears a field that accepts it.',
      body: createUpdateBodies(rules).document,
      answer: { status: 200, schema: document },
      errors: [404, 422],
      handle: ({ id, body }) => {
        const { record } = requireLive<Document>(store, 'documents', id)
        requireOwnersInHousehold(store, record.household_id, body)
        store.documents.save({ ...applyPatch(record, body), updated_at: changedAt(clock, record.updated_at) })
        return json(requireLive(store, 'documents', id).text)
      },
    }),
    ...fileRoutes(services),
  ]
}

function fileRoutes({ store, clock, documentFiles }: Services): Route[] {
  const summariesOf = store.db.prepare<[string], { id: string; text: string }>(
    `SELECT id, coalesce(raw_json, json) AS text FROM document_summaries
     WHERE document_id = ? AND deleted_at IS NULL ORDER BY seq`,
  )
  return [
    route({
      method: 'DELETE',
      path: '/documents/{id}',
      operationId: 'deleteDocument',
      tag,
      summary: 'Soft-delete a document; its summaries leave with it.',
      answer: { status: 204 },
      errors: [404],
      handle: ({ id }) => {
        const { record } = requireLive<Document>(store, 'documents', id)
        const at = changedAt(clock, record.updated_at)
        store.transaction(() => {
          for (const summary of summariesOf.all(id)) store.document_summaries.markDeleted(summary.id, at)
          store.documents.markDeleted(id, at)
        })
        return NO_CONTENT
      },
    }),
    route({
      method: 'GET',
      path: '/documents/{id}/document-summaries',
      operationId: 'listSummariesOfDocument',
      tag,
      summary: 'List the summaries of a document, without pages.',
      answer: { status: 200, schema: summariesOfDocument },
      errors: [404],
      handle: ({ id }) => {
        requireLive(store, 'documents', id)
        return json(
          `{"data":[${summariesOf
            .all(id)
            .map((row) => row.text)
            .join(',')}]}`,
        )
      },
    }),
    route({
      method: 'GET',
      path: '/documents/{id}/download',
      operationId: 'downloadDocument',
      tag,
      summary: 'Download the file of a document.',
      answer: { status: 200, mediaTypes: ['*/*'] },
      errors: [404, 416],
      handle: ({ id }) => {
        requireLive(store, 'documents', id)
        const download = documentFiles.find(id)
        if (download === undefined) throw notFound('file of the document')
        return { kind: 'download', download }
      },
    }),
  ]
}
