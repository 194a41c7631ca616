import type { RunProgram } from '../platform/run-to-end.ts'

/** The computer, as far as it says where a firm's policy lies. */
export type Surroundings = {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  /** Who uses the computer, by the name of their account. */
  user: string
  run: RunProgram
}

/** What one store holds: its settings as they stand there, or why they cannot be read. Null when it holds no policy. */
export type StoredPolicy = {
  /** How a person is told of the store. */
  where: string
  content: { raw: unknown } | { problem: string }
  /** What is wrong with the store itself, though it can be read. */
  remarks: string[]
} | null
