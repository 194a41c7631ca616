import { useDisclosure } from '@mantine/hooks'
import { IconLock, IconSelector } from '@tabler/icons-react'
import { useState } from 'react'
import { usePopup } from '../components/popups/use-popup.ts'
import { RecordText } from '../components/Values.tsx'
import { useConnection } from '../lib/connection.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import classes from './sidebar.module.css'

const ConnectionMenu = lazyPart(async () => (await import('./ConnectionMenu.tsx')).ConnectionMenu)
const SignOutDialog = lazyPart(async () => (await import('./SignOutDialog.tsx')).SignOutDialog)

const icon = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

/** Shows the current connection and opens the menu of all connections. */
export function ConnectionSwitcher() {
  const current = useConnection()
  const [opened, onOpened] = useState(false)
  const [leaving, { open, close }] = useDisclosure(false)
  const { button, popup } = usePopup('menu', { opened, onOpened })
  return (
    <>
      <button
        type="button"
        {...button}
        className={classes.switcher}
        aria-label={`Connection: ${current.name}${current.read_only ? ' (read-only)' : ''}`}
      >
        <span className={classes.name}>
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
