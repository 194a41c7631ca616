import { useDisclosure } from '@mantine/hooks'
import {
  type Icon,
  IconArrowsDiff,
  IconBuildingBank,
  IconCalendarCheck,
  IconCalendarEvent,
  IconCash,
  IconCopyCheck,
  IconFileAlert,
  IconFileSearch,
  IconFileText,
  IconHistory,
  IconInbox,
  IconListCheck,
  IconLock,
  IconMenu2,
  IconNotes,
  IconPlaneTilt,
  IconReportMoney,
  IconScale,
  IconSearch,
  IconSelector,
  IconSend,
  IconUser,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { formatCount } from '../../shared/domain/counts.ts'
import { resourceNames } from '../../shared/domain/names.ts'
import type { Place } from '../../shared/ipc/views.ts'
import { type Resource, resources } from '../../shared/service/resource.ts'
import { lazyPopup, usePopup } from '../components/popups/use-popup.ts'
import { PartError } from '../components/States.tsx'
import { RecordText } from '../components/Values.tsx'
import { percent, shareOf, useUploadsOf } from '../features/intake/uploads.ts'
import { SidebarViews } from '../features/lists/public.ts'
import { useAllPaused, useOutboxCounts } from '../features/outbox/use-outbox.ts'
import { openPalette } from '../features/palette/palette-state.ts'
import { SyncPanel } from '../features/sync/SyncPanel.tsx'
import { useApi, useConnection } from '../lib/api.ts'
import { onMac } from '../lib/commands/keys.ts'
import { useCommand } from '../lib/commands/use-command.ts'
import { lazyDialog } from '../lib/lazy-part.ts'
import { useForbidden, usePolicy } from '../lib/policy.ts'
import { presentError } from '../lib/present-error.ts'
import { KeychainReminder } from './Keychain.tsx'
import { NewerVersion } from './NewerVersion.tsx'
import { ProgramMark } from './Programs.tsx'
import classes from './sidebar.module.css'

type Props = {
  to: string
  icon: Icon
  /** The item's name: a tooltip where the sidebar shows icons only. */
  title: string
  children?: ReactNode
}

/** One navigation link, marked as current while its screen is shown. */
function SidebarItem({ to, icon: Face, title, children }: Props) {
  const connection = useConnection()
  const path = useRouterState({ select: (state) => state.location.pathname })
  // The search in documents is below the list’s address, and has an item of its own.
  const exact = to.endsWith('/documents') && /\/documents\/(search|not-searched)$/.test(path)
  return (
    <li>
      <Link
        to={to}
        activeOptions={{ exact }}
        params={{ connectionId: connection.id }}
        className={`line ${classes.item}`}
        title={title}
        activeProps={{ 'data-active': true }}
      >
        <Face size={16} stroke={1.75} aria-hidden="true" />
        <span className={`line ${classes.label}`}>
          {title}
          {children}
        </span>
      </Link>
    </li>
  )
}

/** Link to the outbox, with the number of changes that are not sent yet. */
function OutboxItem() {
  const { open, attention } = useOutboxCounts()
  const held = useAllPaused()
  const uploads = useUploadsOf(useConnection().id)
  return (
    <SidebarItem to="/c/$connectionId/outbox" icon={IconSend} title="Outbox">
      {uploads.length > 0 ? (
        <span className={classes.share}>
          <span className="visually-hidden">, uploading </span>
          {percent(shareOf(uploads))}
        </span>
      ) : null}
      {held ? <span className={classes.share}>Paused</span> : null}
      {open > 0 ? (
        <span className={classes.count} data-attention={attention > 0 || undefined}>
          {attention > 0 ? <span aria-hidden="true">! </span> : null}
          {open.toLocaleString('en-US')}
          <span className="visually-hidden">
            {' '}
            waiting{attention > 0 ? `, ${attention.toLocaleString('en-US')} need your decision` : ''}
          </span>
        </span>
      ) : null}
    </SidebarItem>
  )
}

/** By then the first rows have been drawn. */
const settlingMs = 1_500

/** True once startup has settled: what the sidebar counts until then is usually empty, and nothing else depends on it. */
function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settlingMs)
    return () => clearTimeout(timer)
  }, [])
  return settled
}

function useTrayCount(): number {
  const settled = useSettled()
  const input = { connectionId: useConnection().id }
  return useQuery({ ...useApi().intake.list.queryOptions({ input }), enabled: settled }).data?.rows.length ?? 0
}

