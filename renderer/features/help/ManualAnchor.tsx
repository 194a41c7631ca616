import { notifications } from '@mantine/notifications'
import { IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api.ts'
import { runCommand } from '../../lib/commands/run-command.ts'
import classes from './help.module.css'
import { closeHelpForScreen, goInHelp } from './help-state.ts'
import { addressOfScreen, connectionForHelp, parseManualLink } from './manual-links.ts'

type Props = {
  address: string
  /** The topic that contains the link. */
  topic: string
  isBeside: boolean
  goTo: (path: string) => void
  children: ReactNode
}

const isDialogOpen = () =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].some(({ id }) => id !== 'help')

/** Leads to another place in the manual, or to a screen or command of the app. */
export function ManualAnchor({ address, topic, isBeside, goTo, children }: Props) {
  const client = useClient()
  const link = parseManualLink(address, topic)
  if (link === null) return children
  /** Makes room for the screen, which gets the focus. */
  const leave = () => {
    if (!isBeside) closeHelpForScreen()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  const open = async () => {
    if (link.kind === 'place') return goInHelp(link.place)
    if (isDialogOpen()) {
      return void notifications.show({ id: 'help', title: 'Help', message: 'Finish or close what is open first.' })
    }
    if (link.kind === 'command') {
      leave()
      // After Help has closed: it would count as an open dialog.
      return void setTimeout(() => runCommand(link.command))
    }
    const path = addressOfScreen(link.screen, await connectionForHelp(client, location.pathname))
    leave()
    goTo(path)
  }
  return (
    <button type="button" className={classes.link} onClick={() => void open()}>
      {children}
      {link.kind === 'place' ? null : <IconArrowUpRight size={12} stroke={2} aria-hidden="true" />}
    </button>
  )
}
