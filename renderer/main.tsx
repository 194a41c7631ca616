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
const connect = () => begin((next) => tell(next))
const begun = connect()
begun.catch(() => {})

const parsed = new Promise<void>((resolve) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => resolve(), { once: true })
  else resolve()
})

/**
 * The libraries before the screens, and each for itself: reading one keeps the page busy, and what the main process answered
 * is heard, and asked on, between them.
 */
void import('./app/draw.ts')
void import('./app/theme.ts')
const screens = import('./app/start-app.tsx')

void screens.then(async ({ startApp }) => {
  await parsed
  await startApp({
    root: document.getElementById('root'),
    begun,
    beginAgain: connect,
    follow(listener) {
      tell = listener
      listener(state)
    },
  })
})
