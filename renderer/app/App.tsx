import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { whenDrawn } from '../lib/when-drawn.ts'
import { type AppRouter, fetchPagesWhenIdle } from './router.tsx'

/** The window's icon, which is asked for anew at every change of the address, and what opens above the screens. */
function fetchTheRest(): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', '/icon.svg')
  // What is not here is asked for again when somebody opens it.
  import('./parts.ts').catch(() => {})
}

export function App({ router }: { router: AppRouter }) {
  useEffect(fetchPagesWhenIdle, [])
  useEffect(() => whenDrawn(fetchTheRest), [])
  return <RouterProvider router={router} />
}
