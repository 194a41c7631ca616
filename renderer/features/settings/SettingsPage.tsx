import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useApi } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { AboutSection } from './AboutSection.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { ChangesSection } from './ChangesSection.tsx'
import { ConnectionsSection } from './ConnectionsSection.tsx'
import { FilesSection } from './FilesSection.tsx'
import { KeyboardSection } from './KeyboardSection.tsx'
import { LockSection } from './LockSection.tsx'
import { ManagedSection } from './ManagedSection.tsx'
import { NotificationsSection } from './NotificationsSection.tsx'
import { PackSection } from './PackSection.tsx'
import { SettingsFileSection } from './SettingsFileSection.tsx'
import { SupportSection } from './SupportSection.tsx'
import classes from './settings.module.css'

type Part = { id: string; title: string; shown: ReactNode }

/** Scrolls to the section named in the URL hash and focuses it. */
function useShownPart(): void {
  const hash = useRouterState({ select: (state) => state.location.hash })
  useEffect(() => {
    if (hash === '') return
    const part = document.getElementById(hash)
    part?.scrollIntoView({ block: 'start' })
    part?.focus({ preventScroll: true })
  }, [hash])
}

/** Goes back in the history, or to the start screen if there is none. */
function useLeave(): () => void {
  const { history, navigate } = useRouter()
  return () => (history.canGoBack() ? history.back() : void navigate({ to: '/' }))
}

function Parts({ parts }: { parts: readonly Part[] }) {
  const leave = useLeave()
  return (
    <div className={classes.side}>
      <button type="button" className={classes.back} onClick={leave}>
        <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
        Back
      </button>
      <nav aria-label="Settings">
        <ul>
          {parts.map(({ id, title }) => (
            <li key={id}>
              <Link to="/settings" hash={id} replace>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

/** All settings of the app, the firm's managed settings, and the About section. */
export function SettingsPage() {
  const connections = useQuery(useApi().connections.list.queryOptions({ input: {} })).data ?? []
  const leave = useLeave()
  useCommand('go.back', leave)
  useShownPart()
  useEffect(() => {
    document.title = 'Settings – Steward'
  }, [])
  const parts: readonly Part[] = [
    { id: 'appearance', title: 'Appearance', shown: <AppearanceSection /> },
    { id: 'keyboard', title: 'Keyboard', shown: <KeyboardSection /> },
    { id: 'changes', title: 'Changes', shown: <ChangesSection /> },
    { id: 'notifications', title: 'Notifications', shown: <NotificationsSection /> },
    { id: 'custody', title: 'Lock and data removal', shown: <LockSection /> },
    { id: 'files', title: 'Files on this computer', shown: <FilesSection connections={connections} /> },
    { id: 'packs', title: 'Meeting packs', shown: <PackSection connections={connections} /> },
    { id: 'connections', title: 'Connections', shown: <ConnectionsSection connections={connections} /> },
    { id: 'managed', title: 'Managed by your firm', shown: <ManagedSection /> },
    { id: 'settings-file', title: 'Settings file', shown: <SettingsFileSection /> },
    { id: 'support', title: 'Logs and support', shown: <SupportSection /> },
    { id: 'about', title: 'About Steward', shown: <AboutSection /> },
  ]
  return (
    <div className={classes.page}>
      <Parts parts={parts} />
      <main id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.inner}>
          <h1>Settings</h1>
          {parts.map(({ id, shown }) => (
            <div key={id} id={id} tabIndex={-1} className={classes.part}>
              {shown}
            </div>
          ))}
        </div>
      </main>
    </div>
  )
}
