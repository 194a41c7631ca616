import type * as Electron from 'electron'
import { calls } from './calls.ts'
import { assertNotReady } from './readiness.ts'

export const protocol = {
  registerSchemesAsPrivileged(customSchemes: Electron.CustomScheme[]): void {
    assertNotReady('protocol.registerSchemesAsPrivileged should be called before app is ready')
    if (calls.privileged.length > 0) throw new Error('protocol.registerSchemesAsPrivileged can be called only once')
    calls.privileged.push(...customSchemes)
  },
}
