import type { ElectronApplication, Page } from 'playwright'

/** The computer that the steps run on. */
export type Computer = {
  platform: NodeJS.Platform
  arch: string
  /** True if the person allowed steps that lock the screen. */
  mayDisturb: boolean
}

/** A Steward that was started for a step. */
export type Running = {
  /** Its first window. */
  readonly page: Page
  /** Runs a function in the main process, with Electron's module as its first argument. */
  readonly main: ElectronApplication['evaluate']
  readonly userDataDir: string
  /** The version of Electron that the program says it runs on. */
  readonly electron: string
  output(): string
  /** Resolves when the program has ended. */
  readonly ended: Promise<void>
  /** Closes it as its user does. */
  stop(): Promise<void>
  /** Ends it and everything it started, at once. */
  kill(): void
}

/** A start of the program as it would be released, which cannot be driven: only its output and its end are seen. */
export type Released = {
  /** Resolves with true once it said that it is ready, and with false if it ended or the time is up before that. */
  ready(withinMs: number): Promise<boolean>
  output(): string
  /** Resolves with the exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>
  kill(): void
}

/** The state of the keyring that a start finds. It matters only on Linux; other systems have the user's own keychain. */
export type KeyringState = 'unlocked' | 'locked'

export type StartOptions = {
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
  keyring?: KeyringState
  /** The user-data folder; a new one by default. */
  userDataDir?: string
}

/** What a step may use. Everything that is started here ends with the step, except the shared demo firm. */
export type Desk = {
  readonly computer: Computer
  /** An empty folder of the step. */
  readonly folder: string
  /** The program in the proof build and in the build as released. */
  readonly programs: Programs
  /** Files of the end-to-end tests that were asked for; all if it is empty. */
  readonly specs: readonly string[]
  /** The demo firm's Steward, up to date. Steps share it; it is started again if it ended or a step failed. */
  demo(): Promise<Running>
  /** Starts the proof build on its own. */
  start(options?: StartOptions): Promise<Running>
  /** Starts the build as it would be released, or a changed copy of it. */
  startReleased(options?: StartOptions & { program?: string }): Released
  /** Runs a program to its end. */
  run(
    command: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<{ code: number; output: string }>
  /** Takes a picture of the window for the report. */
  picture(name: string, running: Running): Promise<void>
}

/** Paths of the two packed programs, the archives inside them, and the address that the proof build asks for updates. */
export type Programs = {
  proof: string
  released: string
  updateUrl: string
}

export type Step = {
  readonly id: string
  /** A sentence that is true if the step passes. */
  readonly title: string
  /** The id of the line of "Not verified" in docs/desktop.md that it proves. */
  readonly line: string
  readonly systems: 'all' | readonly NodeJS.Platform[]
  readonly limitMs: number
  /** Why the step does not apply to this computer although it applies to its system; null if it applies. */
  missing?(computer: Computer): string | null
  /**
   * Tries it.
   *
   * @returns facts for the report
   * @throws if the title is not true
   */
  run(desk: Desk): Promise<readonly string[]>
}

/** Fails a step unless the condition is true. */
export function must(condition: unknown, problem: string): asserts condition {
  if (!condition) throw new Error(problem)
}
