import { calls } from './calls.ts'
import { beforeReady } from './readiness.ts'

export const protocol = {
  registerSchemesAsPrivileged(schemes: unknown[]) {
    beforeReady('schemes')
    calls.privileged.push(...schemes)
  },
}
