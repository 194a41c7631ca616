import { IconEyeOff } from '@tabler/icons-react'
import { type ErrorComponentProps, Link, Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { commands } from '../../shared/domain/commands.ts'
import { KeyCaps } from '../components/KeyCaps.tsx'
import { EmptyState, ErrorState } from '../components/States.tsx'
import { useClient } from '../lib/api.ts'
import { policyForCommands } from '../lib/commands/offers.ts'
import { useCommand } from '../lib/commands/use-command.ts'
import { useForbidden, usePolicy } from '../lib/policy.ts'
import { applyPresenting, usePresenting } from '../lib/presenting.ts'
import { KeychainBanner } from './Keychain.tsx'
import { LinkBanner } from './LinkLost.tsx'
import { ProgramQuestion } from './Programs.tsx'
import presentingBarClasses from './presenting.module.css'
import classes from './root.module.css'
import { togglePresenting } from './toggle-presenting.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** The parts of the presented household's page, with the command that opens each. */
const clientPlaces = [
  { command: 'client.overview', title: 'Overview', hash: 'brief' },
  { command: 'client.estate', title: 'Estate', hash: 'estate' },
  { command: 'client.people', title: 'People', hash: 'people' },
  { command: 'client.documents', title: 'Documents', hash: 'documents' },
  { command: 'client.dates', title: 'Dates', hash: 'next-dates' },
] as const

type PlaceProps = { place: (typeof clientPlaces)[number]; connectionId: string; id: string }

function ClientPlace({ place: { command, title, hash }, connectionId, id }: PlaceProps) {
  const navigate = useNavigate()
  const to = { to: '/c/$connectionId/households/$id', params: { connectionId, id }, hash } as const
  const show = () => {
    // The address may name this part already.
    document.getElementById(hash)?.scrollIntoView()
    void navigate(to)
  }
  useCommand(command, show)
  return (
    <Link {...to} activeOptions={{ includeHash: true }} onClick={() => document.getElementById(hash)?.scrollIntoView()}>
      {title}
    </Link>
  )
}

/** The client's view has this bar in place of the sidebar: the parts of the household, its amounts, and the way out. */
function PresentingBar() {
  const presenting = usePresenting()
  const client = useClient()
  if (presenting === null) return null
  const { connection_id: connectionId, household_id: id, amounts } = presenting
  const show = async () => applyPresenting((await client.presenting.showAmounts({ shown: !amounts })).presenting)
  return (
    <section className={`row ${presentingBarClasses.bar}`} aria-label="Presenter mode">
      <IconEyeOff size={14} stroke={1.75} aria-hidden="true" />
      <span className="visually-hidden">
        Presenting.{' '}
        {id === null
          ? null
          : amounts
            ? 'Contact details, notes and other households are hidden.'
            : 'Amounts, contact details, notes and other households are hidden.'}
      </span>
      {id === null ? (
        <span>Open a household to show it.</span>
      ) : (
        <>
          <nav aria-label="Household" className={presentingBarClasses.places}>
            {clientPlaces.map((place) => (
              <ClientPlace key={place.command} place={place} connectionId={connectionId} id={id} />
            ))}
          </nav>
          <button type="button" aria-pressed={amounts} onClick={() => void show()}>
            Show this one’s amounts
          </button>
        </>
      )}
      <button type="button" className={presentingBarClasses.leave} onClick={() => void togglePresenting(client)}>
        Leave
        <KeyCaps keys={commands['present.toggle'].keys} />
      </button>
    </section>
  )
}

/** Removes forbidden commands from the palette, shortcuts and menus, and hides the page in print where printing is forbidden. */
function useFirmPolicy(): void {
  const policy = usePolicy()
  useEffect(() => policyForCommands(policy), [policy])
  const onPaper = useForbidden('app.print')
  useEffect(() => {
    // A browser can also print from its own menu.
    document.documentElement.toggleAttribute('data-no-print', onPaper !== null)
  }, [onPaper])
}

export function NotFound() {
  return (
    <main id="main">
      <EmptyState screen title="Screen not found" hint="There is nothing at this address.">
        <Link to="/">Go to the start screen</Link>
      </EmptyState>
    </main>
  )
}

/** Shown in place of a screen that failed to render; the rest of the app keeps working. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  return <ErrorState screen error={error} onRetry={reset} />
}

/** Commands available on every screen, with or without an open connection. */
function useAppCommands(): void {
  const navigate = useNavigate()
  const client = useClient()
  useCommand('present.toggle', () => void togglePresenting(client))
  useCommand('go.settings', () => void navigate({ to: '/settings' }))
  useCommand('help.about', () => void navigate({ to: '/settings', hash: 'about' }))
  useCommand('help.licences', () => void navigate({ to: '/licences' }))
}

/** Wraps every screen: the skip link past the navigation, and a banner if the main process is gone. */
export function Root() {
  useFirmPolicy()
  useAppCommands()
  useShortcuts()
  return (
    <div className={classes.root}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <LinkBanner />
      <KeychainBanner />
      <PresentingBar />
      <ProgramQuestion />
      <div className={classes.screen}>
        <Outlet />
      </div>
    </div>
  )
}
