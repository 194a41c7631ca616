import type { CommandId } from '../../../shared/domain/commands.ts'
import { createThrottle } from '../../../shared/lib/calls.ts'
import { availableCommands, onOffersChange } from './offers.ts'

/** In ms. A newly drawn screen withdraws many commands and offers many others. */
const restMs = 50

/**
 * Reports the available commands to the shell's menus, at first and after every change. A failed report is repeated with the next
 * change.
 *
 * @returns stops reporting
 */
export function reportOffers(tell: (commands: CommandId[]) => Promise<unknown>): () => void {
  let reported: string | null = null
  const sending = createThrottle(restMs, () => {
    const commands = availableCommands().map(({ id }) => id)
    if (commands.join() === reported) return
    reported = commands.join()
    tell(commands).catch(() => {
      reported = null
    })
  })
  const stop = onOffersChange(sending.request)
  sending.request()
  return () => {
    stop()
    sending.end()
  }
}
