export type Schema = Record<string, unknown>

export interface Content {
  schema?: Schema
}

export interface Header {
  required?: boolean
  schema: Schema
}

export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  schema: Schema
}

export interface Answer {
  headers?: Record<string, Header>
  content?: Record<string, Content>
}

interface Definition {
  operationId: string
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Content> }
  responses: Record<string, Answer>
}

export interface OpenApi {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, PathItem>
  components: { schemas: Record<string, Schema> }
}

interface PathItem {
  servers?: { url: string }[]
  get?: Definition
  post?: Definition
  put?: Definition
  delete?: Definition
}

export const METHODS = ['get', 'post', 'put', 'delete'] as const

export interface Operation extends Definition {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The whole address, with `{id}` for the only path parameter. */
  url: string
  /** False for the operations of the authorization server. */
  isOfApi: boolean
}

/** Returns the operations of a document by their ids. */
export function operationsOf(document: OpenApi): Map<string, Operation> {
  const operations = new Map<string, Operation>()
  for (const [path, item] of Object.entries(document.paths)) {
    const server = (item.servers ?? document.servers)[0]?.url ?? ''
    for (const method of METHODS) {
      const definition = item[method]
      if (definition === undefined) continue
      const name = method.toUpperCase() as Operation['method']
      const operation = { ...definition, method: name, url: server + path, isOfApi: item.servers === undefined }
      if (operations.has(definition.operationId)) throw new Error(`${definition.operationId} is there twice.`)
      operations.set(definition.operationId, operation)
    }
  }
  return operations
}

/** The schema of the operation's body, and its media type. */
export function bodyOf(operation: Operation): { mediaType: string; schema: Schema } | undefined {
  const [entry] = Object.entries(operation.requestBody?.content ?? {})
  return entry === undefined ? undefined : { mediaType: entry[0], schema: entry[1].schema ?? {} }
}

/** Every schema of an answer. */
export function answerSchemas(document: OpenApi): Schema[] {
  const contents = [...operationsOf(document).values()]
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap(({ content }) => Object.values(content ?? {}))
  return [
    ...contents.flatMap(({ schema }) => (schema === undefined ? [] : [schema])),
    ...Object.values(document.components.schemas),
  ]
}
