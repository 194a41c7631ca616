import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_ROOT } from './app.ts'
import { AUTH_ROOT } from './auth/endpoints.ts'
import type { TokenAuth } from './auth/rules.ts'
import type { Control } from './control/control.ts'
import { type ControlPort, startControlPort } from './control/control-port.ts'
import { createFileStore } from './files/file-store.ts'
import { createOpenApiDocument } from './openapi/document.ts'
import type { SandboxOptions } from './options.ts'
import { createService } from './service.ts'
import { openStore, type Store } from './store/store.ts'
import { createServerIdentity } from './tls/authority.ts'

export type { SandboxOptions } from './options.ts'

export interface Sandbox {
  /** `https://127.0.0.1:PORT`, without a trailing slash. */
  baseUrl: string
  authUrl: string
  caPem: string
  caPath: string
  /** The endpoints, wherever `discovery` put them. */
  authorizeUrl: string
  tokenUrl: string
  /** The way in which the client proves who it is: the first one that the token endpoint accepts, or none for a public client. */
  tokenAuth: TokenAuth | 'none'
  clientId: string
  /** Empty for a public client. */
  clientSecret: string
  openApiUrl: string
  /** Every registered route, such as `GET /api/public/v1/users/:id`. */
  registeredRoutes: readonly string[]
  /** Null unless the control port was requested. */
  controlUrl: string | null
  /** The value that requests to the control port must carry in `x-control-token`; null unless the port is guarded. */
  controlToken: string | null
  /** The same operations as the control port, in-process; always available. */
  control: Control
  close(): Promise<void>
}

/** Starts the whole service on 127.0.0.1 and resolves once it accepts requests. Temporary files are removed when it is closed. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const scratch = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const opened: { store?: Store } = {}
  const cleanUp = () => {
    opened.store?.close()
    rmSync(scratch, { recursive: true, force: true })
  }
  try {
    opened.store = openStore(options.data)
    return await startOn({ store: opened.store, scratch, options, cleanUp })
  } catch (error) {
    cleanUp()
    throw error
  }
}

interface Start {
  store: Store
  scratch: string
  options: SandboxOptions
  cleanUp: () => void
}

async function startOn({ store, scratch, options, cleanUp }: Start): Promise<Sandbox> {
  const identity = createServerIdentity(options.certDir ?? join(scratch, 'certificates'), Date.now())
  const fileStore = createFileStore(options.data === undefined ? join(scratch, 'files') : `${options.data}.files`)
  const { app, registered, client, description, control } = createService({ store, fileStore, identity, options })
  const origin = () => `https://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  // Made at its first request: it takes more than a quarter of the processor time of a start, and most clients do not ask for it.
  let openApi: string | undefined
  app.get(`${API_ROOT}/openapi.json`, (_request, reply) => {
    openApi ??= JSON.stringify(createOpenApiDocument(description, { origin: origin(), apiRoot: API_ROOT }))
    return reply.type('application/json').send(openApi)
  })
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  const baseUrl = origin()
  const authUrl = baseUrl + AUTH_ROOT
  const { rules, endpoints } = description
  const controlToken = options.control && options.controlGuarded ? randomBytes(32).toString('base64url') : null
  let controlPort: ControlPort | undefined
  try {
    controlPort = options.control
      ? await startControlPort(control, { port: options.controlPort ?? 0, token: controlToken })
      : undefined
  } catch (error) {
    await app.close()
    throw error
  }
  return {
    baseUrl,
    authUrl,
    caPem: identity.caPem,
    caPath: identity.caPath,
    authorizeUrl: baseUrl + endpoints.authorize,
    tokenUrl: baseUrl + endpoints.token,
    tokenAuth: client.secret === null ? 'none' : (rules.tokenAuth[0] ?? 'post'),
    clientId: client.id,
    clientSecret: client.secret ?? '',
    openApiUrl: `${baseUrl}${API_ROOT}/openapi.json`,
    registeredRoutes: registered,
    controlUrl: controlPort?.url ?? null,
    controlToken,
    control,
    async close() {
      await Promise.all([app.close(), controlPort?.close()])
      cleanUp()
    },
  }
}
