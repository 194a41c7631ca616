import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CatchBoundary, Link, Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { isAppPath } from '../../shared/domain/app-path.ts'
import { decidedByFirm } from '../../shared/domain/policy-permissions.ts'
import { useKeptDrafts } from '../components/forms/use-kept-drafts.ts'
import { Page } from '../components/Page.tsx'
import { useOnceOpened } from '../components/popups/use-popup.ts'
import { EmptyState, PartError } from '../components/States.tsx'
import { ReadStatements } from '../features/intake/public.ts'
import { MissingListCommand } from '../features/missing-documents/public.ts'
import { useAttentionToast } from '../features/outbox/use-attention-toast.ts'
import { useOutboxCommands } from '../features/outbox/use-outbox.ts'
import { Palette } from '../features/palette/Palette.tsx'
import { usePrint } from '../features/print/use-print.tsx'
import { useApi, useClient, useConnection } from '../lib/api.ts'
import { useCommand } from '../lib/commands/use-command.ts'
import { frequentSignIns } from '../lib/frequent-sign-ins.ts'
import { lazyDialog, lazyPart } from '../lib/lazy-part.ts'
import { useOpenWindow } from '../lib/open-window.ts'
import { useForbidden, usePolicy, useReadOnlyReason } from '../lib/policy.ts'
import { applyPresenting, usePresenting } from '../lib/presenting.ts'
import { useNoStrayDrops } from '../lib/use-no-stray-drops.ts'
import { usePreferences } from '../lib/use-preferences.ts'
import { whenDrawn } from '../lib/when-drawn.ts'
import classes from './frame.module.css'
import { KeychainWarning } from './Keychain.tsx'
import { Sidebar } from './Sidebar.tsx'
import { recordAt, togglePresenting } from './toggle-presenting.ts'

const ShortcutDialog = lazyDialog(
  'The list of shortcuts',
  async () => (await import('../features/shortcuts/ShortcutDialog.tsx')).ShortcutDialog,
  ({ opened, close }) => ({ isOpen: opened, cancel: close }),
)

/** `?`: shows all shortcuts of the app. */
function ShortcutSheet() {
  const [opened, { open, close }] = useDisclosure(false)
  useCommand('help.shortcuts', open)
  return useOnceOpened(opened) ? <ShortcutDialog opened={opened} close={close} /> : null
}

/** The first parts of the addresses that show the presented household, its records or its lists. */
const shownScreens: ReadonlySet<string> = new Set([
  'households',
  'individuals',
  'entities',
  'valuations',
  'documents',
  'document-summaries',
  'users',
  'two-dates',
])

/** True if a connection's screen is not drawn while presenting: it is about other households, or only for typing. */
function isLeftOut(path: string, presented: { connection_id: string; household_id: string | null }): boolean {
  const [, , connectionId = '', screen = '', ...rest] = path.split('/')
  if (connectionId !== presented.connection_id || !shownScreens.has(screen) || rest.at(-1) === 'new') return true
  return presented.household_id === null && screen !== 'users'
}

/** In the place of a screen that is not shown while presenting. */
function NotShown() {
  const client = useClient()
  const hasHousehold = usePresenting()?.household_id != null
  const address = useRouterState({ select: (state) => state.location.href })
  useEffect(() => {
    // The first record that is opened decides the household.
    const at = recordAt(address)
    if (!hasHousehold && at?.record) void client.presenting.start(at).then((now) => applyPresenting(now.presenting))
  }, [client, hasHousehold, address])
  return (
    <Page title="Not shown while presenting">
      <EmptyState
        title={hasHousehold ? 'This screen is about other households.' : 'No household is presented yet.'}
        hint={
          hasHousehold
            ? 'Only the presented household is shown. Leave presenter mode to see this.'
            : 'Go back to the page of one, or leave presenter mode and start again from there.'
        }
      >
        <Button variant="default" data-in-client-view onClick={() => void togglePresenting(client)}>
          Leave presenter mode
        </Button>
      </EmptyState>
    </Page>
  )
}

/** Slim notices above the screen about states that affect every screen. */
function Banners() {
  const connection = useConnection()
  const isUnreadable = usePolicy().unreadable !== undefined
  return (
    <>
      <KeychainWarning />
      {isUnreadable ? (
        <output className={`line ${classes.banner}`}>
          {decidedByFirm.unreadable}
          <Link to="/settings">Settings</Link>
        </output>
      ) : null}
      {connection.cache === 'open' && connection.cacheProblem ? (
        <output className={`line ${classes.banner}`}>
          {connection.cacheProblem.message} {connection.cacheProblem.nextStep}
        </output>
      ) : null}
      {connection.session !== 'signed-in' ? (
        <output className={`line ${classes.banner}`}>
          You are viewing the offline copy. Sign in again to update it. {frequentSignIns(connection)}
          <Link to="/sign-in/$connectionId" params={{ connectionId: connection.id }}>
            Sign in
          </Link>
        </output>
      ) : null}
    </>
  )
}

const ArrivedDialog = lazyPart(async () => (await import('../features/intake/add/ArrivedDialog.tsx')).ArrivedDialog, {
  failed: (retry) => (
    <div className={`line ${classes.banner}`} role="alert">
      The files that were opened with Steward could not be shown.
      <button type="button" disabled={retry === null} onClick={() => retry?.()}>
        Try again
      </button>
    </div>
  ),
})

/** Returns true once this window has had the focus since it was drawn, so that only one of several windows asks. */
function useAttended(): boolean {
  const [attended, setAttended] = useState(false)
  useEffect(() => {
    const look = () => setAttended((before) => before || document.hasFocus())
    window.addEventListener('focus', look)
    const giveUp = whenDrawn(look)
    return () => {
      window.removeEventListener('focus', look)
      giveUp()
    }
  }, [])
  return attended
}

