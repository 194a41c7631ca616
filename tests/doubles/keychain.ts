import type { Keychain } from '../../electron/keychain/keychain.ts'
import type { KeychainModule } from '../../electron/keychain/keychain-modules.ts'
import { AppError } from '../../shared/domain/app-error.ts'

/** How a keychain double behaves; may be changed during a test. */
export type KeychainMood = 'open' | 'locked' | 'absent' | 'denied'

/** A keychain in memory that can be locked, removed or made to refuse access; `entries` is its content. */
export function createKeychainDouble(kind: Keychain['kind'] = 'os') {
  const entries = new Map<string, string>()
  const double = { mood: 'open' as KeychainMood, entries, writes: 0 }
  const assertOpen = () => {
    if (double.mood === 'open') return
    const code = ({ locked: 'keychain/locked', absent: 'keychain/unavailable', denied: 'keychain/denied' } as const)[
      double.mood
    ]
    throw new AppError(code, { message: 'The keychain is not to be had.', nextStep: 'Unlock it.' })
  }
  const keychain: Keychain = {
    kind,
    async get(account) {
      assertOpen()
      return entries.get(account) ?? null
    },
    async set(account, secret) {
      assertOpen()
      double.writes += 1
      entries.set(account, secret)
    },
    async delete(account) {
      assertOpen()
      entries.delete(account)
    },
  }
  return Object.assign(double, { keychain })
}

/**
 * Behaves like keytar as measured: locked reads return null without an error; locked writes throw, or hang if there is a display, until
 * the dialog is answered (`answer`).
 */
export function createKeytarDouble() {
  const entries = new Map<string, string>()
  const dialog = { ...Promise.withResolvers<void>() }
  const double = {
    mood: 'open' as 'open' | 'locked' | 'hanging' | 'no-dbus' | 'no-service' | 'no-keyring',
    entries,
    /** Calls so far. */
    calls: 0,
    /** The user answers the dialog, which unlocks the keychain. */
    answer() {
      double.mood = 'open'
      dialog.resolve()
    },
  }
  const texts: Partial<Record<typeof double.mood, string>> = {
    'no-dbus': 'Cannot autolaunch D-Bus without X11 $DISPLAY',
    'no-service': 'The name org.freedesktop.secrets was not provided by any .service files',
    'no-keyring': 'Object does not exist at path “/org/freedesktop/secrets/collection/login”',
  }
  const refuse = () => {
    double.calls += 1
    const text = texts[double.mood]
    if (text !== undefined) throw new Error(text)
  }
  const isShut = () => double.mood === 'locked' || double.mood === 'hanging'
  const keytar: KeychainModule = {
    async getPassword(_, account) {
      refuse()
      return isShut() ? null : (entries.get(account) ?? null)
    },
    async setPassword(_, account, password) {
      refuse()
      if (double.mood === 'hanging') await dialog.promise
      if (double.mood === 'locked') throw new Error('Cannot create an item in a locked collection')
      entries.set(account, password)
    },
    async deletePassword(_, account) {
      refuse()
      return isShut() ? false : entries.delete(account)
    },
  }
  return Object.assign(double, { keytar })
}
