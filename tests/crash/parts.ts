import { runKills } from './campaign.ts'
import { runClockJumps } from './clock.ts'
import { runCorruptions } from './corrupt.ts'
import { runFullDisks } from './disk.ts'
import { runFlaps } from './flaps.ts'
import { injectIntoChanges } from './inject-changes.ts'
import { injectIntoEdit } from './inject-edit.ts'
import { injectIntoMigration } from './inject-migration.ts'
import { injectIntoStatements } from './inject-statements.ts'
import { injectIntoTexts } from './inject-texts.ts'
import { runDiskErrors } from './io.ts'
import { runMigrations } from './migrate.ts'
import type { CampaignOptions, CampaignResult } from './result.ts'
import { runSecondInstances } from './second.ts'
import { whyNoStrace } from './strace.ts'

export type PartOptions = CampaignOptions & { step: number }

/** Runs a part; resolves with its result, or with the reason why it cannot run here. */
type Part = (options: PartOptions) => Promise<CampaignResult | string>

/** A part that needs to trace a program's system calls. */
const traced =
  (part: Part): Part =>
  async (options) =>
    (await whyNoStrace()) ?? part(options)

const parts = {
  kill: (options) => runKills({ ...options, work: 'work', onKill: tenth(options) }),
  upload: (options) => runKills({ ...options, work: 'upload', onKill: tenth(options) }),
  inject: traced(injectEverywhere),
  changes: traced(({ step, onRun = () => {} }) => injectIntoChanges({ step, onRun })),
  statements: traced(({ step, onRun = () => {} }) => injectIntoStatements({ step, onRun })),
  texts: traced(({ step, onRun = () => {} }) => injectIntoTexts({ step, onRun })),
  io: traced(runDiskErrors),
  disk: runFullDisks,
  corrupt: runCorruptions,
  clock: runClockJumps,
  flaps: runFlaps,
  migrate: traced(runMigrations),
  second: runSecondInstances,
} satisfies Record<string, Part>

export type PartName = keyof typeof parts

export const isPart = (name: string): name is PartName => Object.hasOwn(parts, name)

/** Runs one part of the campaign. */
export const runPart = (name: PartName, options: PartOptions): Promise<CampaignResult | string> => parts[name](options)

const tenth =
  ({ onRun }: PartOptions) =>
  (count: number) => {
    if (count % 10 === 0) onRun?.(`${count} kills`)
  }

async function injectEverywhere({ step, onRun = () => {} }: PartOptions): Promise<CampaignResult> {
  const migration = await injectIntoMigration({ step, onRun })
  const edit = await injectIntoEdit({ step, onRun })
  return {
    problems: [...migration.problems, ...edit.problems],
    figures: { ...migration.figures, ...edit.figures },
  }
}
