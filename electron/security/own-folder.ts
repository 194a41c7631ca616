import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../shared/domain/app-error.ts'
import { isErrorCode } from '../platform/private-file.ts'
import { isAppFile, profileFolders } from './app-files.ts'

/** Chromium puts links of its own into its profiles, and follows none of others there. */
const withOwnLinks: ReadonlySet<string> = new Set([...profileFolders, 'print-profile'])

/** Root can change this process's memory, so that its folders are as safe as this user's. */
const root = 0
const writableByOthers = 0o022

/**
 * Takes a user-data folder for this user alone, before anything is read from it or written into it: creates it, or checks one that
 * exists. A user who can write into the folder could have Steward write elsewhere through a link. Synchronous, because Electron takes
 * its folders only before it is ready.
 *
 * @param uid - this user; without one (Windows) owners are not checked
 * @throws AppError `files/folder-refused` if it belongs to another user, if a file of Steward's in it does, or if one is a link
 */
export function takeOwnFolder(userDataDir: string, uid: number | undefined = process.geteuid?.()): void {
  const isOwn = ({ uid: owner }: Stats) => uid === undefined || owner === uid || owner === root
  mkdirSync(userDataDir, { recursive: true, mode: 0o700 })
  // The user may keep the folder elsewhere and link to it; another user may not.
  if (!isOwn(lstatSync(userDataDir))) throw refused(userDataDir, 'belongs to another user of this computer')
  const folder = realpathSync(userDataDir)
  const facts = statSync(folder)
  if (!facts.isDirectory()) throw refused(userDataDir, 'is not a folder')
  if (!isOwn(facts)) throw refused(userDataDir, 'belongs to another user of this computer')
  makePrivate(folder, facts, uid)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!isAppFile(entry.name)) continue
    const path = join(folder, entry.name)
    const mayHoldLinks = withOwnLinks.has(entry.name)
    checkEntry(path, { uid, isOwn, isOpen: isWritableByOthers(facts), isReachable: isReachable(facts), mayHoldLinks })
  }
}

const isWritableByOthers = ({ mode }: Stats) => process.platform !== 'win32' && (mode & writableByOthers) !== 0

const isReachable = ({ mode }: Stats) => process.platform !== 'win32' && (mode & 0o077) !== 0

/** From here on no other user can plant anything. */
function makePrivate(folder: string, facts: Stats, uid: number | undefined): void {
  // Such as /tmp, which others need.
  if ((facts.mode & 0o1002) === 0o1002) throw refused(folder, 'is shared with other users of this computer')
  closeToOthers(folder, facts, uid)
}

/** Leaves a file or folder to this user alone. Files on a read-only disk cannot be changed at all. */
function closeToOthers(path: string, facts: Stats, uid: number | undefined): void {
  if (uid === undefined || !isReachable(facts)) return
  try {
    chmodSync(path, facts.mode & 0o700)
  } catch (thrown) {
    const isReadOnly = isErrorCode(thrown, 'EROFS') || !isWritableByOthers(facts)
    if (!isReadOnly) throw refused(path, 'can be changed by other users of this computer')
  }
}

type Check = {
  uid: number | undefined
  isOwn: (facts: Stats) => boolean
  /** Whether other users could write into the folder that holds it. */
  isOpen: boolean
  /** Whether other users could read in that folder, or reach what is in it. */
  isReachable: boolean
  mayHoldLinks: boolean
}

/**
 * Other users can plant files only in a folder that they can write to, and change those that are open to them only in one that they can
 * reach, so that all other files need no look. A folder is closed to them before it is looked through: somebody who is in it already could
 * plant something in the meantime.
 */
function checkEntry(path: string, check: Check): void {
  // Another start on the same folder may have removed it.
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (facts === undefined) return
  if (facts.isSymbolicLink()) throw refused(path, 'is a link, which Steward never makes')
  if (!check.isOwn(facts)) throw refused(path, 'belongs to another user of this computer')
  // A second name of one file: what is written into it here changes it there.
  const isShared = check.isOpen || isWritableByOthers(facts)
  if (isShared && facts.isFile() && facts.nlink > 1) throw refused(path, 'is another name of a file elsewhere')
  if (facts.isFile() || facts.isDirectory()) closeToOthers(path, facts, check.uid)
  if (!facts.isDirectory() || check.mayHoldLinks) return
  const below = {
    ...check,
    isOpen: check.isOpen || isWritableByOthers(facts),
    isReachable: check.isReachable || isReachable(facts),
  }
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isFile() || below.isReachable) checkEntry(join(path, entry.name), below)
  }
}

const refused = (path: string, what: string) =>
  new AppError('files/folder-refused', {
    message: `Steward does not use this folder: ${path} ${what}.`,
    nextStep:
      'Start Steward with another folder (--user-data-dir), or have that file or folder removed, then start it again.',
  })
