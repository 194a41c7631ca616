import { Validator } from '@seriousme/openapi-schema-validator'
import { FormData } from 'undici'
import { expect } from 'vitest'
import type { SandboxOptions } from '../../../../sandbox/server.ts'
import { startTestSandbox, type TestSandbox } from '../sandbox.ts'
import type { ApiAnswer } from '../sandbox-client.ts'
import { type Conformance, createConformance, type Sent } from './conformance.ts'
import { bodyOf, type OpenApi, type Operation, operationsOf } from './document.ts'

/** A running sandbox, each request and answer of which is checked against its own document. */
export interface Contract {
  sandbox: TestSandbox
  document: OpenApi
  operations: ReadonlyMap<string, Operation>
  /** Sets the access token of the following requests to the API. */
  setToken(token: string | null): void
  /** The status of the operation's success. */
  success(operationId: string): number
  /**
   * Sends a request and checks the answer. A request that the document does not allow must be refused by the service, too.
   *
   * @returns the answer, the status of which is one of `statuses`
   */
  call(operationId: string, sent: Sent, statuses: number | readonly number[]): Promise<ApiAnswer>
  /** Whether the document allows this request. */
  allows(operationId: string, sent: Sent): boolean
  /** Documented answers that no call has had, such as `getUser 404`. */
  unseen(): string[]
  close(): Promise<void>
}

/** Starts a sandbox and checks that its document is valid OpenAPI. */
export async function startContract(options: SandboxOptions): Promise<Contract> {
  const sandbox = await startTestSandbox({ households: 3, ...options })
  const document = (await sandbox.client.call(sandbox.openApiUrl)).body as OpenApi
  const result = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>)
  expect(result.errors ?? []).toEqual([])
  return createContract(sandbox, document)
}

function createContract(sandbox: TestSandbox, document: OpenApi): Contract {
  const operations = operationsOf(document)
  const conformance: Conformance = createConformance(document)
  const seen = new Set<string>()
  const state: { token: string | null } = { token: null }
  const find = (operationId: string): Operation => {
    const found = operations.get(operationId)
    if (found === undefined) throw new Error(`There is no operation ${operationId}.`)
    return found
  }
  return {
    sandbox,
    document,
    operations,
    setToken(token) {
      state.token = token
    },
    success: (operationId) => Number(Object.keys(find(operationId).responses).find((status) => status.startsWith('2'))),
    allows: (operationId, sent) => conformance.requestProblems(find(operationId), sent).length === 0,
    async call(operationId, sent, statuses) {
      const operation = find(operationId)
      const answer = await send(sandbox, operation, sent, state.token)
      const problems = conformance.requestProblems(operation, sent)
      const label = `${operationId} ${JSON.stringify(sent).slice(0, 300)} → ${String(answer.body).slice(0, 300)}`
      expect([statuses].flat(), label).toContain(answer.status)
      expect(conformance.answerProblems(operation, answer), label).toEqual([])
      if (answer.status < 300) expect(problems, label).toEqual([])
      seen.add(`${operationId} ${answer.status}`)
      return answer
    },
    unseen: () =>
      [...operations.values()]
        .flatMap(({ operationId, responses }) => Object.keys(responses).map((status) => `${operationId} ${status}`))
        .filter((each) => !seen.has(each)),
    close: () => sandbox.close(),
  }
}

function send(sandbox: TestSandbox, operation: Operation, sent: Sent, token: string | null): Promise<ApiAnswer> {
  const query = new URLSearchParams(sent.query).toString()
  const url = operation.url.replace('{id}', encodeURIComponent(sent.id ?? 'none')) + (query === '' ? '' : `?${query}`)
  const { body, headers } = written(operation, sent)
  return sandbox.client.call(url, {
    method: operation.method,
    headers: { ...headers, ...sent.headers },
    body,
    token: operation.security?.length === 0 || !operation.isOfApi ? null : token,
  })
}

function written(operation: Operation, { body, file, raw }: Sent) {
  if (raw !== undefined) return { body: raw.text, headers: { 'content-type': raw.mediaType } }
  if (body === undefined) return { body: null, headers: {} }
  const mediaType = bodyOf(operation)?.mediaType ?? 'application/json'
  if (mediaType === 'application/json') return { body: JSON.stringify(body), headers: { 'content-type': mediaType } }
  const fields = Object.entries(body as Record<string, string>)
  if (mediaType !== 'multipart/form-data') {
    return { body: new URLSearchParams(fields).toString(), headers: { 'content-type': mediaType } }
  }
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  if (file !== undefined) form.append('file', file)
  return { body: form, headers: {} }
}
