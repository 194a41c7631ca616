import type { Page } from 'playwright'

/** Messages between a page and Steward that are held until they are passed on. */
export type HeldMessages = {
  /** Resolves when the page has sent something. */
  readonly some: Promise<void>
  /** Passes on what the page has sent so far. */
  passFromPage(): void
  /** Passes on everything, and holds nothing any more. */
  end(): void
}

/** Lets messages between a page and Steward be held. Call it before the page is opened. */
export async function holdMessages(page: Page) {
  let held: { fromPage: (() => void)[]; toPage: (() => void)[]; arrive: () => void } | null = null
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (held === null) return server.send(message)
      held.fromPage.push(() => server.send(message))
      held.arrive()
    })
    server.onMessage((message) => {
      if (held === null) socket.send(message)
      else held.toPage.push(() => socket.send(message))
    })
  })
  return {
    hold(): HeldMessages {
      const some = Promise.withResolvers<void>()
      const now = { fromPage: [] as (() => void)[], toPage: [] as (() => void)[], arrive: some.resolve }
      held = now
      return {
        some: some.promise,
        passFromPage: () => {
          for (const pass of now.fromPage.splice(0)) pass()
        },
        end: () => {
          held = null
          for (const pass of [...now.fromPage, ...now.toPage]) pass()
        },
      }
    },
  }
}
