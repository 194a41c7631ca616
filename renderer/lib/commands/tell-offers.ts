import type { CommandId } from '../../../shared/domain/commands.ts'
import { availableCommands, onOffersChange } from './offers.ts'

/** A screen that is drawn takes many commands back and offers many others. */
const restMs = 50

/**
 * Tells the shell's menus which commands can be run, at first and after every change, until what it returns is called.
 * What could not be told is told with the next change.
 */
export function tellOffers(tell: (commands: CommandId[]) => Promise<unknown>): () => void {
  let told: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = () => {
    timer = undefined
    const commands = availableCommands().map(({ id }) => id)
    if (commands.join() === told) return
    told = commands.join()
    tell(commands).catch(() => {
      told = null
    })
  }
  const later = () => {
    timer ??= setTimeout(send, restMs)
  }
  const stop = onOffersChange(later)
  later()
  return () => {
    stop()
    clearTimeout(timer)
  }
}
