import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import classes from './page.module.css'

type Props = {
  label: string
  busy: boolean
  onMore: () => void
  /** Said in its place on paper. */
  onPaper?: string
}

/** A button that continues a long list; scrolling near it does the same. */
export function ShowMore({ label, busy, onMore, onPaper = 'There are more than are shown.' }: Props) {
  const mark = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(onMore)
  useEffect(() => {
    if (!mark.current || busy) return
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) more()
      },
      { rootMargin: '400px' },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [busy])
  return (
    <div ref={mark} className={classes.more}>
      <Button variant="default" loading={busy} onClick={onMore} data-on-paper={onPaper}>
        {label}
      </Button>
    </div>
  )
}
