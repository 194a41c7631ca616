import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createAppRouter, fetchPagesWhenIdle } from './router.tsx'

export function App() {
  const [router] = useState(createAppRouter)
  useEffect(fetchPagesWhenIdle, [])
  return <RouterProvider router={router} />
}
