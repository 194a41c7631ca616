import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useApi } from '../lib/api.ts'
import classes from './page.module.css'
import { RecordText } from './Values.tsx'

export type Crumb = { label: string; to: string; params?: Record<string, string> }

type Props = {
  title: string
  /** Used as the window title where record names must not appear there; default: `title`. */
  kind?: string
  crumbs?: readonly Crumb[]
  /** A picture before the title. */
  avatar?: ReactNode
  /** Tags and switches beside the title. */
  tags?: ReactNode
  /** One quiet line below the title. */
  subtitle?: ReactNode
  /** At the right of the title: the page's actions. */
  aside?: ReactNode
  /** Key facts beside the content of a wide window, after it in a narrow one. */
  rail?: ReactNode
  /** True if the content arranges columns of its own, for which a wide window has room. */
  wide?: boolean
  /** True if the content fills the window and scrolls by itself, as lists do; other pages scroll as a whole. */
  fill?: boolean
  children: ReactNode
}

function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className={classes.crumbs}>
      <ol>
        {crumbs.map((crumb) => (
          <li key={crumb.to + crumb.label}>
            <Link to={crumb.to} params={crumb.params ?? {}}>
              <RecordText>{crumb.label}</RecordText>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Layout of one screen: breadcrumbs, title and content. */
export function Page(props: Props) {
  const {
    title,
    kind = title,
    crumbs = [],
    avatar,
    tags,
    subtitle,
    aside,
    rail,
    wide = false,
    fill = false,
    children,
  } = props
  const shell = useQuery(useApi().app.info.queryOptions({ input: {} })).data?.shell
  // A browser stores window titles on disk in plain text.
  const told = shell === 'desktop' ? title : kind
  useEffect(() => {
    document.title = `${told} – Steward`
  }, [told])
  return (
    <div className={fill ? classes.fill : classes.page} data-wide={wide || undefined}>
      <header className={classes.head}>
        {crumbs.length > 0 ? <Breadcrumbs crumbs={crumbs} /> : null}
        <div className={`row ${classes.titleRow}`}>
          {avatar}
          <div className={classes.naming}>
            <div className={`row ${classes.name}`}>
              <h1 className={`anywhere ${classes.title}`} title={title}>
                <RecordText>{title}</RecordText>
              </h1>
              {tags}
            </div>
            {subtitle ? <div className={classes.subtitle}>{subtitle}</div> : null}
          </div>
          <div className={`row ${classes.aside}`}>{aside}</div>
        </div>
      </header>
      {rail ? (
        <div className={classes.columns}>
          <div className={classes.content}>{children}</div>
          <aside className={classes.rail} aria-label="Key facts">
            {rail}
          </aside>
        </div>
      ) : (
        children
      )}
    </div>
  )
}
