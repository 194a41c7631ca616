import { createHash, randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { createMutex, withTimeLimit } from '../../shared/lib/calls.ts'
import type { KeychainModule } from './keychain-modules.ts'

/** `usable`, or the reason why the operating system's keychain cannot be used now. */
export type ProbeResult = 'usable' | KeychainFailure

/** All keychain failures that can be distinguished by their error texts. */
export type KeychainFailure =
  | 'not-installed'
  | 'no-dbus'
  | 'no-service'
  | 'no-keyring'
  | 'locked'
  | 'denied'
  | 'timed-out'

/** Tests the keychain. By default it waits without a limit: on a desktop a locked keyring waits until its dialog is answered. */
export type KeychainProbe = (limitMs?: number) => Promise<ProbeResult>

/**
 * Returns a probe that writes, reads and deletes a test entry. Only if it returns `usable`, `null` from the keychain means "absent": a
 * locked keyring answers every read with null and no error.
 *
 * The entry has one name for each user-data folder. If the user stops waiting for a dialog, or ends Steward, the native call may still
 * write it afterwards: the next probe replaces and deletes it. Probes of one folder run one after another, so that none deletes another's
 * entry.
 */
export function createKeychainProbe({ module, service, folder }: ProbeOptions): KeychainProbe {
  const inTurn = createMutex()
  const account = `steward-probe-${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)}`
  const writeReadDelete = async (): Promise<ProbeResult> => {
    const sentinel = randomBytes(16).toString('hex')
    await module.setPassword(service, account, sentinel)
    const found = await module.getPassword(service, account)
    await module.deletePassword(service, account)
    return found === sentinel ? 'usable' : 'locked'
  }
  return async (limitMs) => {
    const attempt = inTurn(writeReadDelete).catch((error: unknown) => nameKeychainFailure(error))
    return limitMs === undefined ? attempt : withTimeLimit(attempt, limitMs, (): ProbeResult => 'timed-out')
  }
}

type ProbeOptions = { module: KeychainModule; service: string; folder: string }

/** Classifies an error of a keychain module; its text may contain account names, so it is not passed on. */
export function nameKeychainFailure(thrown: unknown): KeychainFailure {
  const text = thrown instanceof Error ? thrown.message : ''
  if (/autolaunch D-Bus|D-?Bus.*(address|connect)|Could not connect|address is empty/i.test(text)) return 'no-dbus'
  if (/org\.freedesktop\.secrets/i.test(text)) return 'no-service'
  if (/Object does not exist|no result found/i.test(text)) return 'no-keyring'
  if (/denied|cancel|not allowed/i.test(text)) return 'denied'
  return 'locked'
}
