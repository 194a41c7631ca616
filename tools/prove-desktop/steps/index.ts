import type { Step } from '../step.ts'
import { attentionSteps } from './attention.ts'
import { commandSteps, lastCommandSteps } from './commands.ts'
import { handingSteps } from './handing.ts'
import { networkSteps } from './network.ts'
import { recoverySteps } from './recovery.ts'
import { releaseSteps } from './release.ts'
import { secretSteps } from './secrets.ts'
import { specSteps } from './specs.ts'
import { startSteps } from './start.ts'
import { lastStorageSteps, storageSteps } from './storage.ts'
import { updateSteps } from './updates.ts'

/** All steps in their order: those that share the demo firm's Steward first, the longest and the most disturbing last. */
export const steps: readonly Step[] = [
  ...startSteps,
  ...secretSteps,
  ...handingSteps,
  ...commandSteps,
  ...attentionSteps,
  ...networkSteps,
  ...updateSteps,
  ...storageSteps,
  ...recoverySteps,
  ...releaseSteps,
  ...lastStorageSteps,
  ...specSteps,
  ...lastCommandSteps,
]
