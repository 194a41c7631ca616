import type { ReadFile } from './reading.ts'
import type { DamageKind } from './world/damage.ts'

export type Outcome = 'exact' | 'asked' | 'refused' | 'WRONG'

/** What became of one file. `notes`: what stayed open, for whoever looks into it. */
export type FileResult = {
  name: string
  layout: string
  damage: DamageKind | 'none'
  outcome: Outcome
  problems: string[]
  notes: string[]
}

export type Result = { seed: number; files: FileResult[]; problems: string[]; valuations: number; accounts: number }

/** A file that is read, and what became of it. */
export type Dropped = {
  id: string
  sha256: string
  layout: string
  damage: DamageKind | 'none'
  read: ReadFile
  result: FileResult
}
