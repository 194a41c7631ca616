import { useEffect, useRef, useState } from 'react'

/** Used until the width is known. */
const usualWidth = 800

/** The width of an element in whole pixels, which changes with the window. */
export function useWidth() {
  const [width, setWidth] = useState(0)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width: width === 0 ? usualWidth : width }
}
