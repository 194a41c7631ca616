import type { Dispatcher } from 'undici'
import { freshMs } from '../../electron/outbox/send-update.ts'
import type { JsonFields } from '../../shared/domain/operation.ts'
import type { Random } from './random.ts'
import type { Life, VirtualClock } from './virtual-clock.ts'

const faults = {
  none: 50,
  refused: 4,
  drop: 4,
  'done-then-drop': 8,
  late: 6,
  'status-before': 8,
  'status-after': 5,
  'rate-limited': 3,
  unauthorized: 3,
  garbled: 3,
  invalid: 2,
} as const

type Fault = keyof typeof faults

/** With these faults the service receives the whole form; with the others it may not. */
const takesAll: ReadonlySet<Fault> = new Set(['none', 'done-then-drop', 'late', 'status-after', 'garbled'])

/** The longest time that a request may be delayed in a gateway, ms. An update that is sent again must not arrive that late. */
const lateMs = { POST: 40_000, PUT: 1_500, DELETE: 1_500, GET: 1_500 } as const

type Answer = { status: number; headers: Record<string, string>; body: Buffer }

/** Hands a request to the service, as Fastify's `inject` does or over a connection. */
type Served = {
  inject(request: {
    method: 'GET'
    url: string
    headers: Record<string, string>
    payload?: string | Buffer
  }): Promise<{ statusCode: number; headers: Record<string, unknown>; rawPayload: Buffer; json(): unknown }>
}

