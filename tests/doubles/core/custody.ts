import type { Core } from '../../../electron/api/core.ts'
import type { CustodyState, LocalDataSummary } from '../../../shared/ipc/custody.ts'
import type { Asked } from './asked.ts'

const open: CustodyState = { locked: null, has_passphrase: false, wait_until: null, idle_minutes: 0, with_system: true }

const here: LocalDataSummary = { connections: [{ name: 'Demo firm', unsent: 0, staged: 0, drafts: 0 }], others: 0 }

export const custodyDouble = (asked: Asked): Core['custody'] => ({
  isLocked: () => false,
  state: () => asked('custody.state', {}, open),
  lock: (reason) => asked('custody.lock', {}, { ...open, locked: reason }),
  unlock: (passphrase) => asked('custody.unlock', { passphrase }, open),
  active: () => asked('custody.active', {}, undefined),
  setPassphrase: (input) => asked('custody.setPassphrase', input, { ...open, has_passphrase: true }),
  localData: () => asked('custody.localData', {}, here),
  removeEverything: (input) => asked('custody.removeEverything', input, { secretsGone: true }),
})
