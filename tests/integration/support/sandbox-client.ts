import { gunzipSync } from 'node:zlib'
import { Agent, type Dispatcher, request } from 'undici'

export interface SandboxAddress {
  baseUrl: string
  authUrl: string
  /** `{authUrl}/oauth2/token` if absent. */
  tokenUrl?: string
  caPem: string
  clientId: string
  /** Empty for a public client. */
  clientSecret: string
  /** How the client proves who it is; post if absent. */
  tokenAuth?: 'post' | 'basic' | 'none'
}

export interface ApiAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The parsed body if it is JSON, else the text; undefined if it is empty. */
  body: unknown
  /** The raw body, compressed or not. */
  bytes: Buffer
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  /** Sent as JSON. */
  json?: unknown
  /** Sent unchanged. */
  body?: Dispatcher.DispatchOptions['body'] | FormData
  headers?: Record<string, string>
  /** Null sends none; the default is a token of the organization, fetched once. */
  token?: string | null
}

export interface SandboxClient {
  /** `path` is relative to the API's root, such as `/households?limit=2`. */
  api(path: string, options?: CallOptions): Promise<ApiAnswer>
  /** Sends a form to the token endpoint. */
  token(form: Record<string, string>, headers?: Record<string, string>): Promise<ApiAnswer>
  /** Calls any URL of the service, without following redirects. */
  call(url: string, options?: CallOptions): Promise<ApiAnswer>
  close(): Promise<void>
}

/** Creates a plain HTTP client for tests: no retries, no redirects, and only the sandbox's CA is trusted. */
export function createSandboxClient(sandbox: SandboxAddress): SandboxClient {
  const dispatcher = new Agent({ connect: { ca: sandbox.caPem } })
  const cached: { token?: Promise<string> } = {}

  async function call(url: string, options: CallOptions = {}): Promise<ApiAnswer> {
    const { method = 'GET', json, body, headers = {}, token } = options
    const response = await request(url, {
      dispatcher,
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? ((body as Dispatcher.DispatchOptions['body']) ?? null) : JSON.stringify(json),
    })
    const bytes = Buffer.from(await response.body.arrayBuffer())
    const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json')
    const content = response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
    const text = content.length === 0 ? undefined : content.toString()
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson && text !== undefined ? JSON.parse(text) : text,
      bytes,
    }
  }

  async function organizationToken(): Promise<string> {
    const answer = await postToken({ grant_type: 'client_credentials' })
    return (answer.body as { access_token: string }).access_token
  }

  function postToken(form: Record<string, string>, headers: Record<string, string> = {}) {
    const { clientId, clientSecret, tokenAuth = 'post' } = sandbox
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const usesHeader = tokenAuth === 'basic' || headers.authorization !== undefined
    const secret = tokenAuth === 'none' ? {} : { client_secret: clientSecret }
    return call(sandbox.tokenUrl ?? `${sandbox.authUrl}/oauth2/token`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(tokenAuth === 'basic' ? { authorization: basic } : {}),
        ...headers,
      },
      body: new URLSearchParams({ ...(usesHeader ? {} : { client_id: clientId, ...secret }), ...form }).toString(),
    })
  }

  return {
    call,
    token: postToken,
    async api(path, options = {}) {
      cached.token ??= organizationToken()
      const token = options.token === undefined ? await cached.token : options.token
      return call(`${sandbox.baseUrl}/api/public/v1${path}`, { ...options, token })
    },
    close: () => dispatcher.close(),
  }
}
