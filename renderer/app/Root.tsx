import { Outlet, useNavigate } from '@tanstack/react-router'
import { useClient } from '../lib/api.ts'
import { useCommand } from '../lib/commands/use-command.ts'
import { KeychainBanner } from './Keychain.tsx'
import { LinkBanner } from './LinkLost.tsx'
import { PresentingBar } from './PresentingBar.tsx'
import classes from './root.module.css'
import { togglePresenting } from './toggle-presenting.ts'
import { useFirmPolicy } from './use-firm-policy.ts'
import { useShortcuts } from './use-shortcuts.ts'

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
      <div className={classes.screen}>
        <Outlet />
      </div>
    </div>
  )
}
