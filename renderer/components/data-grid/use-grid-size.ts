import { type RefObject, useEffect } from 'react'
import { type GridSize, useViewState } from '../../lib/view-state.ts'

/** What stands beside and above a list, about: a little less than it is, so that no row in view is missing at first. */
const around = { width: 224, height: 130 }

/** Before anything was measured. */
const guess = (): GridSize => ({
  width: window.innerWidth - around.width,
  height: window.innerHeight - around.height,
})

/**
 * The pixels in which a list is seen. A new list begins with those of the one before, so that it is drawn once and
 * nothing has to be laid out only to be measured.
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
