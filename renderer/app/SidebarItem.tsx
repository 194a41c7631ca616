import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useConnection } from '../lib/connection.ts'
import classes from './sidebar.module.css'

type Props = { to: string; icon: Icon; children: ReactNode }

/** One navigation link, marked as current while its screen is shown. */
export function SidebarItem({ to, icon: Face, children }: Props) {
  const connection = useConnection()
  return (
    <li>
      <Link
        to={to}
        params={{ connectionId: connection.id }}
        className={classes.item}
        activeProps={{ 'data-active': true }}
      >
        <Face size={16} stroke={1.75} aria-hidden="true" />
        {children}
      </Link>
    </li>
  )
}
