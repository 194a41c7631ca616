import { type PointerEvent, useRef, useState } from 'react'

type Options = {
  ids: readonly string[]
  widths: readonly number[]
  onResize: (id: string, width: number) => void
  /** Called while the edge is being dragged. */
  onResizing: (id: string, width: number) => void
  onMove: (id: string, before: string | null) => void
}

/** Pixels of movement after which a press on a header counts as a drag. */
const slack = 6

/** Follows the pointer until it is released, even outside the element. */
function follow(event: PointerEvent, onMove: (event: globalThis.PointerEvent) => void, onEnd: () => void) {
  const element = event.currentTarget
  element.setPointerCapture(event.pointerId)
  const leaving = new AbortController()
  const end = () => {
    leaving.abort()
    onEnd()
  }
  const { signal } = leaving
  element.addEventListener('pointermove', (moved) => onMove(moved as globalThis.PointerEvent), { signal })
  element.addEventListener('pointerup', end, { signal })
  element.addEventListener('pointercancel', end, { signal })
}

function headerUnder(x: number, root: Element): { id: string; after: boolean } | null {
  for (const header of root.querySelectorAll<HTMLElement>('[role="columnheader"]')) {
    const { left, right, width } = header.getBoundingClientRect()
    if (x >= left && x < right) return { id: header.dataset.column ?? '', after: x > left + width / 2 }
  }
  return null
}

/** Pointer actions of headers: dragging the edge resizes the column, dragging the rest moves it. */
export function useHeaderDrag({ ids, widths, onResize, onResizing, onMove }: Options) {
  const [target, setTarget] = useState<string | null>(null)
  const dragged = useRef(0)

  return {
    /** The column before which the dragged one would be inserted. */
    target,
    /** True if the next click is only the end of a drag. */
    justDragged: () => performance.now() - dragged.current < 200,
    onResizeStart(event: PointerEvent, at: number) {
      event.stopPropagation()
      event.preventDefault()
      const id = ids[at]
      if (id === undefined) return
      const from = event.clientX
      const start = widths[at] ?? 0
      let width = start
      follow(
        event,
        (moved) => {
          width = start + moved.clientX - from
          onResizing(id, width)
        },
        () => {
          dragged.current = performance.now()
          if (width !== start) onResize(id, width)
        },
      )
    },
    onMoveStart(event: PointerEvent, id: string) {
      const root = event.currentTarget.parentElement
      if (event.button !== 0 || !root) return
      const from = event.clientX
      let before: string | null | undefined
      follow(
        event,
        (moved) => {
          if (before === undefined && Math.abs(moved.clientX - from) < slack) return
          const under = headerUnder(moved.clientX, root)
          if (!under) return
          const at = Number(under.id) + (under.after ? 1 : 0)
          before = ids[at] ?? null
          setTarget(before)
        },
        () => {
          setTarget(null)
          if (before === undefined) return
          dragged.current = performance.now()
          if (before !== id && ids[ids.indexOf(id) + 1] !== before) onMove(id, before)
        },
      )
    },
  }
}

export type HeaderDrag = ReturnType<typeof useHeaderDrag>
