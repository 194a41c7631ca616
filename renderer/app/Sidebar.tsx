import {
  IconArrowsDiff,
  IconBuildingBank,
  IconCalendarCheck,
  IconCash,
  IconFileAlert,
  IconFileText,
  IconHistory,
  IconMenu2,
  IconNotes,
  IconPlaneTilt,
  IconScale,
  IconSearch,
  IconUser,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatCount } from '../../shared/domain/counts.ts'
import { resourceNames } from '../../shared/domain/names.ts'
import { openHelp } from '../features/help/public.ts'
import { SidebarViews } from '../features/lists/public.ts'
import { openPalette } from '../features/palette/palette-state.ts'
import { SyncPanel } from '../features/sync/SyncPanel.tsx'
import { useApi } from '../lib/api.ts'
import { onMac } from '../lib/commands/keys.ts'
import { useConnection } from '../lib/connection.ts'
import { ConnectionSwitcher } from './ConnectionSwitcher.tsx'
import { IntakeItem } from './IntakeItem.tsx'
import { NewerVersion } from './NewerVersion.tsx'
import { OutboxItem } from './OutboxItem.tsx'
import { SidebarItem } from './SidebarItem.tsx'
import { SidebarPlaces } from './SidebarPlaces.tsx'
import classes from './sidebar.module.css'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { useDrawer } from './use-drawer.ts'

const daily = [
  { resource: 'households', icon: IconUsers },
  { resource: 'individuals', icon: IconUser },
  { resource: 'entities', icon: IconBuildingBank },
  { resource: 'documents', icon: IconFileText },
] as const

const others = [
  { resource: 'valuations', icon: IconCash },
  { resource: 'document-summaries', icon: IconNotes },
  { resource: 'users', icon: IconUserShield },
] as const

function SetAsideItem() {
  const connection = useConnection()
  const input = { connectionId: connection.id, offset: 0, limit: 1 }
  const total = useQuery(useApi().setAside.list.queryOptions({ input })).data?.total ?? 0
  return (
    <SidebarItem to="/c/$connectionId/set-aside" icon={IconFileAlert} title="Unreadable records">
      {total > 0 ? <span className={classes.count}>{formatCount(total)}</span> : null}
    </SidebarItem>
  )
}

const listItem = ({ resource, icon }: (typeof daily | typeof others)[number]) => (
  <SidebarItem key={resource} to={`/c/$connectionId/${resource}`} icon={icon} title={resourceNames[resource].many} />
)

function HelpButton() {
  return (
    <button type="button" className={classes.help} aria-keyshortcuts="F1" onClick={() => openHelp()}>
      Help <kbd>F1</kbd>
    </button>
  )
}

/** The screens that are used less often than daily. */
function More() {
  const id = useId()
  return (
    <>
      <h2 id={id} className={classes.heading}>
        More
      </h2>
      <ul aria-labelledby={id}>
        {others.map(listItem)}
        <SidebarItem to="/c/$connectionId/book" icon={IconScale} title="Whole book" />
        <SidebarItem to="/c/$connectionId/activity" icon={IconHistory} title="Activity" />
        <SidebarItem to="/c/$connectionId/travel" icon={IconPlaneTilt} title="Ready for travel" />
        <SetAsideItem />
      </ul>
    </>
  )
}

/** Navigation, the current connection, and the state of its offline copy. A narrow window shows icons, or nothing until opened. */
export function Sidebar() {
  const { opened, open, close } = useDrawer()
  return (
    <>
      <button
        type="button"
        className={classes.opener}
        aria-label="Open navigation"
        aria-expanded={opened}
        onClick={open}
      >
        <IconMenu2 size={18} stroke={1.75} aria-hidden="true" />
      </button>
      {opened ? <button type="button" className={classes.veil} aria-label="Close navigation" onClick={close} /> : null}
      <aside aria-label="Sidebar" className={classes.sidebar} data-opened={opened || undefined}>
        <ConnectionSwitcher />
        <button type="button" className={classes.search} title="Search" onClick={openPalette}>
          <IconSearch size={14} stroke={1.75} aria-hidden="true" />
          <span className={classes.label}>
            Search
            <kbd>{onMac() ? '⌘ K' : 'Ctrl K'}</kbd>
          </span>
        </button>
        <nav aria-label="Main" className={classes.nav}>
          <ul>
            <SidebarItem to="/c/$connectionId/today" icon={IconCalendarCheck} title="Today" />
            {daily.map(listItem)}
            <SidebarItem to="/c/$connectionId/changes" icon={IconArrowsDiff} title="Changes" />
            <OutboxItem />
            <IntakeItem />
          </ul>
          <SidebarViews />
          <More />
          <SidebarPlaces />
        </nav>
        <div className={classes.foot}>
          <NewerVersion />
          <SyncPanel />
          <HelpButton />
          <ThemeSwitch />
        </div>
      </aside>
    </>
  )
}
