import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ApiAnswer } from '../sandbox-client.ts'
import { type Answer, bodyOf, type OpenApi, type Operation, type Parameter, type Schema } from './document.ts'

/** A request before it is written to the wire. */
export interface Sent {
  id?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** The fields of a JSON body, of a form, or of a multipart body. */
  body?: unknown
  /** The file of a multipart body. */
  file?: File
  /** Sends this text with this media type in place of the body. */
  raw?: { mediaType: string; text: string }
}

export interface Conformance {
  /** What the document does not allow in this request; empty if it conforms. */
  requestProblems(operation: Operation, sent: Sent): string[]
  /** What the document does not say of this answer; empty if it conforms. */
  answerProblems(operation: Operation, answer: ApiAnswer): string[]
}

type Check = (schema: Schema, value: unknown) => string[]

/** Checks requests and answers with Ajv against the schemas of an OpenAPI 3.1 document, which are JSON Schema 2020-12. */
export function createConformance(document: OpenApi): Conformance {
  const check = checker(document, { allErrors: true })
  const coercing = checker(document, { coerceTypes: true })
  /** A parameter or a header is text on the wire. */
  const checkText: Check = (schema, text) => coercing({ type: 'object', properties: { text: schema } }, { text })
  return {
    requestProblems(operation, sent) {
      const parameters = operation.parameters ?? []
      return [
        ...parameterProblems(
          parameters.filter((each) => each.in === 'query'),
          sent.query ?? {},
          checkText,
        ),
        ...bodyProblems(operation, sent, check),
      ]
    },
    answerProblems(operation, answer) {
      const described = operation.responses[String(answer.status)]
      if (described === undefined) return [`${operation.operationId} has no answer ${answer.status}.`]
      return [...headerProblems(described, answer, checkText), ...contentProblems(described, answer, check)]
    },
  }
}

function checker(document: OpenApi, options: Options): Check {
  const ajv = new Ajv2020({ strict: false, ...options })
  addFormats.default(ajv)
  for (const [name, schema] of Object.entries(document.components.schemas))
    ajv.addSchema(standalone(schema), PREFIX + name)
  const compiled = new WeakMap<Schema, ValidateFunction>()
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile(standalone(schema))
    compiled.set(schema, validate)
    return validate(value) ? [] : (validate.errors ?? []).map(sentence)
  }
}

const PREFIX = 'urn:component:'

/** Ajv compiles each component once if references name it instead of a place in the document. */
function standalone(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', `"${PREFIX}`)) as Schema
}

function sentence({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`
}

function parameterProblems(parameters: readonly Parameter[], sent: Record<string, string>, check: Check): string[] {
  const known = parameters.map(({ name }) => name)
  return [
    ...Object.keys(sent).flatMap((name) => (known.includes(name) ? [] : [`There is no parameter ${name}.`])),
    ...parameters.flatMap(({ name, required, schema }) => {
      const text = sent[name]
      if (text === undefined) return required ? [`The parameter ${name} is missing.`] : []
      return check(schema, text).map((problem) => `${name}: ${problem}`)
    }),
  ]
}

function bodyProblems(operation: Operation, { body, file, raw }: Sent, check: Check): string[] {
  const described = bodyOf(operation)
  if (described === undefined) return body === undefined && raw === undefined ? [] : ['There is no body.']
  if (raw !== undefined) return [`The body is not sent as ${raw.mediaType}.`]
  if (body === undefined) return ['The body is missing.']
  if (described.mediaType !== 'multipart/form-data') return check(described.schema, body)
  return check(described.schema, file === undefined ? body : { ...(body as object), file: 'bytes' })
}

function headerProblems({ headers = {} }: Answer, answer: ApiAnswer, check: Check): string[] {
  return Object.entries(headers).flatMap(([name, { required, schema }]) => {
    const value = answer.headers[name.toLowerCase()]
    if (value === undefined) return required ? [`The header ${name} is missing.`] : []
    return check(schema, String(value)).map((problem) => `${name}: ${problem}`)
  })
}

function contentProblems({ content }: Answer, answer: ApiAnswer, check: Check): string[] {
  if (content === undefined) return answer.bytes.length === 0 ? [] : ['The answer has a body, which is not described.']
  const mediaType = String(answer.headers['content-type']).split(';')[0] ?? ''
  const described = content[mediaType] ?? content['*/*']
  if (described === undefined) return [`The media type ${mediaType} is not described.`]
  return described.schema === undefined ? [] : check(described.schema, answer.body)
}
