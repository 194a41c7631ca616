import './styles.ts'
import { createRoot } from 'react-dom/client'
import { withTimeLimit } from '../../shared/lib/timing.ts'
import { hearCustody, useCustody, whenUnlocked } from '../features/lock/custody.ts'
import { createApi } from '../lib/api.ts'
import { nextLaunch } from '../lib/client/browser-session.ts'
import type { LinkState } from '../lib/client/link-state.ts'
import { setShellCopy } from '../lib/copy-text.ts'
import { hearPresenting, usePresentingState } from '../lib/presenting.ts'
import { App } from './App.tsx'
import { type Asked, askScreens, type Begun } from './begin.ts'
import { Starting } from './Keychain.tsx'
import { LinkLost } from './LinkLost.tsx'
import { useLink } from './link.ts'
import { Providers } from './Providers.tsx'
import { askScreen, createQueries } from './queries.ts'
import { createAppRouter } from './router.tsx'

type Options = {
  /** Element to render into. */
  root: HTMLElement | null
  begun: Promise<Begun>
  /** Connects again with a fresh launch link. */
  beginAgain(): Promise<Begun>
  /** Calls `listener` with the state of the link, now and after every change. */
  follow(listener: (state: LinkState) => void): void
}

/** How long the first render waits for its data, in ms. If the main process is slower, skeletons are shown. */
const answersMs = 60

const soon = (awaited: Promise<unknown>) => withTimeLimit(awaited, answersMs, () => undefined)

/** After this many ms without a first screen, startup shows a loading state. */
const patienceMs = 200

/** Connects with the first valid launch address that is pasted into this page's tab. */
async function connectByLaunch(begin: () => Promise<Begun>): Promise<Begun> {
  for (;;) {
    await nextLaunch()
    const begun = await begin().catch(() => null)
    if (begun !== null) return begun
  }
}

/** Renders the app, starting with the screen that startup leads to and the data requested ahead. */
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
    if (location.protocol === 'app:') setShellCopy(async (text) => (await client.app.copy({ text })).copied)
    let asked: Asked = connected
    const parts = { client, ahead, api: createApi(client), queries: createQueries() }
    const waiting = setTimeout(() => {
      react.render(
        <Providers parts={parts}>
          <Starting />
        </Providers>,
      )
    }, patienceMs)
    const [custody, { presenting }] = await Promise.all([client.custody.state({}), client.presenting.state({})])
    hearCustody(custody)
    hearPresenting(presenting)
    usePresentingState.setState({ shown: presenting })
    if (useCustody.getState().state?.locked !== null) {
      // Nothing of the app is rendered before Steward is unlocked; the requests sent ahead were refused.
      react.render(<Providers parts={parts}>{null}</Providers>)
      await whenUnlocked()
      asked = askScreens(connected)
    }
    const { leadsTo, answered } = asked
    const screen = await leadsTo
    if (screen !== null) history.replaceState(null, '', screen)
    const router = createAppRouter()
    // The data is loaded before rendering, so that the screen is rendered once.
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
