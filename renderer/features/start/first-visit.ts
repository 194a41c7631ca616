import { useEffect, useState } from 'react'
import { create } from 'zustand'

const useVisits = create(() => ({ visited: false }))

/** True the first time the start screen is shown in this page, so that later visits are not sent away again. */
export function useFirstVisit(): boolean {
  const [first] = useState(() => !useVisits.getState().visited)
  useEffect(() => () => useVisits.setState({ visited: true }), [])
  return first
}
