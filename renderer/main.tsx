import { askScreens, everyStart, type StartedConnection } from './app/first-screen.ts'
import classes from './app/link-lost.module.css'
import { connectClient, type LinkState, loadAgain, type OnLinkState } from './lib/client/connect-client.ts'

// The content security policy forbids compiling code from strings and reports every attempt. zod would try once to detect this;
// the setting tells it in advance. Neither this file nor its imports create a schema.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** Connects and requests data ahead, while the screens' much larger code is being loaded. */
async function start(onState: OnLinkState): Promise<StartedConnection> {
  const connected = await connectClient(onState)
  const { ask } = connected.ahead
  void ask(everyStart.events)
  ask(everyStart.lock).catch(() => {})
  ask(everyStart.presenting).catch(() => {})
  void ask(everyStart.preferences)
  return { ...connected, ...askScreens(connected) }
}

// The page connects and sends requests before its screens are loaded. The screens get the link's state when they subscribe.
let state: LinkState = 'connecting'
let tell = (next: LinkState) => {
  state = next
}
const connect = () => start((next) => tell(next))
const started = connect()
started.catch(() => {})

const parsed = new Promise<void>((resolve) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => resolve(), { once: true })
  else resolve()
})

/**
 * Loads the libraries one by one before the screens: parsing one blocks the page, and between two of them the page can process
 * responses and send further requests.
 */
import('react-dom/client').catch(() => {})
import('./app/theme.ts').catch(() => {})
const screens = import('./app/start-app.tsx')

/** Says that the code of the screens did not load, where nothing else can be drawn. */
function sayNotLoaded(): void {
  const place = document.createElement('main')
  place.className = classes.page ?? ''
  place.setAttribute('role', 'alert')
  const title = document.createElement('h1')
  title.textContent = 'The screens of Steward could not be loaded'
  const hint = document.createElement('p')
  hint.textContent = 'Everything it saved is still there.'
  const again = document.createElement('button')
  again.type = 'button'
  again.textContent = 'Try again'
  again.addEventListener('click', loadAgain)
  place.append(title, hint, again)
  document.getElementById('root')?.replaceChildren(place)
}

screens.then(
  async ({ startApp }) => {
    await parsed
    await startApp({
      root: document.getElementById('root'),
      started,
      startAgain: connect,
      follow(listener) {
        tell = listener
        listener(state)
      },
    })
  },
  async () => {
    await parsed
    sayNotLoaded()
  },
)
