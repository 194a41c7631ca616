import type { RunProgram } from '../platform/run-to-end.ts'

/** The environment of this computer that determines where a firm's policy is stored. */
export type Surroundings = {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  /** The account name of the current user. */
  user: string
  run: RunProgram
}

/** The content of one store: its settings as they are stored, or why they cannot be read. Null if it contains no policy. */
export type StoredPolicy = {
  /** The store's name in messages. */
  where: string
  content: { raw: unknown } | { problem: string }
  /** Problems with the store itself, although it can be read. */
  remarks: string[]
} | null
