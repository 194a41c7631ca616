import './styles.ts'
import { PageSkeleton } from '../components/States.tsx'
import { createApi } from '../lib/api.ts'
import { nextLaunch } from '../lib/client/browser-session.ts'
import type { LinkState } from '../lib/client/link-state.ts'
import { hearCustody, useCustody, whenUnlocked } from '../lib/custody.ts'
import { useLink } from '../lib/link.ts'
import { App } from './App.tsx'
import { type Asked, askScreens, type Begun } from './begin.ts'
import { createRoot } from './draw.ts'
import { LinkLost } from './LinkLost.tsx'
import { Providers } from './Providers.tsx'
import { askScreen, createQueries } from './queries.ts'
import { createAppRouter } from './router.tsx'

type Options = {
  /** Where to draw. */
  root: HTMLElement | null
  begun: Promise<Begun>
  /** Connects once more, after an address whose link was used. */
  beginAgain(): Promise<Begun>
  /** Tells how the link stands, now and after every change. */
  follow(listener: (state: LinkState) => void): void
}

/** So long the first drawing waits for what it shows; a slow main process has bones drawn meanwhile. */
const answersMs = 60

const soon = (awaited: Promise<unknown>) =>
  Promise.race([awaited, new Promise((resolve) => setTimeout(resolve, answersMs))])

/** A start that leads nowhere sooner than this shows that it is under way. */
const patienceMs = 200

/** Connects with the first launch address that is pasted into this page's tab and is good. */
async function connectByLaunch(begin: () => Promise<Begun>): Promise<Begun> {
  for (;;) {
    await nextLaunch()
    const begun = await begin().catch(() => null)
    if (begun !== null) return begun
  }
}

/** Draws the app, beginning with the screen that the start leads to, and with the answers that were asked for ahead. */
export async function startApp({ root, begun, beginAgain, follow }: Options): Promise<void> {
  if (!root) throw new Error('The page has no place for the app.')
  const react = createRoot(root)
  follow((state) => useLink.setState({ state }))
  const connected = await begun.catch(async () => {
    react.render(<LinkLost />)
    return connectByLaunch(beginAgain)
  })
  try {
    const { client, ahead } = connected
    let asked: Asked = connected
    const parts = { client, ahead, api: createApi(client), queries: createQueries() }
    const waiting = setTimeout(() => {
      react.render(
        <Providers parts={parts}>
          <PageSkeleton label="Starting" />
        </Providers>,
      )
    }, patienceMs)
    hearCustody(await client.custody.state({}))
    if (useCustody.getState().state?.locked !== null) {
      // Nothing of the app is drawn before somebody has opened it; what was asked ahead was refused.
      react.render(<Providers parts={parts}>{null}</Providers>)
      await whenUnlocked()
      asked = askScreens(connected)
    }
    const { leadsTo, answered } = asked
    const screen = await leadsTo
    if (screen !== null) history.replaceState(null, '', screen)
    const router = createAppRouter()
    // Found before it is drawn, so that it is drawn once.
    const { needed, wanted } = askScreen(parts, location.pathname + location.search)
    await Promise.all([router.load(), needed, soon(Promise.all([answered, wanted]))])
    clearTimeout(waiting)
    react.render(
      <Providers parts={parts}>
        <App router={router} />
      </Providers>,
    )
  } catch {
    react.render(<LinkLost />)
  }
}
