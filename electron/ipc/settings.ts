import type { Core } from '../core/core.ts'
import type { Implementer } from './implementer.ts'

export function implementSettings(os: Implementer['settings'], core: Core) {
  return { exportFile: os.exportFile.handler(async () => ({ file: await core.settings.exportFile() })) }
}
