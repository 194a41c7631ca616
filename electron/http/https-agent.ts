import tls, { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import { LRUCache } from 'lru-cache'
import { Agent, type buildConnector, Dispatcher } from 'undici'
import { createConnector } from './connector.ts'
import { createProxyResolver, type ResolveProxy } from './proxy-resolver.ts'

/** Time limits for the parts of an exchange, in ms. */
export type HttpsLimits = {
  /** Limit until the TLS handshake is done. */
  connectMs: number
  /** Limit between two chunks of an answer, and until its headers are complete. */
  idleMs: number
}

const defaultLimits: HttpsLimits = { connectMs: 10_000, idleMs: 30_000 }

/**
 * The single connection pool for a tenant's two servers: HTTP/1.1 over TLS, keep-alive, no redirects, no cookies. The caller
 * destroys it.
 *
 * @param options.caCertificate - PEM, trusted in addition to the built-in authorities and the system's; null to trust only those
 * @param options.resolveProxy - the system's proxy settings for a URL; without it every connection is direct
 */
export function createHttpsAgent(options: {
  caCertificate: string | null
  resolveProxy?: ResolveProxy
  limits?: Partial<HttpsLimits>
}): Agent {
  const { caCertificate, resolveProxy } = options
  const limits = { ...defaultLimits, ...options.limits }
  let connector: buildConnector.connector | undefined
  return new Agent({
    allowH2: false,
    pipelining: 1,
    connections: 16,
    keepAliveTimeout: 30_000,
    headersTimeout: limits.idleMs,
    bodyTimeout: limits.idleMs,
    connect(target, callback) {
      // Created on the first connection: reading the authorities costs 50 to 100 ms, which opening a cache does not need.
      connector ??= createConnector({
        // One context for all connections: creating one costs 30 ms.
        secureContext: trustContext(caCertificate),
        connectMs: limits.connectMs,
        finder: resolveProxy ? createProxyResolver({ resolveProxy }) : null,
      })
      connector(target, callback)
    },
  })
}

/**
 * Trusted certificate authorities as PEM texts: Node's built-in ones, those in NODE_EXTRA_CA_CERTS, the system's, and the
 * connection's own. The system's store matters because firms that inspect TLS install their authority there.
 */
function trustedAuthorities(caCertificate: string | null): string[] {
  const own = caCertificate === null ? [] : [caCertificate]
  return [...new Set([...builtIn(), ...ofTheSystem(), ...own])]
}

/** By the connection's own certificate, or ''. Node reads the system's store once in a run, so a context does not grow old. */
const contexts = new LRUCache<string, SecureContext>({
  max: 8,
  memoMethod: (own) => createSecureContext({ ca: trustedAuthorities(own === '' ? null : own), minVersion: 'TLSv1.2' }),
})

/** Takes 50 to 100 ms the first time, so only call it when it is needed. */
const trustContext = (caCertificate: string | null): SecureContext => contexts.memo(caCertificate ?? '')

// Accessed through the module object, because a named import would fail to load on a Node version without this function.
function builtIn(): readonly string[] {
  return typeof tls.getCACertificates === 'function' ? tls.getCACertificates('default') : rootCertificates
}

/** A system store that cannot be read contributes no authorities. */
function ofTheSystem(): string[] {
  try {
    return typeof tls.getCACertificates === 'function' ? tls.getCACertificates('system') : []
  } catch {
    return []
  }
}

/** A dispatcher that sends through the agent it was given last. */
type ReplaceableDispatcher = {
  readonly dispatcher: Dispatcher
  /**
   * New requests go through `next`. Requests under way end undisturbed; their agent is closed when they have ended.
   */
  replace(next: Agent): void
  /** Ends all requests and closes all connections. */
  destroy(): Promise<void>
}

class Switch extends Dispatcher {
  #agent: Agent

  constructor(agent: Agent) {
    super()
    this.#agent = agent
  }

  get agent(): Agent {
    return this.#agent
  }

  use(agent: Agent): void {
    this.#agent = agent
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return this.#agent.dispatch(options, handler)
  }
}

/** A {@link ReplaceableDispatcher} that begins with `first`, which it owns. */
export function createReplaceableDispatcher(first: Agent): ReplaceableDispatcher {
  const dispatcher = new Switch(first)
  const ending = new Set<Agent>()
  return {
    dispatcher,
    replace(next) {
      const before = dispatcher.agent
      dispatcher.use(next)
      ending.add(before)
      void before
        .close()
        .catch(() => {})
        .finally(() => ending.delete(before))
    },
    async destroy() {
      await Promise.all([dispatcher.agent, ...ending].map((agent) => agent.destroy()))
    },
  }
}
