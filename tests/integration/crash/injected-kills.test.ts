import { expect, it } from 'vitest'
import { type InjectionResult, injectIntoEdit } from '../../crash/inject-edit.ts'
import { injectIntoMigration } from '../../crash/inject-migration.ts'
import { whyNoStrace } from '../../crash/strace.ts'

const why = await whyNoStrace()
if (why !== null) console.warn(`NOT RUN: kills at single system calls. ${why}`)

/** Every so many calls one is the last; `npm run crash -- --part inject` takes them all. */
const options = { step: 80, onRun: () => {} }
const timeout = 900_000

/** Where nothing can be traced, the name of the test says that nothing was tried. */
const tell = (name: string) => (why === null ? name : `NOT RUN here (${why}): ${name}`)
const tryHere = async (inject: () => Promise<InjectionResult>, kills: string) => {
  if (why !== null) return
  const { problems, figures } = await inject()
  expect(problems).toEqual([])
  expect(figures[kills]).toBeGreaterThan(2)
}

it(tell('keeps an edit whole, wherever on its way to the disk Steward is killed'), { timeout }, () =>
  tryHere(() => injectIntoEdit(options), 'edit_kills'),
)

it(tell('opens a ledger whose migration was cut short anywhere, with everything in it'), { timeout }, () =>
  tryHere(() => injectIntoMigration(options), 'migration_kills'),
)
