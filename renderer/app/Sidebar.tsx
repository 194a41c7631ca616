import {
  IconBuildingBank,
  IconCash,
  IconFileAlert,
  IconFileText,
  IconNotes,
  IconPlaneTilt,
  IconScale,
  IconSearch,
  IconUser,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react'

import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../shared/domain/counts.ts'
import { resourceNames } from '../../shared/domain/names.ts'
import { SidebarViews } from '../features/lists/public.ts'
import { openPalette } from '../features/palette/palette-state.ts'
import { SyncPanel } from '../features/sync/SyncPanel.tsx'
import { useApi } from '../lib/api.ts'
import { onMac } from '../lib/commands/keys.ts'
import { useConnection } from '../lib/connection.ts'
import { ConnectionSwitcher } from './ConnectionSwitcher.tsx'
import { IntakeItem } from './IntakeItem.tsx'
import { OutboxItems } from './OutboxItems.tsx'
import { SidebarItem } from './SidebarItem.tsx'
import { SidebarPlaces } from './SidebarPlaces.tsx'
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

function SetAsideItem() {
  const connection = useConnection()
  const input = { connectionId: connection.id, offset: 0, limit: 1 }
  const total = useQuery(useApi().setAside.list.queryOptions({ input })).data?.total ?? 0
  return (
    <SidebarItem to="/c/$connectionId/set-aside" icon={IconFileAlert}>
      Unreadable records
      {total > 0 ? <span className={classes.count}>{formatCount(total)}</span> : null}
    </SidebarItem>
  )
}

/** Navigation, the current connection, and the state of its offline copy. */
export function Sidebar() {
  return (
    <div className={classes.sidebar}>
      <ConnectionSwitcher />
      <button type="button" className={classes.search} onClick={openPalette}>
        <IconSearch size={14} stroke={1.75} aria-hidden="true" />
        Search
        <kbd>{onMac() ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label="Main" className={classes.nav}>
        <ul>
          {items.map(({ resource, icon }) => (
            <SidebarItem key={resource} to={`/c/$connectionId/${resource}`} icon={icon}>
              {resourceNames[resource].many}
            </SidebarItem>
          ))}
        </ul>
        <ul>
          <SidebarItem to="/c/$connectionId/book" icon={IconScale}>
            Whole book
          </SidebarItem>
          <IntakeItem />
          <OutboxItems />
          <SidebarItem to="/c/$connectionId/travel" icon={IconPlaneTilt}>
            Ready for travel
          </SidebarItem>
          <SetAsideItem />
        </ul>
        <SidebarViews />
        <SidebarPlaces />
      </nav>
      <div className={classes.foot}>
        <SyncPanel />
        <ThemeSwitch />
      </div>
    </div>
  )
}
