import type { AppUpdater, UpdateInfo } from 'electron-updater'
import { isStagingPercentage } from './release.ts'
import { UpdateError } from './update-error.ts'
import type { UpdateSource } from './updates.ts'

/** What is used of electron-updater. */
export type Updater = Pick<
  AppUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'allowDowngrade'
  | 'allowPrerelease'
  | 'disableWebInstaller'
  | 'disableDifferentialDownload'
  | 'requestHeaders'
  | 'isUserWithinRollout'
  | 'logger'
  | 'setFeedURL'
  | 'checkForUpdates'
  | 'downloadUpdate'
  | 'quitAndInstall'
> & {
  on(event: 'update-downloaded', listener: (downloaded: { downloadedFile: string }) => void): unknown
  once(event: 'error', listener: (error: Error) => void): unknown
  /** Of Windows alone. Tells what is wrong, or null. */
  verifyUpdateCodeSignature?: (publishers: string[], file: string) => Promise<string | null>
}

export type SourceOptions = {
  /** The folder of the feed. */
  url: string
  /** Throws unless a file is signed as it should be. */
  verifySignature(file: string): Promise<void>
}

const unreachable = (cause: unknown) => new UpdateError('unreachable', 'The feed could not be reached.', cause)

/** Takes every initiative from electron-updater: it looks, downloads and installs when it is told to. */
function tame(updater: Updater, { url, verifySignature }: SourceOptions): void {
  updater.logger = null
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowPrerelease = false
  updater.allowDowngrade = false
  updater.disableWebInstaller = true
  updater.disableDifferentialDownload = true
  // It would send a number by which a computer can be told from others. Which share it belongs to is decided here.
  updater.requestHeaders = { 'x-user-staging-id': 'none' }
  const isWithin = updater.isUserWithinRollout
  // A share that is no number would be everybody's.
  updater.isUserWithinRollout = (info: UpdateInfo) => isStagingPercentage(info.stagingPercentage) && isWithin(info)
  if (updater.verifyUpdateCodeSignature !== undefined) {
    updater.verifyUpdateCodeSignature = (_publishers, file) =>
      verifySignature(file).then(
        () => null,
        () => 'not signed as it should be',
      )
  }
  updater.setFeedURL({ provider: 'generic', url })
}

/** electron-updater as a {@link UpdateSource}. */
export function createElectronUpdaterSource(updater: Updater, options: SourceOptions): UpdateSource {
  tame(updater, options)
  const state: { file: string | null } = { file: null }
  updater.on('update-downloaded', ({ downloadedFile }) => {
    state.file = downloadedFile
  })
  return {
    async look() {
      const found = await updater.checkForUpdates().catch((cause: unknown) => {
        throw unreachable(cause)
      })
      if (found === null) throw new UpdateError('unreachable', 'The updater is not at work.')
      return found.isUpdateAvailable ? found.updateInfo : null
    },
    async download() {
      state.file = null
      // What it refuses itself, for its hash or its signature, is not told from a download that failed.
      await updater.downloadUpdate()
      if (state.file === null) throw new UpdateError('not-safe', 'No file was downloaded.')
      return state.file
    },
    install: () =>
      new Promise<never>((_resolve, reject) => {
        updater.once('error', reject)
        updater.quitAndInstall(false, true)
      }),
  }
}
