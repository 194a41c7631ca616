import { AppError } from '../../shared/domain/app-error.ts'
import type { WriteService } from '../service/write-service.ts'

/** Nothing was asked: meanwhile the service asked for a rest, could not be reached, or nothing is to be sent any more. */
export const withheld = new AppError('service/rate-limited', {
  message: 'The service was not asked, since others wait for it.',
  nextStep: 'Wait a moment, then try again.',
})

/** The service with at most so many requests at once. */
export type LimitedService = WriteService & {
  /** Whether any request is under way. */
  isBusy(): boolean
}

type OutboxLimitOptions = {
  slots: number
  /** Whether one that waited to look may still do so; else it rejects with {@link withheld}. */
  mayAsk: () => boolean
  /** Called when no request is under way any more. */
  onRest: () => void
}

/**
 * {@link LimitedService}: the others wait, those that change something ahead of those that only look: what they were prepared with
 * grows old.
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
    // A file on its way for minutes holds nobody up: how many there are at once is decided elsewhere.
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
