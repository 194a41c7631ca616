import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

/**
 * A component whose code is loaded when first rendered, or earlier (`renderer/app/parts.ts`). React's own `lazy` shows a fallback
 * for at least 300 ms once it suspends, so a menu would open late.
 *
 * @param before - rendered until the code is loaded; default: nothing
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
    // Thrown while rendering, so that the screen's error boundary handles it.
    if (failure) throw failure.thrown
    return part === null ? before(props) : createElement(part, props)
  }
}
