import type { Migration } from '../../../../electron/data/migrate.ts'

/** The steps of a store before the one whose SQL contains this text; exactly one step must contain it. */
export function stepsBefore(migrations: readonly Migration[], text: string): readonly Migration[] {
  const [at, ...others] = migrations.flatMap((step, index) => (step.includes(text) ? [index] : []))
  if (at === undefined || others.length > 0)
    throw new Error(`${text} names ${at === undefined ? 'no step' : 'several steps'}.`)
  return migrations.slice(0, at)
}