/** Asks which household the files belong to that the operating system opened with Steward. */
function Arrived() {
  const attended = useAttended()
  const { data } = useQuery({ ...useApi().intake.arrived.queryOptions({ input: {} }), enabled: attended })
  return attended && data && data.files.length > 0 ? <ArrivedDialog files={data.files} /> : null
}

function useGo(screen: string): () => void {
  const navigate = useNavigate()
  const { id } = useConnection()
  return () => void navigate({ to: `/c/$connectionId/${screen}`, params: { connectionId: id } })
}

function usePlaces(): void {
  useCommand('go.today', useGo('today'))
  useCommand('go.households', useGo('households'))
  useCommand('go.individuals', useGo('individuals'))
  useCommand('go.entities', useGo('entities'))
  useCommand('go.valuations', useGo('valuations'))
  useCommand('go.documents', useGo('documents'))
  const goTexts = useGo('documents/search')
  useCommand('go.texts', useForbidden('texts.search') === null ? goTexts : null)
  useCommand('go.document-summaries', useGo('document-summaries'))
  useCommand('go.users', useGo('users'))
  useCommand('go.book', useGo('book'))
  useCommand('go.two-dates', useGo('two-dates'))
  useCommand('go.quality', useGo('quality'))
  useCommand('go.doubles', useGo('doubles'))
  useCommand('go.changes', useGo('changes'))
  useCommand('go.dates', useGo('dates'))
  useCommand('go.outbox', useGo('outbox'))
  useCommand('go.intake', useGo('intake'))
  const goStatements = useGo('statements')
  useCommand('go.statements', usePolicy().no_statements === true ? null : goStatements)
  useCommand('go.activity', useGo('activity'))
  useCommand('go.travel', useGo('travel'))
  useCommand('go.asset-classes', useGo('asset-classes'))
  useCommand('go.set-aside', useGo('set-aside'))
}

function useThemes(): void {
  const { choose } = usePreferences()
  useCommand('theme.system', () => choose({ theme: 'system' }))
  useCommand('theme.light', () => choose({ theme: 'light' }))
  useCommand('theme.dark', () => choose({ theme: 'dark' }))
}

function useNewHousehold(): void {
  const go = useGo('households/new')
  useCommand('household.new', useConnection().read_only ? null : go)
  const goImport = useGo('import')
  useCommand('import.start', useConnection().read_only ? null : goImport)
}

/** Commands available on every screen of a connection. */
function useFrameCommands(): void {
  const { history } = useRouter()
  const navigate = useNavigate()
  const openWindow = useOpenWindow()
  usePlaces()
  useThemes()
  useOutboxCommands()
  useAttentionToast()
  useNewHousehold()
  usePrint()
  useCommand('go.connections', () => void navigate({ to: '/' }))
  useCommand('go.back', () => history.back())
  useCommand('go.forward', () => history.forward())
  useCommand('window.open', () => openWindow(history.location.href))
}

/** Screens shown for less than this many ms are not remembered. */
const restMs = 500

/** Returns the address with its query, or without it if that is too long or not a valid address of the app. */
function screenToNote(path: string, search: string): string {
  return isAppPath(path + search) ? path + search : path
}

/** Remembers the current screen with its view, filters and order, so that the next start returns to it. A failure is ignored. */
function useNoteScreen(path: string): void {
  const { mutate } = useMutation(useApi().app.noteScreen.mutationOptions({ meta: { shown: true } }))
  const search = useRouterState({ select: (state) => state.location.searchStr })
  useEffect(() => {
    const timer = setTimeout(() => mutate({ path: screenToNote(path, search) }), restMs)
    return () => clearTimeout(timer)
  }, [mutate, path, search])
}

/** By one id, so that it is shown once however often files are dropped. */
const tellNothingAdded = (message: string) =>
  void notifications.show({ id: 'nothing-added', title: 'Nothing was added', message, color: 'yellow' })

/** The layout of a connection's window: navigation on the left, the current screen on the right. */
export function Frame() {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  const scrolled = useRef(false)
  useEffect(() => {
    return router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation: { hash } }) => {
      // Most screens start at the top anyway, and scrolling would force a layout before their rows exist.
      if (!pathChanged || !fromLocation) return
      const section = hash === '' ? null : document.getElementById(hash)
      if (section) section.scrollIntoView()
      else if (scrolled.current) main.current?.scrollTo({ top: 0 })
      scrolled.current = false
    })
  }, [router])
  const path = useRouterState({ select: (state) => state.location.pathname })
  useFrameCommands()
  useKeptDrafts()
  useNoStrayDrops(useReadOnlyReason(), tellNothingAdded)
  useNoteScreen(path)
  const presenting = usePresenting()
  return (
    <div className={classes.window}>
      {/* Before the screens, so that what they offer is taken instead. */}
      <MissingListCommand />
      <div className={classes.frame} data-client-view={presenting !== null || undefined}>
        {presenting !== null ? null : (
          <CatchBoundary
            getResetKey={() => path}
            errorComponent={({ reset }) => <PartError what="The sidebar" onRetry={reset} />}
          >
            <Sidebar />
          </CatchBoundary>
        )}
        <div className={classes.content}>
          {presenting === null ? <Banners /> : null}
          <Arrived />
          <main
            ref={main}
            id="main"
            tabIndex={-1}
            className={classes.main}
            onScroll={({ target, currentTarget }) => {
              if (target === currentTarget) scrolled.current = true
            }}
          >
            {presenting !== null && isLeftOut(path, presenting) ? <NotShown /> : <Outlet />}
          </main>
        </div>
      </div>
      <ReadStatements />
      <Palette />
      <ShortcutSheet />
    </div>
  )
}
