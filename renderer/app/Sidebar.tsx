import {
  IconBuildingBank,
  IconCash,
  IconFileAlert,
  IconFileText,
  IconNotes,
  IconSearch,
  IconUser,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { resourceNames } from '../../shared/domain/names.ts'
import { openQuickSearch } from '../features/search/open-quick-search.ts'
import { SyncPanel } from '../features/sync/SyncPanel.tsx'
import { useApi } from '../lib/api.ts'
import { useConnection } from '../lib/connection.ts'
import { ConnectionSwitcher } from './ConnectionSwitcher.tsx'
import classes from './sidebar.module.css'
import { ThemeSwitch } from './ThemeSwitch.tsx'

const items = [
  { resource: 'households', icon: IconUsers },
  { resource: 'individuals', icon: IconUser },
  { resource: 'entities', icon: IconBuildingBank },
  { resource: 'valuations', icon: IconCash },
  { resource: 'documents', icon: IconFileText },
  { resource: 'document-summaries', icon: IconNotes },
  { resource: 'users', icon: IconUserShield },
] as const

type ItemProps = { to: string; icon: typeof IconUsers; children: ReactNode }

function Item({ to, icon: Icon, children }: ItemProps) {
  const connection = useConnection()
  return (
    <li>
      <Link
        to={to}
        params={{ connectionId: connection.id }}
        className={classes.item}
        activeProps={{ 'data-active': true }}
      >
        <Icon size={16} stroke={1.75} aria-hidden="true" />
        {children}
      </Link>
    </li>
  )
}

function SetAsideItem() {
  const connection = useConnection()
  const input = { connectionId: connection.id, offset: 0, limit: 1 }
  const total = useQuery(useApi().setAside.list.queryOptions({ input })).data?.total ?? 0
  return (
    <Item to="/c/$connectionId/set-aside" icon={IconFileAlert}>
      Records set aside
      {total > 0 ? <span className={classes.count}>{total.toLocaleString('en-US')}</span> : null}
    </Item>
  )
}

/** Where one can go, which connection this is, and how its offline copy stands. */
export function Sidebar() {
  return (
    <div className={classes.sidebar}>
      <ConnectionSwitcher />
      <button type="button" className={classes.search} onClick={openQuickSearch}>
        <IconSearch size={14} stroke={1.75} aria-hidden="true" />
        Search
        <kbd>Ctrl K</kbd>
      </button>
      <nav aria-label="Main" className={classes.nav}>
        <ul>
          {items.map(({ resource, icon }) => (
            <Item key={resource} to={`/c/$connectionId/${resource}`} icon={icon}>
              {resourceNames[resource].many}
            </Item>
          ))}
        </ul>
        <ul>
          <SetAsideItem />
        </ul>
      </nav>
      <div className={classes.foot}>
        <SyncPanel />
        <ThemeSwitch />
      </div>
    </div>
  )
}
