import type { Core } from '../../../electron/core/core.ts'
import type { Asked } from './asked.ts'

export const settingsDouble = (asked: Asked): Core['settings'] => ({
  exportFile: () => asked('settings.exportFile', {}, null),
})
