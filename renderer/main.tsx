import './app/styles.ts'
import { begin } from './app/begin.ts'
import type { LinkState } from './lib/client/link-state.ts'

// The content security policy forbids building code from text, and reports whoever tries. zod would try once, to see
// whether it can; this tells it beforehand. No schema is made in this file or in what it imports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// The page connects and asks before its screens are there. They are told how the link stands as soon as they listen.
let state: LinkState = 'connecting'
let tell = (next: LinkState) => {
  state = next
}
const begun = begin((next) => tell(next))
begun.catch(() => {})

const parsed = new Promise<void>((resolve) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => resolve(), { once: true })
  else resolve()
})

/** So long the questions go before the screens, whose code keeps the page busy; a slow main process waits for nobody. */
const headStartMs = 60
const asked = begun.then(({ asked: questions }) => questions)
const headStart = new Promise((resolve) => setTimeout(resolve, headStartMs))

void Promise.race([asked, headStart])
  .catch(() => {})
  .then(() => import('./app/start-app.tsx'))
  .then(async ({ startApp }) => {
    await parsed
    await startApp({
      root: document.getElementById('root'),
      begun,
      follow(listener) {
        tell = listener
        listener(state)
      },
    })
  })
