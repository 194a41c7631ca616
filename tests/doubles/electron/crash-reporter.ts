import { calls } from './calls.ts'
import { beforeReady } from './readiness.ts'

export const crashReporter = {
  start(options: unknown) {
    beforeReady('reports of crashes')
    calls.crashReporting.push(options)
  },
}
