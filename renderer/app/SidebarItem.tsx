import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useConnection } from '../lib/connection.ts'
import classes from './sidebar.module.css'

type Props = {
  to: string
  icon: Icon
  /** The item's name: a tooltip where the sidebar shows icons only. */
  title: string
  children?: ReactNode
}

/** One navigation link, marked as current while its screen is shown. */
export function SidebarItem({ to, icon: Face, title, children }: Props) {
  const connection = useConnection()
  return (
    <li>
      <Link
        to={to}
        params={{ connectionId: connection.id }}
        className={classes.item}
        title={title}
        activeProps={{ 'data-active': true }}
      >
        <Face size={16} stroke={1.75} aria-hidden="true" />
        <span className={classes.label}>
          {title}
          {children}
        </span>
      </Link>
    </li>
  )
}
