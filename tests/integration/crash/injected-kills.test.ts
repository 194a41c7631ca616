import { expect, it } from 'vitest'
import { injectIntoChanges } from '../../crash/inject-changes.ts'
import { injectIntoEdit } from '../../crash/inject-edit.ts'
import { injectIntoMigration } from '../../crash/inject-migration.ts'
import { injectIntoStatements } from '../../crash/inject-statements.ts'
import { injectIntoTexts } from '../../crash/inject-texts.ts'
import type { CampaignResult } from '../../crash/result.ts'
import { type DiskCall, whyNoStrace } from '../../crash/strace.ts'
import { propertySeed } from '../../doubles/property-runs.ts'

const why = await whyNoStrace()
if (why !== null) console.warn(`NOT RUN: kills at single system calls. ${why}`)

/** One kill; `npm run crash -- --part inject` covers all calls. */
const from = 1 + (propertySeed % 8)
const calls: DiskCall[] = ['pwrite64', 'fsync']
const options = { step: 80, onRun: () => {} }
const timeout = 900_000

/** If system calls cannot be traced, the test's name says that it was not run. */
const tell = (name: string) => (why === null ? name : `NOT RUN here (${why}): ${name}`)
const tryHere = async (inject: () => Promise<CampaignResult>, kills: string) => {
  if (why !== null) return
  const { problems, figures } = await inject()
  expect(problems).toEqual([])
  expect(figures[kills]).toBeGreaterThan(0)
}

it(tell('keeps an edit whole, wherever on its way to the disk Steward is killed'), { timeout }, () =>
  tryHere(() => injectIntoEdit({ ...options, calls, from, most: 1 }), 'edit_kills'),
)

it(
  tell('keeps statements and the valuations from them whole, wherever on their way to the disk Steward is killed'),
  { timeout },
  () =>
    tryHere(() => injectIntoStatements({ ...options, calls: ['fsync'], from: from + 12, most: 1 }), 'statement_kills'),
)

it(tell('has exactly the pages of each file, wherever Steward is killed while it reads them'), { timeout }, () =>
  tryHere(() => injectIntoTexts({ ...options, calls: ['pwrite64'], from: from + 30, most: 1 }), 'texts_kills'),
)

it(tell('records each change once, wherever in a sync Steward is killed'), { timeout }, () =>
  tryHere(() => injectIntoChanges({ ...options, calls }), 'changes_kills'),
)

it(tell('opens a ledger whose migration was cut short anywhere, with everything in it'), { timeout }, () =>
  tryHere(() => injectIntoMigration(options), 'migration_kills'),
)
