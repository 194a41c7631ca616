import { afterEach, expect } from 'vitest'
import { createHttpsAgent, type HttpsLimits } from '../../../electron/http/https-agent.ts'
import { createServiceClient, type ServiceLimits } from '../../../electron/service/create-service-client.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { createInstantClock } from '../../doubles/instant-clock.ts'
import { startHttpsServer, type TestServer } from '../support/https-server.ts'

export type Answer = NonNullable<Parameters<typeof startHttpsServer>[0]>
const ends: Array<() => Promise<void>> = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

export async function serve(answer: Answer): Promise<TestServer> {
  const server = await startHttpsServer(answer)
  ends.push(() => server.close())
  return server
}

export function clientOf(
  server: { origin: string; caPem: string | null },
  options: { limits?: Partial<ServiceLimits>; https?: Partial<HttpsLimits>; path?: string } = {},
) {
  const dispatcher = createHttpsAgent({ caCertificate: server.caPem, limits: options.https ?? {} })
  const time = createInstantClock()
  const tokens = { issued: 1, replaced: [] as string[] }
  const client = createServiceClient({
    baseUrl: `${server.origin}${options.path ?? ''}`,
    dispatcher,
    clock: time.clock,
    limits: options.limits ?? {},
    tokens: {
      current: async () => `token-${tokens.issued}`,
      async replace(rejected) {
        tokens.replaced.push(rejected)
        tokens.issued += 1
        return `token-${tokens.issued}`
      },
    },
  })
  ends.push(async () => {
    await client.close()
    await dispatcher.destroy()
  })
  return { client, tokens, time }
}

export const { signal } = new AbortController()
export const page = {
  data: [{ id: 'user_1' }],
  page_info: { has_next_page: false, has_previous_page: false },
  total_count: 1,
}
export const request = { resource: 'users', after: null, limit: 1000, signal } as const
export const textOf = (body: { bytes: Uint8Array } | null) => new TextDecoder().decode(body?.bytes)

export async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof AppError)) throw new Error('it did not fail by name', { cause: thrown })
  expect(thrown.nextStep).toMatch(/\.$/)
  return thrown
}
