import type { Life } from '../../faults/virtual-clock.ts'

/** Steward was killed while it worked: the call has no answer, and what it did is known only from what is on the disk. */
export class Killed extends Error {}

/** A run of the program, and a promise that rejects when it is killed. */
export type Mortal = { life: Life; killed: Promise<never> }

/** A run that is killed once its life is dead: the promise rejects in the next turn. */
export function createMortal(): Mortal {
  let isDead = false
  let tell = () => {}
  const killed = new Promise<never>((_, reject) => {
    tell = () => reject(new Killed())
  })
  // Nobody may be waiting for it.
  killed.catch(() => {})
  const life: Life = {
    get dead() {
      return isDead
    },
    set dead(dead) {
      if (dead && !isDead) setImmediate(tell)
      isDead = dead
    },
  }
  return { life, killed }
}

/** A call that is never answered, as one to a process that was killed. */
export const never = () => new Promise<never>(() => {})
