import { useState } from 'react'

/**
 * Returns true once `opened` has been true: a popup is mounted when first opened, and stays mounted so that it can close with its
 * animation.
 */
export function useOnceOpened(opened: boolean): boolean {
  const [once, setOnce] = useState(opened)
  if (opened && !once) setOnce(true)
  return once || opened
}