/** The number of custodians' files that are not logged yet. */
function useStatementCount(): number {
  const settled = useSettled()
  const forbidden = useForbidden('statements.list') !== null
  const input = { connectionId: useConnection().id }
  const query = useQuery({
    ...useApi().statements.list.queryOptions({ input }),
    enabled: settled && !forbidden,
  })
  return query.data?.files.filter(({ state }) => state !== 'logged').length ?? 0
}

/** Link to the dropped files that are not uploaded yet; shown only if there are any. */
function IntakeItem() {
  const count = useTrayCount()
  if (count === 0) return null
  return (
    <SidebarItem to="/c/$connectionId/intake" icon={IconInbox} title="Files to upload">
      <span className={classes.count}>{formatCount(count)}</span>
    </SidebarItem>
  )
}

/** Link to the custodians' files, with the number of those that are not logged yet. */
function StatementsItem() {
  const waiting = useStatementCount()
  if (usePolicy().no_statements === true) return null
  return (
    <SidebarItem to="/c/$connectionId/statements" icon={IconReportMoney} title="Statements">
      {waiting === 0 ? null : <span className={classes.count}>{formatCount(waiting)}</span>}
    </SidebarItem>
  )
}

/** Link to the search in the text of documents. */
function TextSearchItem() {
  if (usePolicy().no_document_text === true) return null
  return <SidebarItem to="/c/$connectionId/documents/search" icon={IconFileSearch} title="Search in documents" />
}

const daily = ['households', 'individuals', 'entities', 'documents'] as const
const others = ['valuations', 'document-summaries', 'users'] as const

/** The icons of lists and of their records. */
const faces: Readonly<Record<Resource, Icon>> = {
  households: IconUsers,
  individuals: IconUser,
  entities: IconBuildingBank,
  documents: IconFileText,
  valuations: IconCash,
  'document-summaries': IconNotes,
  users: IconUserShield,
}

const mostRecents = 5

function PlaceItem({ place, connectionId }: { place: Place; connectionId: string }) {
  const resource = resources.find((name) => name === place.resource)
  if (!resource) return null
  const kind = resourceNames[resource].one
  const Face = faces[resource]
  return (
    <li>
      <Link
        to={`/c/$connectionId/${resource}/$id`}
        params={{ connectionId, id: place.id }}
        className={`cut ${classes.place}`}
        activeProps={{ 'data-active': true }}
        title={`${place.title} (${kind.toLowerCase()})`}
      >
        <Face size={14} stroke={1.75} aria-hidden="true" />
        <RecordText>{place.title.trim() === '' ? place.id : place.title}</RecordText>
        <span className="visually-hidden">({kind.toLowerCase()})</span>
      </Link>
    </li>
  )
}

function Places({ title, places }: { title: string; places: readonly Place[] }) {
  const id = useId()
  const connectionId = useConnection().id
  if (places.length === 0) return null
  return (
    <>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      <ul aria-labelledby={id} className={classes.places}>
        {places.map((place) => (
          <PlaceItem key={place.resource + place.id} place={place} connectionId={connectionId} />
        ))}
      </ul>
    </>
  )
}

/** The favourites, and the recently opened records that are not favourites. */
function SidebarPlaces() {
  const api = useApi()
  const input = { connectionId: useConnection().id }
  const starredQuery = useQuery(api.places.favourites.queryOptions({ input }))
  const recentQuery = useQuery(api.places.recents.queryOptions({ input }))
  const [favourites, recents] = [starredQuery.data ?? [], recentQuery.data ?? []]
  // Presenter mode without a household hides them: that is no failure.
  const hasFailed = ({ data, error }: typeof starredQuery) =>
    data === undefined && error !== null && presentError(error).code !== 'presenting/not-shown'
  const starred = new Set(favourites.map(({ resource, id }) => `${resource}/${id}`))
  const others = recents.filter(({ resource, id }) => !starred.has(`${resource}/${id}`)).slice(0, mostRecents)
  return (
    <>
      <Places title="Favorites" places={favourites} />
      {hasFailed(starredQuery) ? <PartError what="Your favorites" onRetry={() => void starredQuery.refetch()} /> : null}
      <Places title="Recent" places={others} />
      {hasFailed(recentQuery) ? <PartError what="Recent records" onRetry={() => void recentQuery.refetch()} /> : null}
    </>
  )
}

