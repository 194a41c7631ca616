import { type RefObject, useEffect } from 'react'
import { type GridSize, useViewState } from './view-state.ts'

/**
 * Approximate size in pixels of the elements beside and above a list. It is slightly too small, so that no row in view is missing
 * in the first render.
 */
const around = { width: 224, height: 130 }

/** Size before the first measurement. */
const guess = (): GridSize => ({
  width: window.innerWidth - around.width,
  height: window.innerHeight - around.height,
})

/**
 * The size in pixels of a list's viewport. A new list starts with the previous list's size, so that it renders once and no layout
 * is forced to measure it.
 */
export function useGridSize(scroller: RefObject<HTMLDivElement | null>): GridSize {
  const size = useViewState((state) => state.gridSize)
  const remember = useViewState((state) => state.rememberGridSize)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      const before = useViewState.getState().gridSize
      if (before?.width !== width || before.height !== height) remember({ width, height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, remember])
  return size ?? guess()
}
