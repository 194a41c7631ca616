import type { OpenRequest } from './open-request.ts'

/** Accepts open requests at any time, and queues them until a handler is set. */
export type DeferredQueue = {
  put(given: OpenRequest): void
  open(opener: (given: OpenRequest) => void): void
}

export function createDeferredQueue(): DeferredQueue {
  const waiting: OpenRequest[] = []
  let opener = (given: OpenRequest): void => {
    waiting.push(given)
  }
  return {
    put: (given) => opener(given),
    open(by) {
      opener = by
      for (const given of waiting.splice(0)) by(given)
    },
  }
}
