import { failureOf, parseRelease, type Release, type UpdateFailure } from './release.ts'

/** The source of new versions. It acts only when called, one call at a time. */
export type UpdateSource = {
  /** The feed's raw description of the version offered to this computer; null if there is none. */
  look(): Promise<unknown>
  /** @returns the path of the downloaded file, complete according to the source */
  download(): Promise<string>
  /** Quits Steward and installs the last download. Returns only with an error. */
  install(): Promise<never>
}

export type UpdateQuestion = { about: 'download' | 'install'; version: string }

export type UpdateNews =
  | { about: 'off' | 'elsewhere' | 'latest'; version: string }
  | { about: 'failed'; failure: UpdateFailure }

/** The dialogs of an update. */
export type UpdateTalk = {
  ask(question: UpdateQuestion): Promise<boolean>
  tell(news: UpdateNews): Promise<void>
}

/** Whether Steward may quit for an installation. */
export type Leaving = {
  /** Asks the user if quitting would lose something; after a yes, quitting asks no further question. */
  ask(): Promise<boolean>
  /** The quit was called off. */
  cancel(): void
}

export type UpdatesOptions = {
  /** The running version. */
  current: string
  /** The policy: with `ask` the user may check for updates, with `off` they may not. */
  policy(): Promise<'ask' | 'off'>
  /** Whether the policy leaves it to Steward to look by itself. */
  looksByItself(): Promise<boolean>
  /** Opens the feed of a packaged Steward, also where it cannot replace itself; null if there is none. */
  openFeed(): Promise<Pick<UpdateSource, 'look'> | null>
  /** Opens the source; null if updates are installed in another way, and Steward neither checks nor installs. */
  openSource(): Promise<UpdateSource | null>
  /** Compares a file with the offered release and checks its signature. Throws unless both are right. */
  verify(file: string, release: Release): Promise<void>
  /** Deletes a file that must not be installed. */
  discard(file: string): Promise<void>
  talk: UpdateTalk
  leaving: Leaving
}

export type Updates = {
  /** Checks for an update and proceeds as far as the user agrees. Never rejects; does nothing if a check is already running. */
  check(): Promise<void>
  /**
   * Looks without asking, telling or downloading anything.
   *
   * @returns the newer version; null if there is none, or the policy forbids to look; undefined if it is not known
   */
  look(): Promise<string | null | undefined>
}

/** Downloads and installations start only on the user's request, and fail closed: after any error nothing is installed. */
export function createUpdates({
  current,
  policy,
  looksByItself,
  openFeed,
  openSource,
  verify,
  discard,
  talk,
  leaving,
}: UpdatesOptions): Updates {
  const state = { busy: false, looking: Promise.resolve<unknown>(null) }

  async function lookQuietly(): Promise<string | null | undefined> {
    try {
      if (!(await looksByItself())) return null
      const feed = await openFeed()
      const said = (await feed?.look()) ?? null
      return said === null ? null : (parseRelease(said, current)?.version ?? null)
    } catch {
      // An unreachable or untrustworthy feed is reported only to a user who asks.
      return undefined
    }
  }

  async function install(source: UpdateSource, release: Release): Promise<void> {
    const file = await source.download()
    try {
      await verify(file, release)
      if (!(await talk.ask({ about: 'install', version: release.version }))) return
      // Asked now, because the installer that runs next waits for nothing.
      if (!(await leaving.ask())) return
      // Verified again: the question may have been open for hours.
      await verify(file, release)
      await source.install()
    } catch (error) {
      leaving.cancel()
      await discard(file)
      throw error
    }
  }

  async function attempt(): Promise<void> {
    if ((await policy()) === 'off') return talk.tell({ about: 'off', version: current })
    const source = await openSource()
    if (source === null) return talk.tell({ about: 'elsewhere', version: current })
    const said = await source.look()
    const release = said === null ? null : parseRelease(said, current)
    if (release === null) return talk.tell({ about: 'latest', version: current })
    if (await talk.ask({ about: 'download', version: release.version })) await install(source, release)
  }

  return {
    async check() {
      if (state.busy) return
      state.busy = true
      try {
        // The source does one thing at a time.
        await state.looking
        await attempt()
      } catch (error) {
        await talk.tell({ about: 'failed', failure: failureOf(error) })
      } finally {
        state.busy = false
      }
    },
    async look() {
      if (state.busy) return undefined
      const looking = lookQuietly()
      state.looking = looking
      return looking
    },
  }
}
