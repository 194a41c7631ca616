import { useEffect, useState } from 'react'
import { create } from 'zustand'

/** A reload asks for the screen that is there, not for where a start would lead. */
const isReload = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload')

const useVisits = create(() => ({ visited: isReload() }))

/** True the first time the start screen is shown after a start, so that later visits are not sent away again. */
export function useFirstVisit(): boolean {
  const [first] = useState(() => !useVisits.getState().visited)
  useEffect(() => () => useVisits.setState({ visited: true }), [])
  return first
}
