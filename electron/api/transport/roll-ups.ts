import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'

export function implementRollUps(os: Implementer['rollUps'], core: Core) {
  return {
    household: os.household.handler(({ input }) =>
      core.read(input.connectionId, 'rollUps.household', { id: input.id }),
    ),
    checked: os.checked.handler(({ input }) => core.read(input.connectionId, 'rollUps.checked', { of: input.of })),
    book: os.book.handler(({ input }) => core.read(input.connectionId, 'rollUps.book', {})),
  }
}
