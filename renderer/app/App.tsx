import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useClient } from '../lib/api.ts'
import { tellOffers } from '../lib/commands/tell-offers.ts'
import { whenDrawn } from '../lib/when-drawn.ts'
import { followGoTo } from './go-to.ts'
import { type AppRouter, fetchPagesWhenIdle } from './router.tsx'

/** Loads the window's icon, which the browser requests again on every address change, and the code of menus and dialogs. */
function fetchTheRest(): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', '/icon.svg')
  // If this fails, each part is requested again when it is first opened.
  import('./parts.ts').catch(() => {})
}

export function App({ router }: { router: AppRouter }) {
  const client = useClient()
  useEffect(fetchPagesWhenIdle, [])
  useEffect(() => followGoTo((path) => router.history.push(path)), [router])
  useEffect(() => {
    // On the desktop, menus live outside the page and need to know which commands are available.
    if (location.protocol === 'app:') return tellOffers((commands) => client.app.offer({ commands }))
  }, [client])
  useEffect(() => whenDrawn(fetchTheRest), [])
  return <RouterProvider router={router} />
}
