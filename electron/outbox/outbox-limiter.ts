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
  const urgent: (() => void)[] = []
  const others: (() => void)[] = []
  let free = slots
  const give = () => {
    const next = urgent.shift() ?? others.shift()
    if (next) return next()
    free += 1
    if (free === slots) onRest()
  }
  const inSlot = async <Answer>(line: (() => void)[], request: () => Promise<Answer>): Promise<Answer> => {
    const waited = free === 0
    if (!waited) free -= 1
    else await new Promise<void>((resolve) => line.push(resolve))
    const isLate = waited && line === others && !mayAsk()
    try {
      if (isLate) throw withheld
      return await request()
    } finally {
      give()
    }
  }
  return {
    // An upload takes minutes and must not block other requests; the number of uploads is limited in the loop.
    send: (request) => (request.file ? service.send(request) : inSlot(urgent, () => service.send(request))),
    digestOf: (documentId, signal) => inSlot(others, () => service.digestOf(documentId, signal)),
    getRecord: (request) =>
      inSlot(others, () => {
        request.onAsked?.()
        return service.getRecord(request)
      }),
    getValuation: (request) => inSlot(others, () => service.getValuation(request)),
    listAll: (filter) => inSlot(others, () => service.listAll(filter)),
    onReachability: (listener) => service.onReachability(listener),
    isBusy: () => free < slots,
  }
}
