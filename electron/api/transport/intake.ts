import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'

export function implementIntake(os: Implementer['intake'], { intake }: Core) {
  return {
    list: os.list.handler(({ input }) => intake.list(input)),
    announce: os.announce.handler(({ input }) => intake.announce(input)),
    giveUp: os.giveUp.handler(({ input }) => intake.giveUp(input)),
    change: os.change.handler(({ input }) => intake.change(input)),
    arrived: os.arrived.handler(({ input }) => intake.arrived(input)),
    takeArrived: os.takeArrived.handler(({ input }) => intake.takeArrived(input)),
    dismissArrived: os.dismissArrived.handler(({ input }) => intake.dismissArrived(input)),
    remove: os.remove.handler(({ input }) => intake.remove(input)),
    restore: os.restore.handler(({ input }) => intake.restore(input)),
    submit: os.submit.handler(({ input }) => intake.submit(input)),
  }
}
