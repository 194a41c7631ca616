import { type ReactNode, useId } from 'react'
import { formatCount } from '../../shared/domain/counts.ts'
import classes from './page.module.css'

type Props = { title: string; count?: number; aside?: ReactNode; children: ReactNode }

/** A titled section of a page. */
export function Section({ title, count, aside, children }: Props) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <h2 id={id}>
          {title}
          {count === undefined ? null : <span className={classes.count}>{formatCount(count)}</span>}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
