import type { Core } from '../../../electron/api/core.ts'
import type { Asked } from './asked.ts'

const about = {
  version: '0.0.0',
  shell: 'browser',
  system: 'Linux 6',
  node: '24',
  electron: null,
  chromium: null,
  sqlite: '3',
} as const

export const settingsDouble = (asked: Asked): Core['settings'] => ({
  exportFile: () => asked('settings.exportFile', {}, null),
  judge: (text) =>
    asked(
      'settings.judge',
      { text },
      { preferences: [{ name: 'theme', from: 'system', to: 'dark' }], connections: [] },
    ),
  apply: (text) => asked('settings.apply', { text }, { preferences: 1, connections: 0 }),
  about: () => asked('settings.about', {}, about),
})
