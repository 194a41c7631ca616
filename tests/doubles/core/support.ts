import type { Core } from '../../../electron/api/core.ts'
import type { Asked } from './asked.ts'

export const supportDouble = (asked: Asked): Core['support'] => ({
  preview: () => asked('support.preview', {}, { handle: 'bundle', files: [{ name: 'about.json', text: '{}' }] }),
  save: (handle) => asked('support.save', { handle }, { name: 'Steward support.zip', handle: 'file' }),
})
