import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

/**
 * A part of a screen that is loaded when it is first drawn, or before (`renderer/app/parts.ts`). Not React's own `lazy`: what that
 * leaves out once, even for a moment, stays out for 300 ms, and a menu would open late.
 *
 * @param before - what stands there until it is loaded; nothing when left out
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  before: (props: Props) => ReactNode = () => null,
): (props: Props) => ReactNode {
  let part: ComponentType<Props> | null = null
  return function LazyPart(props) {
    const [, setLoaded] = useState(part !== null)
    const [failure, setFailure] = useState<{ thrown: unknown } | null>(null)
    useEffect(() => {
      if (part !== null) return
      load().then(
        (loaded) => {
          part = loaded
          setLoaded(true)
        },
        (thrown: unknown) => setFailure({ thrown }),
      )
    }, [])
    // For the screen's own error boundary, as if the part itself had failed.
    if (failure) throw failure.thrown
    return part === null ? before(props) : createElement(part, props)
  }
}
