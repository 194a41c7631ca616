import { AppError } from '../../shared/domain/app-error.ts'
import type { WriteService } from '../service/write-service.ts'

/** No request was sent: while it waited, the service asked for a pause or became unreachable, or sending was stopped. */
export const withheld = new AppError('service/rate-limited', {
  message: 'The service was not asked, because other requests are waiting.',
  nextStep: 'Wait a moment, then try again.',
})

/** The service with a limit on concurrent requests. */
export type LimitedService = WriteService & {
  /** True while any request is in flight. */
  isBusy(): boolean
}

type OutboxLimitOptions = {
  slots: number
  /** Checked after a read has waited for its slot; if false, the read rejects with {@link withheld}. */
  mayAsk: () => boolean
  /** Called when no request is in flight any more. */
  onRest: () => void
}

/**
 * {@link LimitedService}: further requests wait. Writes go ahead of reads, because the data they were prepared with becomes
 * outdated.
 */
export function withOutboxLimit(service: WriteService, { slots, mayAsk, onRest }: OutboxLimitOptions): LimitedService {
  const queue = createSlots(slots, onRest)
  const write = <Answer>(request: () => Promise<Answer>) => queue.run(request, 'first')
  const read = <Answer>(request: () => Promise<Answer>) => {
    const waits = queue.running() >= slots
    return queue.run(async () => {
      if (waits && !mayAsk()) throw withheld
      return await request()
    }, 'last')
  }
  return {
    // An upload takes minutes and must not block other requests; the number of uploads is limited in the loop.
    send: (request) => (request.file ? service.send(request) : write(() => service.send(request))),
    digestOf: (documentId, signal) => read(() => service.digestOf(documentId, signal)),
    getRecord: (request) =>
      read(() => {
        request.onAsked?.()
        return service.getRecord(request)
      }),
    prove: (resource, signal) => read(() => service.prove(resource, signal)),
    getValuation: (request) => read(() => service.getValuation(request)),
    listAll: (filter) => read(() => service.listAll(filter)),
    onReachability: (listener) => service.onReachability(listener),
    isBusy: () => queue.running() > 0,
  }
}

/**
 * Runs at most `slots` jobs at once, those of the first lane before those of the last. Every edit passes here twice: the queue of
 * p-queue took a tenth of the main thread's time while a thousand edits were sent.
 */
function createSlots(slots: number, onRest: () => void) {
  const lanes: Record<'first' | 'last', (() => void)[]> = { first: [], last: [] }
  let running = 0
  const start = () => {
    while (running < slots) {
      const next = lanes.first.shift() ?? lanes.last.shift()
      if (next === undefined) break
      running += 1
      next()
    }
    if (running === 0) onRest()
  }
  const end = () => {
    running -= 1
    start()
  }
  return {
    running: () => running,
    run: <Answer>(job: () => Promise<Answer>, lane: keyof typeof lanes): Promise<Answer> =>
      new Promise((resolve, reject) => {
        lanes[lane].push(() => void job().then(resolve, reject).finally(end))
        start()
      }),
  }
}
