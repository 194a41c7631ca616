import { type ReactNode, useEffect } from 'react'
import { commands } from '../../shared/domain/commands.ts'
import { hearCustody, useCustody } from '../features/lock/custody.ts'
import { chordOf, keysOf, onMac } from '../lib/commands/keys.ts'
import { useCommand } from '../lib/commands/use-command.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { dropReadable, type Parts } from './drop-readable.ts'
import { reportActivity } from './report-activity.ts'

const LockScreen = lazyPart(async () => (await import('../features/lock/LockScreen.tsx')).LockScreen)

/** Locks Steward by its command and by its keys, even while a dialog is open. */
function useLocking({ client }: Parts, isOpen: boolean): void {
  const lock = () => void client.custody.lock({}).then(hearCustody, () => {})
  useCommand('steward.lock', isOpen ? lock : null)
  useEffect(() => {
    if (!isOpen) return
    const keys = keysOf(commands['steward.lock'], onMac())
    const listener = (event: KeyboardEvent) => {
      if (chordOf(event, onMac()) !== keys) return
      event.preventDefault()
      event.stopPropagation()
      void client.custody.lock({}).then(hearCustody, () => {})
    }
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [client, isOpen])
}

/** Reports user activity in the browser shell. On the desktop the operating system reports idle time. */
function useActivity({ client }: Parts, isWatched: boolean): void {
  useEffect(() => {
    if (isWatched) return reportActivity(() => void client.custody.active({}).catch(() => {}))
  }, [client, isWatched])
}

/** Shows the app while Steward is unlocked, and only the lock screen while it is locked. */
export function LockGate({ parts, children }: { parts: Parts; children: ReactNode }) {
  const locked = useCustody(({ state }) => state?.locked ?? null)
  const idleMinutes = useCustody(({ state }) => state?.idle_minutes ?? 0)
  useEffect(() => {
    if (locked !== null) void dropReadable(parts)
  }, [locked, parts])
  useLocking(parts, locked === null)
  useActivity(parts, locked === null && idleMinutes > 0 && location.protocol !== 'app:')
  return locked === null ? children : <LockScreen />
}
