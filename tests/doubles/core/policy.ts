import type { Core } from '../../../electron/api/core.ts'
import type { Asked } from './asked.ts'

export const policyDouble = (asked: Asked): Core['policy'] => ({
  get: () => asked('policy.get', {}, { source: null, problems: [], policy: {} }),
})
