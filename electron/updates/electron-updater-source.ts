import type { AppUpdater, UpdateInfo } from 'electron-updater'
import { isStagingPercentage, UpdateError } from './release.ts'
import type { UpdateSource } from './updates.ts'

/** The part of electron-updater that is used. */
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
  /** Only on Windows. Returns the error, or null. */
  verifyUpdateCodeSignature?: (publishers: string[], file: string) => Promise<string | null>
}

export type SourceOptions = {
  /** The feed's folder. */
  url: string
  /** Throws unless a file has the required signature. */
  verifySignature(file: string): Promise<void>
}

const unreachable = (cause: unknown) => new UpdateError('unreachable', 'The feed could not be reached.', cause)

/** Disables all automatic behaviour of electron-updater: it checks, downloads and installs only when called. */
function tame(updater: Updater, { url, verifySignature }: SourceOptions): void {
  updater.logger = null
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowPrerelease = false
  updater.allowDowngrade = false
  updater.disableWebInstaller = true
  updater.disableDifferentialDownload = true
  // electron-updater would send an id that identifies this computer. The staged rollout is decided here instead.
  updater.requestHeaders = { 'x-user-staging-id': 'none' }
  const isWithin = updater.isUserWithinRollout
  // Without this check, electron-updater offers a version with an invalid percentage to everyone.
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
      if (found === null) throw new UpdateError('unreachable', 'The updater is not running.')
      return found.isUpdateAvailable ? found.updateInfo : null
    },
    async download() {
      state.file = null
      // electron-updater's own refusals, by hash or signature, cannot be told from a failed download.
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
