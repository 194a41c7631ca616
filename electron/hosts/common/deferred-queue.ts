import type { HandedOver } from './open-request.ts'

/** Takes what is handed over at any moment, and keeps it until there is somebody to open it. */
export type MailSlot = {
  put(given: HandedOver): void
  open(opener: (given: HandedOver) => void): void
}

export function createMailSlot(): MailSlot {
  const waiting: HandedOver[] = []
  let opener = (given: HandedOver): void => {
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
