import { rm } from 'node:fs/promises'
import { app, BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import type { Log } from '../../logs/log.ts'
import { runToEnd } from '../../platform/run-to-end.ts'
import { thisComputer } from '../../policy/policy-places.ts'
import { policyInForce, readPolicy } from '../../policy/read-policy.ts'
import { createElectronUpdaterSource } from '../../updates/electron-updater-source.ts'
import { canInstallHere, readUpdateSettings, type UpdateSettings } from '../../updates/update-settings.ts'
import { newsWords, questionWords } from '../../updates/update-words.ts'
import { createUpdates, type Leaving, type UpdateSource, type Updates, type UpdateTalk } from '../../updates/updates.ts'
import { verifyAuthenticode, verifyFile } from '../../updates/verify-update.ts'

function show(options: MessageBoxOptions) {
  const window = BrowserWindow.getFocusedWindow()
  return window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options)
}

/** The system's own dialogs: pages are not involved in updates. */
const talk: UpdateTalk = {
  async ask(question) {
    const { message, detail, yes, no } = questionWords(question)
    const { response } = await show({
      type: 'question',
      message,
      detail,
      buttons: [yes, no],
      defaultId: 1,
      cancelId: 1,
    })
    return response === 0
  },
  async tell(news) {
    await show({ type: news.about === 'failed' ? 'warning' : 'info', ...newsWords(news), buttons: ['OK'] })
  },
}

/**
 * On macOS nothing is checked here: the system verifies the signature on installation and refuses one by another maker than the
 * running app's.
 */
async function verifySignature(file: string, { publisher }: UpdateSettings): Promise<void> {
  if (process.platform === 'darwin') return
  await verifyAuthenticode(file, { run: runToEnd, systemRoot: process.env.SystemRoot, publisher })
}

/** Null where Steward may not replace itself. */
const openSource = async () => (canInstallHere(process, process.execPath) ? openFeed() : null)

async function openFeed(): Promise<UpdateSource | null> {
  if (!app.isPackaged) return null
  const settings = await readUpdateSettings(app.getAppPath())
  if (settings.url === null) return null
  const { default: electronUpdater } = await import('electron-updater')
  return createElectronUpdaterSource(electronUpdater.autoUpdater, {
    url: settings.url,
    verifySignature: (file) => verifySignature(file, settings),
  })
}

const decidedByFirm = async () => policyInForce(await readPolicy(thisComputer()), null).policy.updates

/** The desktop's {@link Updates}. Their code is loaded on first use. */
export function createDesktopUpdates(version: string, { log, leaving }: { log: Log; leaving: Leaving }): Updates {
  return createUpdates({
    current: version,
    policy: async () => (await decidedByFirm()) ?? 'ask',
    looksByItself: async () => (await decidedByFirm()) === undefined,
    openFeed,
    openSource,
    async verify(file, release) {
      await verifyFile(file, release)
      await verifySignature(file, await readUpdateSettings(app.getAppPath()))
    },
    discard: (file) => rm(file, { force: true }),
    talk: logUpdates(talk, log),
    leaving,
  })
}

/** The same dialogs with logging: what the user was told and agreed to is logged. */
function logUpdates(talk: UpdateTalk, log: Log): UpdateTalk {
  return {
    async ask(question) {
      const agreed = await talk.ask(question)
      if (agreed) log('update', { about: question.about })
      return agreed
    },
    tell(news) {
      log('update', { about: news.about === 'failed' ? news.failure : news.about })
      return talk.tell(news)
    },
  }
}
