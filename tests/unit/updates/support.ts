import { EventEmitter } from 'node:events'
import type { Updater } from '../../../electron/updates/electron-updater-source.ts'
import type { UpdateNews, UpdateQuestion, UpdateTalk } from '../../../electron/updates/updates.ts'

/** A SHA-512 that no file has. */
export const otherSha512 = `${'A'.repeat(86)}==`

/** Creates a user who agrees to these questions; records all questions and messages. */
export function createPerson(agrees: readonly UpdateQuestion['about'][]) {
  const asked: UpdateQuestion['about'][] = []
  const told: UpdateNews[] = []
  const talk: UpdateTalk = {
    async ask({ about }) {
      asked.push(about)
      return agrees.includes(about)
    },
    async tell(news) {
      told.push(news)
    },
  }
  return { talk, asked, told }
}

type Answers = {
  /** The result of checking the feed: the update offered, nothing, or an error. */
  offered?: unknown
  lookFails?: Error
  /** The downloaded file, or the reason of the failure. */
  downloaded?: string | null
  downloadFails?: Error
  installFails?: Error
  withinRollout?: boolean
}

/** A double of electron-updater with its defaults: everything it does on its own initiative is switched on. */
export class UpdaterDouble extends EventEmitter {
  autoDownload = true
  autoInstallOnAppQuit = true
  allowDowngrade = true
  allowPrerelease = true
  disableWebInstaller = false
  disableDifferentialDownload = false
  requestHeaders: Updater['requestHeaders'] = null
  logger: Updater['logger'] = console
  isUserWithinRollout: Updater['isUserWithinRollout']
  verifyUpdateCodeSignature: (publishers: string[], file: string) => Promise<string | null> = async () => null
  readonly acts: string[] = []
  readonly answers: Answers

  constructor(answers: Answers) {
    super()
    this.answers = answers
    this.isUserWithinRollout = () => answers.withinRollout ?? true
  }
  setFeedURL(feed: unknown) {
    this.acts.push(`feed ${JSON.stringify(feed)}`)
  }
  async checkForUpdates() {
    this.acts.push('look')
    const { offered, lookFails } = this.answers
    if (lookFails) throw lookFails
    if (offered === undefined) return null
    return { isUpdateAvailable: offered !== null, updateInfo: offered }
  }
  async downloadUpdate() {
    this.acts.push('download')
    const { downloaded, downloadFails } = this.answers
    if (downloadFails) throw downloadFails
    if (typeof downloaded === 'string') this.emit('update-downloaded', { downloadedFile: downloaded })
    return []
  }
  quitAndInstall() {
    this.acts.push('install')
    this.emit('error', this.answers.installFails ?? new Error('The double ends no program.'))
  }
}

/** The double has only the part of electron-updater that is used; the result types of a check contain more. */
export const asUpdater = (double: UpdaterDouble) => double as unknown as Updater
