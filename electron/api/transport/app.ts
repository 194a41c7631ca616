import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'

export function implementApp(os: Implementer['app'], core: Core) {
  return {
    info: os.info.handler(() => core.app.info()),
    getPreferences: os.getPreferences.handler(() => core.app.getPreferences()),
    openWindow: os.openWindow.handler(async ({ input }) => ({ address: await core.app.openWindow(input.path) })),
    lastScreen: os.lastScreen.handler(async () => ({ path: await core.app.lastScreen() })),
    offer: os.offer.handler(async ({ input }) => {
      await core.app.offer(input.commands)
      return {}
    }),
    print: os.print.handler(({ input }) => core.app.print(input)),
    noteScreen: os.noteScreen.handler(async ({ input }) => {
      await core.app.noteScreen(input.path)
      return {}
    }),
    setPreferences: os.setPreferences.handler(({ input }) => core.app.setPreferences(withoutUndefined(input))),
  }
}

/** Drops keys whose value is undefined: they mean the same as absent keys. */
function withoutUndefined<Value extends object>(value: Value) {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>
  }
}
