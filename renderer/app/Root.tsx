import { Outlet } from '@tanstack/react-router'
import { LinkBanner } from './LinkLost.tsx'
import classes from './root.module.css'
import { useAppCommands } from './use-app-commands.ts'
import { useFirmPolicy } from './use-firm-policy.ts'
import { useShortcuts } from './use-shortcuts.ts'

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
      <div className={classes.screen}>
        <Outlet />
      </div>
    </div>
  )
}
