import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useClient } from '../lib/api.ts'
import { tellOffers } from '../lib/commands/tell-offers.ts'
import { followGoTo } from '../lib/go-to.ts'
import { whenDrawn } from '../lib/when-drawn.ts'
import { type AppRouter, fetchPagesWhenIdle } from './router.tsx'

/** The window's icon, which is asked for anew at every change of the address, and what opens above the screens. */
function fetchTheRest(): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', '/icon.svg')
  // What is not here is asked for again when somebody opens it.
  import('./parts.ts').catch(() => {})
}

export function App({ router }: { router: AppRouter }) {
  const client = useClient()
  useEffect(fetchPagesWhenIdle, [])
  useEffect(() => followGoTo((path) => router.history.push(path)), [router])
  useEffect(() => {
    // The desktop's menus are outside the page.
    if (location.protocol === 'app:') return tellOffers((commands) => client.app.offer({ commands }))
  }, [client])
  useEffect(() => whenDrawn(fetchTheRest), [])
  return <RouterProvider router={router} />
}
