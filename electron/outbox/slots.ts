import { AppError } from '../../shared/domain/app-error.ts'
import type { WriteService } from './write-service.ts'

/** Nothing was asked: meanwhile the service asked for a rest, could not be reached, or nothing is to be sent any more. */
export const withheld = new AppError('service/rate-limited', {
  message: 'The service was not asked, since others wait for it.',
  nextStep: 'Wait a moment, then try again.',
})

/**
 * The service with at most so many requests at once; the others wait, those that change something ahead of those that
 * only look: what they were prepared with grows old.
 *
 * @param mayAsk - whether one that waited to look may still do so; else it rejects with {@link withheld}
 */
export function withSlots(service: WriteService, slots: number, mayAsk: () => boolean): WriteService {
  const urgent: (() => void)[] = []
  const others: (() => void)[] = []
  let free = slots
  const give = () => {
    const next = urgent.shift() ?? others.shift()
    if (next) next()
    else free += 1
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
    send: (request) => inSlot(urgent, () => service.send(request)),
    getRecord: (request) => inSlot(others, () => service.getRecord(request)),
    getValuation: (request) => inSlot(others, () => service.getValuation(request)),
    listAll: (filter) => inSlot(others, () => service.listAll(filter)),
    onReachability: (listener) => service.onReachability(listener),
  }
}
