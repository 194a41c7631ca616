import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'

export function implementCustody(os: Implementer['custody'], core: Core) {
  return {
    state: os.state.handler(() => core.custody.state()),
    lock: os.lock.handler(() => core.custody.lock('asked')),
    unlock: os.unlock.handler(({ input }) => core.custody.unlock(input.passphrase)),
    active: os.active.handler(async () => {
      await core.custody.active()
      return {}
    }),
    setPassphrase: os.setPassphrase.handler(({ input }) => core.custody.setPassphrase(input)),
    localData: os.localData.handler(() => core.custody.localData()),
    removeEverything: os.removeEverything.handler(async ({ input }) => {
      const { secretsGone } = await core.custody.removeEverything(input)
      return { secrets_gone: secretsGone }
    }),
  }
}
