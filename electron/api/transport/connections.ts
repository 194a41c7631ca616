import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'
import { signalOf } from './streams.ts'

export function implementConnections(os: Implementer['connections'], core: Core) {
  const { connections } = core
  return {
    list: os.list.handler(() => connections.list()),
    add: os.add.handler(({ input }) => connections.add(input)),
    remove: os.remove.handler(async ({ input }) => {
      await connections.remove(input.connectionId, input.unsent)
      return {}
    }),
    signIn: os.signIn.handler(async function* ({ input, signal }) {
      yield* connections.signIn(input.connectionId, signalOf(signal))
    }),
    signOut: os.signOut.handler(async ({ input }) => {
      await connections.signOut(input.connectionId, input.unsent)
      return {}
    }),
    open: os.open.handler(({ input }) => connections.open(input.connectionId)),
    setReadOnly: os.setReadOnly.handler(({ input }) => connections.setReadOnly(input.connectionId, input.read_only)),
    giveSecret: os.giveSecret.handler(async ({ input }) => {
      await connections.giveSecret(input.connectionId, input.client_secret)
      return {}
    }),
    openDemo: os.openDemo.handler(() => connections.openDemo()),
    setDemoService: os.setDemoService.handler(({ input }) => connections.setDemoService(input.running)),
    demoColleague: os.demoColleague.handler(async ({ input: { connectionId, ...record } }) => ({
      changed: await connections.demoColleague(connectionId, record),
    })),
  }
}
