import { useState } from 'react'

/** Whether something was ever open: what never was need not be made, and what was closes as it should. */
export function useOnceOpened(opened: boolean): boolean {
  const [once, setOnce] = useState(opened)
  if (opened && !once) setOnce(true)
  return once || opened
}
