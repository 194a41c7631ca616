import type * as Electron from 'electron'
import { calls } from './calls.ts'
import { beforeReady } from './readiness.ts'

export const crashReporter = {
  start(options: Electron.CrashReporterStartOptions): void {
    const { uploadToServer = true, submitURL } = options
    if (uploadToServer && submitURL === undefined)
      throw new Error('submitURL must be specified when uploadToServer is true')
    beforeReady('reports of crashes')
    calls.crashReporting.push(options)
  },
}
