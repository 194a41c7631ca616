import './styles.ts'
import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { withTimeLimit } from '../../shared/lib/calls.ts'
import { applyLockState, useLock, whenUnlocked } from '../features/lock/lock-state.ts'
import { type Api, createApi, useClient } from '../lib/api.ts'
import { type LinkState, nextLaunch, type PrefetchRequest } from '../lib/client/connect-client.ts'
import { reportOffers } from '../lib/commands/report-offers.ts'
import { setShellCopy } from '../lib/copy-text.ts'
import { applyPresenting, usePresentingState } from '../lib/presenting.ts'
import { whenDrawn } from '../lib/when-drawn.ts'
import { type Asked, askScreens, everyStart, questionsOf, type StartedConnection } from './first-screen.ts'
import { followGoTo } from './go-to.ts'
import { Starting } from './Keychain.tsx'
import { LinkLost, useLink } from './LinkLost.tsx'
import { Providers } from './Providers.tsx'
import { createQueries } from './queries.tsx'
import { type AppRouter, createAppRouter, fetchPagesWhenIdle } from './router.tsx'

/** Loads the window's icon, which the browser requests again on every address change, and the code of menus and dialogs. */
function fetchTheRest(): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', '/icon.svg')
  // If this fails, each part is requested again when it is first opened.
  import('./parts.ts').catch(() => {})
}

function App({ router }: { router: AppRouter }) {
  const client = useClient()
  useEffect(fetchPagesWhenIdle, [])
  useEffect(() => followGoTo((path) => router.history.push(path)), [router])
  useEffect(() => {
    // On the desktop, menus live outside the page and need to know which commands are available.
    if (location.protocol === 'app:') return reportOffers((commands) => client.app.offer({ commands }))
  }, [client])
  useEffect(() => whenDrawn(fetchTheRest), [])
  return <RouterProvider router={router} />
}

type Procedures = Readonly<
  Record<
    string,
    Readonly<Record<string, { queryOptions: (options: { input: unknown }) => { queryKey: readonly unknown[] } }>>
  >
>

/** Fills the query cache with the responses requested ahead: those of every start, and those of the screen at `address`. */
function readPrefetched({ api, queries }: { api: Api; queries: QueryClient }, address: string) {
  const procedures = api as unknown as Procedures
  const put = async ({ path: [domain = '', name = ''], input }: PrefetchRequest) => {
    const options = procedures[domain]?.[name]?.queryOptions({ input })
    if (options) await queries.prefetchQuery(options)
  }
  const { preferences, info, connections } = everyStart
  return {
    needed: Promise.all([preferences, info, connections].map(put)),
    wanted: Promise.all(questionsOf(address).frame.map(put)),
  }
}

type Options = {
  /** Element to render into. */
  root: HTMLElement | null
  started: Promise<StartedConnection>
  /** Connects again with a fresh launch link. */
  startAgain(): Promise<StartedConnection>
  /** Calls `listener` with the state of the link, now and after every change. */
  follow(listener: (state: LinkState) => void): void
}

/** How long the first render waits for its data, in ms. If the main process is slower, skeletons are shown. */
const answersMs = 60

const soon = (awaited: Promise<unknown>) => withTimeLimit(awaited, answersMs, () => undefined)

/** After this many ms without a first screen, startup shows a loading state. */
const patienceMs = 200
/** After this many ms without a connection, the page says that it waits: its earlier connection may take long to close. */
const linkPatienceMs = 1_000

/** Connects with the first valid launch address that is pasted into this page's tab. */
async function connectByLaunch(start: () => Promise<StartedConnection>): Promise<StartedConnection> {
  for (;;) {
    await nextLaunch()
    const started = await start().catch(() => null)
    if (started !== null) return started
  }
}

/** Renders the app, starting with the screen that startup leads to and the data requested ahead. */
export async function startApp({ root, started, startAgain, follow }: Options): Promise<void> {
  if (!root) throw new Error('The page has no place for the app.')
  const react = createRoot(root)
  follow((state) => useLink.setState({ state }))
  const unconnected = setTimeout(() => react.render(<LinkLost />), linkPatienceMs)
  const connected = await started.catch(async () => {
    react.render(<LinkLost />)
    return connectByLaunch(startAgain)
  })
  clearTimeout(unconnected)
  try {
    const { client, ahead } = connected
    if (location.protocol === 'app:') setShellCopy(async (text) => (await client.app.copy({ text })).copied)
    let asked: Asked = connected
    const deps = { client, ahead, api: createApi(client), queries: createQueries() }
    const waiting = setTimeout(() => {
      react.render(
        <Providers deps={deps}>
          <Starting />
        </Providers>,
      )
    }, patienceMs)
    const [lock, { presenting }] = await Promise.all([client.lock.state({}), client.presenting.state({})])
    applyLockState(lock)
    applyPresenting(presenting)
    usePresentingState.setState({ rendered: presenting })
    if (useLock.getState().state?.locked !== null) {
      // Nothing of the app is rendered before Steward is unlocked; the requests sent ahead were refused.
      react.render(<Providers deps={deps}>{null}</Providers>)
      await whenUnlocked()
      asked = askScreens(connected)
    }
    const { leadsTo, answered } = asked
    const screen = await leadsTo
    if (screen !== null) history.replaceState(null, '', screen)
    const router = createAppRouter()
    // The data is loaded before rendering, so that the screen is rendered once.
    const { needed, wanted } = readPrefetched(deps, location.pathname + location.search)
    await Promise.all([router.load(), needed, soon(Promise.all([answered, wanted]))])
    clearTimeout(waiting)
    react.render(
      <Providers deps={deps}>
        <App router={router} />
      </Providers>,
    )
  } catch {
    react.render(<LinkLost />)
  }
}
