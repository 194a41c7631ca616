import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type AppRouter, fetchPagesWhenIdle } from './router.tsx'

export function App({ router }: { router: AppRouter }) {
  useEffect(fetchPagesWhenIdle, [])
  return <RouterProvider router={router} />
}
