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
import { type InjectionOptions, whyNoStrace } from './strace.ts'

export type PartOptions = CampaignOptions & Pick<InjectionOptions, 'step' | 'from' | 'calls' | 'signal'>

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
  changes: traced((options) => injectIntoChanges(ofKills(options))),
  statements: traced((options) => injectIntoStatements(ofKills(options))),
  texts: traced((options) => injectIntoTexts(ofKills(options))),
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

const ofKills = ({ onRun = () => {}, ...options }: PartOptions): InjectionOptions => ({ ...options, onRun })

async function injectEverywhere(options: PartOptions): Promise<CampaignResult> {
  const migration = await injectIntoMigration(ofKills(options))
  const onRun: PartOptions['onRun'] = (what, edit) => options.onRun?.(what, edit && together(migration, edit))
  return together(migration, await injectIntoEdit(ofKills({ ...options, onRun })))
}

const together = (one: CampaignResult, other: CampaignResult): CampaignResult => ({
  problems: [...one.problems, ...other.problems],
  figures: { ...one.figures, ...other.figures },
})
