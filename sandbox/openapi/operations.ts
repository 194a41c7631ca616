import type { ErrorStyle } from '../http/error-answer.ts'
import type { AnswerShape, Route } from '../routes/route.ts'
import type { Convert, Json } from './converter.ts'
import { describeFailures } from './failures.ts'

const text = { type: 'string' }

/** Describes an endpoint of the API from its declaration. */
export function describeOperation(route: Route, style: ErrorStyle, convert: Convert): Json {
  const ofBody = route.body === undefined ? [] : [413, 415]
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.tag],
    parameters: parameters(route, convert),
    ...(route.body === undefined ? {} : { requestBody: requestBody(route, convert(route.body, 'input')) }),
    responses: {
      ...successes(route.answer, convert),
      ...describeFailures([400, 401, 429, ...route.errors, ...ofBody], style, convert),
    },
  }
}

function parameters(route: Route, convert: Convert): Json[] {
  const properties = (convert(route.query).properties ?? {}) as Record<string, Json>
  const inQuery = Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }))
  const inPath = route.path.includes('{id}') ? [{ name: 'id', in: 'path', required: true, schema: text }] : []
  return [...inPath, ...inQuery, ...('mediaTypes' in route.answer ? DOWNLOAD_PARAMETERS : [])]
}

const DOWNLOAD_PARAMETERS = ['Range', 'If-Range', 'If-None-Match'].map((name) => {
  return { name, in: 'header', required: false, schema: text }
})

function requestBody(route: Route, schema: Json): Json {
  if (!route.multipart) return { required: true, content: { 'application/json': { schema } } }
  const properties = {
    file: { type: 'string', contentMediaType: 'application/octet-stream' },
    ...(schema.properties as Json),
  }
  const required = ['file', ...((schema.required as string[] | undefined) ?? [])]
  return { required: true, content: { 'multipart/form-data': { schema: { ...schema, properties, required } } } }
}

function successes(answer: AnswerShape, convert: Convert): Json {
  if ('schema' in answer) {
    const content = { 'application/json': { schema: convert(answer.schema) } }
    return { [answer.status]: { description: 'Success.', content } }
  }
  if ('mediaTypes' in answer) return downloads(answer.mediaTypes)
  return { [answer.status]: { description: 'Done; there is no body.' } }
}

function downloads(mediaTypes: readonly string[]): Json {
  const header = { required: true, schema: text }
  const content = Object.fromEntries(mediaTypes.map((type) => [type, {}]))
  const headers = { ETag: header, 'Accept-Ranges': header, 'Content-Disposition': header }
  return {
    200: { description: 'The file.', headers, content },
    206: { description: 'The requested bytes.', headers: { ...headers, 'Content-Range': header }, content },
    304: { description: 'The file is still the one with this ETag.', headers: { ETag: header } },
  }
}
