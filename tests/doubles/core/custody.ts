import type { Core } from '../../../electron/core/core.ts'
import type { CustodyState } from '../../../shared/ipc/custody.ts'
import type { Asked } from './asked.ts'

const open: CustodyState = { locked: null, has_passphrase: false, wait_until: null, idle_minutes: 0, with_system: true }

export const custodyDouble = (asked: Asked): Core['custody'] => ({
  state: () => asked('custody.state', {}, open),
  lock: (reason) => asked('custody.lock', {}, { ...open, locked: reason }),
  unlock: (passphrase) => asked('custody.unlock', { passphrase }, open),
})
