import type { OutboxCommit, OutboxStore } from '../../electron/data/ledger/operations.ts'
import type { OutboxStoreDouble } from '../doubles/outbox-store.ts'
import type { Random } from './random.ts'
import type { Life } from './virtual-clock.ts'

const never = () => new Promise<never>(() => {})

/**
 * The ledger as one engine process sees it. A commit can be the last thing before a crash: then it is either stored or not, and
 * its caller is never told.
 */
export function storeOf(
  ledger: OutboxStoreDouble,
  {
    life,
    random,
    crashes,
    onKept,
  }: { life: Life; random: Random; crashes: () => number; onKept: (step: OutboxCommit) => void },
): OutboxStore {
  return {
    load: () => ledger.load(),
    async commit(step) {
      if (life.dead) return never()
      const isLast = random.chance(crashes())
      if (!isLast || random.chance(0.5)) {
        await ledger.commit(step)
        onKept(step)
      }
      if (!isLast) return undefined
      life.dead = true
      return never()
    },
    setAllPaused: (paused) => (life.dead ? never() : ledger.setAllPaused(paused)),
  }
}