const ConnectionMenu = lazyPopup(
  'The menu of connections',
  async () => (await import('./ConnectionMenu.tsx')).ConnectionMenu,
)
const SignOutDialog = lazyDialog(
  'The dialog',
  async () => (await import('./ConnectionMenu.tsx')).SignOutDialog,
  ({ close }) => ({ cancel: close }),
)

const icon = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

/** Shows the current connection and opens the menu of all connections. */
function ConnectionSwitcher() {
  const current = useConnection()
  const [opened, onOpened] = useState(false)
  const [leaving, { open, close }] = useDisclosure(false)
  const { button, popup } = usePopup('menu', { opened, onOpened })
  useCommand('go.sign-out', current.kind === 'tenant' && current.session !== 'signed-out' ? open : null)
  return (
    <>
      <button
        type="button"
        {...button}
        className={`line plain-button ${classes.switcher}`}
        aria-label={`Connection: ${current.name}${current.read_only ? ' (read-only)' : ''}`}
      >
        <span className={`cut ${classes.name}`}>
          <RecordText>{current.name}</RecordText>
        </span>
        {current.read_only ? <IconLock {...icon} /> : null}
        <IconSelector {...icon} />
      </button>
      {popup ? <ConnectionMenu popup={popup} onSignOut={open} /> : null}
      {leaving ? <SignOutDialog close={close} /> : null}
    </>
  )
}

/** The sidebar of a narrow window, opened over the screen. Escape and every navigation close it. */
function useDrawer() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const opened = openedAt === path
  useEffect(() => {
    if (!opened) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      setOpenedAt(null)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [opened])
  return { opened, open: () => setOpenedAt(path), close: () => setOpenedAt(null) }
}

/** Link to the records that could not be read; shown only if there are any. */
function SetAsideItem() {
  const connection = useConnection()
  const input = { connectionId: connection.id, offset: 0, limit: 1 }
  const total = useQuery(useApi().setAside.list.queryOptions({ input })).data?.total ?? 0
  if (total === 0) return null
  return (
    <SidebarItem to="/c/$connectionId/set-aside" icon={IconFileAlert} title="Records with problems">
      <span className={classes.count}>{formatCount(total)}</span>
    </SidebarItem>
  )
}

const listItem = (resource: Resource) => (
  <SidebarItem
    key={resource}
    to={`/c/$connectionId/${resource}`}
    icon={faces[resource]}
    title={resourceNames[resource].many}
  />
)

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
        <TextSearchItem />
        <StatementsItem />
        <SidebarItem to="/c/$connectionId/book" icon={IconScale} title="Whole book" />
        <SidebarItem to="/c/$connectionId/quality" icon={IconListCheck} title="Data quality" />
        <SidebarItem to="/c/$connectionId/doubles" icon={IconCopyCheck} title="Possible duplicates" />
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
      <div className={classes.beside}>
        <ProgramMark />
      </div>
      {opened ? <button type="button" className={classes.veil} aria-label="Close navigation" onClick={close} /> : null}
      <aside aria-label="Sidebar" className={classes.sidebar} data-opened={opened || undefined}>
        <ConnectionSwitcher />
        <button type="button" className={`line ${classes.search}`} title="Search" onClick={openPalette}>
          <IconSearch size={14} stroke={1.75} aria-hidden="true" />
          <span className={`line ${classes.label}`}>
            Search
            <kbd>{onMac() ? '⌘ K' : 'Ctrl K'}</kbd>
          </span>
        </button>
        <div className={classes.room}>
          <nav aria-label="Main" className={classes.nav}>
            <ul>
              <SidebarItem to="/c/$connectionId/today" icon={IconCalendarCheck} title="Today" />
              {daily.map(listItem)}
              <SidebarItem to="/c/$connectionId/changes" icon={IconArrowsDiff} title="Changes" />
              <SidebarItem to="/c/$connectionId/dates" icon={IconCalendarEvent} title="Dates" />
              <OutboxItem />
              <IntakeItem />
            </ul>
            <SidebarViews />
            <More />
            <SidebarPlaces />
          </nav>
        </div>
        <div className={classes.foot}>
          <NewerVersion />
          <ProgramMark />
          <KeychainReminder />
          <SyncPanel />
        </div>
      </aside>
    </>
  )
}
