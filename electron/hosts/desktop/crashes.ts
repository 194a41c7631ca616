import { mkdirSync } from 'node:fs'
import { app, crashReporter } from 'electron'
import type { Log } from '../../logs/log.ts'
import { crashFolder } from '../../support/crash-dumps.ts'

/** Has the system's notes of a crash, which hold Steward's memory, written into the user's own folder and sent to nobody. */
export function keepCrashesHere(userDataDir: string): void {
  const folder = crashFolder(userDataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  app.setPath('crashDumps', folder)
  crashReporter.start({ uploadToServer: false })
}

const reasons = ['crashed', 'killed', 'oom', 'launch-failed', 'integrity-failure'] as const

/** Writes down that a page, or a process that serves it, ended by itself. */
export function noteGonePages(log: Log): void {
  const note = (reason: string) => {
    if (reason !== 'clean-exit') log('page-gone', { reason: reasons.find((one) => one === reason) ?? 'other' })
  }
  app.on('render-process-gone', (_event, _contents, { reason }) => note(reason))
  app.on('child-process-gone', (_event, { reason }) => note(reason))
}
