import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_ROOT } from '../../sandbox/app.ts'
import { AUTH_ROOT } from '../../sandbox/auth/endpoints.ts'
import { createFileStore } from '../../sandbox/files/file-store.ts'
import { createService } from '../../sandbox/service.ts'
import { openStore } from '../../sandbox/store/store.ts'
import { createServerIdentity } from '../../sandbox/tls/authority.ts'

/** One request that the service does not answer until it is released. */
export type HeldRequest = {
  /** Resolves when the request has arrived. */
  readonly arrived: Promise<void>
  /** Answers it. Requests that come later are held until {@link HeldRequest.end}. */
  answer(): void
  /** Answers everything that is held. */
  end(): void
}

/** Starts the sandbox with 60 households; it can hold one request, so that what happens before and after it can be told apart. */
export async function startHoldingService() {
  const folder = mkdtempSync(join(tmpdir(), 'steward-walks-'))
  const identity = createServerIdentity(folder, Date.now())
  const store = openStore(undefined)
  const fileStore = createFileStore(join(folder, 'files'))
  const { app, client } = createService({ store, fileStore, identity, options: { households: 60, seed: 7 } })
  let held: {
    isMeant: (request: string) => boolean
    arrive: () => void
    answer: Promise<void>
    rest: Promise<void>
  } | null = null
  let isAnswered = false
  let open = 0
  app.addHook('onRequest', async ({ method, url }, reply) => {
    open += 1
    reply.raw.once('close', () => {
      open -= 1
    })
    if (held === null || !url.startsWith(API_ROOT)) return
    if (held.isMeant(`${method} ${url.slice(API_ROOT.length)}`)) {
      held.arrive()
      await held.answer
    } else if (isAnswered) await held.rest
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const baseUrl = `https://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    baseUrl,
    authUrl: baseUrl + AUTH_ROOT,
    caPath: identity.caPath,
    caPem: identity.caPem,
    clientId: client.id,
    clientSecret: client.secret ?? '',
    /** The number of requests without an answer. */
    open: () => open,
    /** Holds the next request of this form, such as `PUT /individuals/…`. */
    hold(form: RegExp): HeldRequest {
      const arrived = Promise.withResolvers<void>()
      const answer = Promise.withResolvers<void>()
      const rest = Promise.withResolvers<void>()
      let isTaken = false
      isAnswered = false
      held = {
        isMeant: (request) => !isTaken && form.test(request),
        arrive: () => {
          isTaken = true
          arrived.resolve()
        },
        answer: answer.promise,
        rest: rest.promise,
      }
      return {
        arrived: arrived.promise,
        answer: () => {
          isAnswered = true
          answer.resolve()
        },
        end: () => {
          answer.resolve()
          rest.resolve()
          held = null
        },
      }
    },
    async close() {
      await app.close()
      store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
