import { mkdirSync } from 'node:fs'
import { app, crashReporter } from 'electron'
import type { Log } from '../../logs/log.ts'
import { crashFolder } from '../../support/crash-dumps.ts'

/** Stores crash dumps, which contain Steward's memory, in the user's own folder and uploads them nowhere. */
export function keepCrashesHere(userDataDir: string): void {
  const folder = crashFolder(userDataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  app.setPath('crashDumps', folder)
  crashReporter.start({ uploadToServer: false })
}

const reasons = ['crashed', 'killed', 'oom', 'launch-failed', 'integrity-failure'] as const

/** Logs that a page, or a process that serves it, crashed. */
export function noteGonePages(log: Log): void {
  const note = (reason: string) => {
    if (reason !== 'clean-exit') log('page-gone', { reason: reasons.find((one) => one === reason) ?? 'other' })
  }
  app.on('render-process-gone', (_event, _contents, { reason }) => note(reason))
  app.on('child-process-gone', (_event, { reason }) => note(reason))
}