/** Connects the client to the service without a network; any fault can happen to a request. */
export function createTransport(options: { app: Served; clock: VirtualClock; random: Random }) {
  const { app, clock, random } = options
  const server: Life = { dead: false }
  const time = clock.clockOf(server)
  const state = { offline: false, gateway: false, faulty: true, busy: 0 }
  const counts: Partial<Record<Fault, number>> = {}
  const created = new Map<string, JsonFields>()
  const performed: string[] = []
  /** When the service last answered a read of a record by id, by path. */
  const reads = new Map<string, number>()
  /** Requests that the service has not handled yet; a late one stays here after its answer is lost. */
  const underWay = new Set<Dispatcher.DispatchOptions>()

  const perform = async (
    { method, path, headers }: Dispatcher.DispatchOptions,
    body: string | Buffer | null,
  ): Promise<Answer> => {
    state.busy += 1
    const { 'accept-encoding': _gzip, ...plain } = headers as Record<string, string>
    const payload = body === null ? {} : { payload: body }
    const answer = await app.inject({ method: method as 'GET', url: path, headers: plain, ...payload })
    state.busy -= 1
    if (method === 'GET') reads.set(path, clock.now())
    if (method !== 'GET' && answer.statusCode < 300) performed.push(`${method} ${path} ${body?.toString() ?? ''}`)
    if (method === 'POST' && answer.statusCode === 201) {
      const { id } = answer.json() as { id: string }
      created.set(id, typeof body === 'string' ? JSON.parse(body) : {})
    }
    return { status: answer.statusCode, headers: asHeaders(answer.headers), body: answer.rawPayload }
  }
  const chosen = (method: string): Fault => {
    if (!state.faulty) return 'none'
    const fault = random.weighted(faults)
    // A read never has an uncertain outcome, and a refused read would only be tried again.
    return method === 'GET' && (fault === 'late' || fault === 'invalid') ? 'drop' : fault
  }
  /** Receives a form piece by piece; returns null if the fault cuts it off. */
  const receive = async (fault: Fault, { body }: Dispatcher.DispatchOptions): Promise<string | Buffer | null> => {
    if (body === null || body === undefined || typeof body === 'string') return body ?? null
    const isCut = !takesAll.has(fault) && random.chance(0.7)
    let left = isCut ? random.below(4) : Number.POSITIVE_INFINITY
    const pieces: Buffer[] = []
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      // A piece is only valid until the next one is requested.
      pieces.push(Buffer.from(piece))
      left -= 1
      if (left <= 0) return null
    }
    return Buffer.concat(pieces)
  }
  const spoil = async (fault: Fault, request: Dispatcher.DispatchOptions): Promise<Answer | null> => {
    const body = await receive(fault, request)
    const status = random.pick([500, 502, 503, 408, 302])
    switch (fault) {
      case 'none':
        return perform(request, body)
      case 'drop':
      case 'refused':
        return null
      case 'done-then-drop':
        await perform(request, body)
        return null
      case 'late':
        void time
          .sleep(random.next() * lateMs[request.method as 'POST'])
          .then(() => perform(request, body))
          .finally(() => underWay.delete(request))
        return null
      case 'status-before':
        return plain(status)
      case 'status-after':
        await perform(request, body)
        return plain(status)
      case 'rate-limited':
        return plain(429, { 'retry-after': String(1 + random.below(30)) })
      case 'unauthorized':
        return plain(401)
      case 'invalid':
        return plain(422)
      case 'garbled': {
        const answer = await perform(request, body)
        return { ...answer, body: answer.body.subarray(0, Math.floor(answer.body.length / 2)) }
      }
    }
  }

  const dispatcherOf = (life: Life): Dispatcher => {
    const dispatch: Dispatcher['dispatch'] = (request, handler) => {
      const link = { aborted: false }
      const controller = {
        abort() {
          link.aborted = true
        },
        pause() {},
        resume() {},
      } as unknown as Dispatcher.DispatchController
      const tell = (say: () => void) => {
        if (!life.dead && !link.aborted) say()
      }
      const failWith = (error: Error) => tell(() => handler.onResponseError?.(controller, error))
      const fail = (code: string) => failWith(Object.assign(new Error(code), { code }))
      const run = async () => {
        underWay.add(request)
        await time.sleep(1 + random.next() * 20)
        const fault = state.offline ? 'refused' : chosen(request.method)
        counts[fault] = (counts[fault] ?? 0) + 1
        if (fault === 'refused' || life.dead) {
          underWay.delete(request)
          return fail('ECONNREFUSED')
        }
        tell(() => handler.onRequestStart?.(controller, undefined))
        if (random.chance(0.3)) await time.sleep(random.next() * 3_000)
        // What a gateway answers never reaches the service, however late.
        const isKept = state.gateway
        const answer = isKept ? notFound() : await spoil(fault, request)
        if (fault !== 'late' || isKept) underWay.delete(request)
        if (random.chance(0.3)) await time.sleep(random.next() * 3_000)
        if (answer === null || state.offline) return fail('ECONNRESET')
        tell(() => handler.onResponseStart?.(controller, answer.status, answer.headers, ''))
        tell(() => handler.onResponseData?.(controller, answer.body))
        tell(() => handler.onResponseEnd?.(controller, {}))
      }
      // An error from the body's source fails the request.
      run().catch((error: Error) => {
        underWay.delete(request)
        failWith(error)
      })
      return true
    }
    return { dispatch } as unknown as Dispatcher
  }
  const isOf = (path: string, id: string) => path.endsWith(`/${id}`) || path.endsWith(`/${id}/valuation`)
  const isUnderWay = (id: string) => [...underWay].some(({ method, path }) => method !== 'GET' && isOf(path, id))
  return {
    dispatcherOf,
    counts,
    /** Every record created by the engine's own requests, with the body that was sent; an empty object for a form with a file. */
    created: created as ReadonlyMap<string, JsonFields>,
    /** Every write of the engine's own requests that the service carried out, as text. */
    performed: performed as readonly string[],
    /**
     * Whether the engine may write this person, or a valuation of this entity, without seeing what a colleague writes now: its write is on
     * its way, or it has just read the record and takes that copy for the current one.
     */
    isWriting: (id: string): boolean =>
      isUnderWay(id) || [...reads].some(([path, at]) => isOf(path, id) && clock.now() - at <= freshMs),
    /** Whether a write of this person, or of a valuation of this entity, may still reach the service. */
    isUnderWay,
    setOffline: (offline: boolean) => {
      state.offline = offline
    },
    /** A gateway answers "not found" to everything, and the service sees nothing of it. */
    setGateway: (gateway: boolean) => {
      state.gateway = gateway
    },
    /** Whether requests meet faults other than an absent network or a gateway. */
    setFaulty: (faulty: boolean) => {
      state.faulty = faulty
    },
    /** Ends all faults. */
    heal() {
      state.gateway = false
      state.offline = false
      state.faulty = false
    },
    /** True while the service is handling a request. */
    isBusy: () => state.busy > 0,
  }
}

function plain(status: number, headers: Record<string, string> = {}): Answer {
  const body = Buffer.from(JSON.stringify({ error: { code: `injected_${status}`, message: 'So it was told.' } }))
  return { status, headers: { 'content-type': 'application/json', ...headers }, body }
}

function notFound(): Answer {
  return { status: 404, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>404 Not Found</html>') }
}

function asHeaders(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
