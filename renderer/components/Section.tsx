import { CatchBoundary, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { formatCount } from '../../shared/domain/counts.ts'
import type { Resource } from '../../shared/service/resource.ts'
import classes from './page.module.css'
import { ErrorState } from './States.tsx'
import { TitleCount } from './Unread.tsx'

type Props = {
  title: string
  count?: number
  /** The counted records: until the first sync has read all of it, the count grows. */
  of?: Resource
  aside?: ReactNode
  /** The section's part of an address, as in `…/households/1#people`. */
  anchor?: string
  /** True for an empty section that only offers its action: assistive technology alone has its heading. */
  isBare?: boolean
  children: ReactNode
}

/** Said on paper in place of what shows the rest of a list (`data-on-paper`); empty if all are shown. */
export const firstShown = (shown: number, count: number): string =>
  shown < count ? `${formatCount(count)} in all; the first ${formatCount(shown)} are shown` : ''

/** A titled section of a page. */
export function Section({ title, count, of, aside, anchor, isBare = false, children }: Props) {
  const id = useId()
  const root = useRef<HTMLElement>(null)
  const wanted = useRouterState({ select: (state) => anchor !== undefined && state.location.hash === anchor })
  // The router scrolls to what is there when it navigates; a record's sections arrive later, and those above may still grow. The user's
  // own scrolling ends that.
  useEffect(() => {
    const section = root.current
    if (!wanted || section === null) return
    const show = () => section.scrollIntoView()
    const sizes = new ResizeObserver(show)
    for (const part of section.parentElement?.children ?? []) sizes.observe(part)
    const leave = new AbortController()
    leave.signal.addEventListener('abort', () => sizes.disconnect())
    for (const input of ['wheel', 'keydown', 'pointerdown'])
      window.addEventListener(input, () => leave.abort(), { capture: true, passive: true, signal: leave.signal })
    show()
    return () => leave.abort()
  }, [wanted])
  return (
    <section ref={root} id={anchor} className={classes.section} aria-labelledby={id}>
      <div className={`row ${classes.sectionHead}`}>
        <h2 id={id} className={isBare ? 'visually-hidden' : undefined}>
          {title}
          {count === undefined ? null : (
            <span className={classes.count}>
              {of === undefined ? formatCount(count) : <TitleCount count={count} of={of} />}
            </span>
          )}
        </h2>
        {aside ? <div className={`row ${classes.sectionAside}`}>{aside}</div> : null}
      </div>
      {/* A part that fails to render leaves the rest of its page as it is. */}
      <CatchBoundary
        getResetKey={() => location.pathname}
        errorComponent={({ error, reset }) => <ErrorState error={error} onRetry={reset} />}
      >
        {children}
      </CatchBoundary>
    </section>
  )
}
