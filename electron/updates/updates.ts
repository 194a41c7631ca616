import { parseRelease, type Release } from './release.ts'
import { failureOf, type UpdateFailure } from './update-error.ts'

/** Where new versions come from. It does what it is told, one thing at a time, and nothing by itself. */
export type UpdateSource = {
  /** What the feed says of the version that is offered to this computer, as it says it; null when none is. */
  look(): Promise<unknown>
  /** @returns the file, whole by the source's own account */
  download(): Promise<string>
  /** Ends Steward and installs what was downloaded last. Comes back only with an error. */
  install(): Promise<never>
}

export type UpdateQuestion = { about: 'download' | 'install'; version: string }

export type UpdateNews =
  | { about: 'off' | 'elsewhere' | 'latest'; version: string }
  | { about: 'failed'; failure: UpdateFailure }

/** How a person is talked to. */
export type UpdateTalk = {
  ask(question: UpdateQuestion): Promise<boolean>
  tell(news: UpdateNews): Promise<void>
}

/** Whether Steward may end for an installation. */
export type Leaving = {
  /** Asks whoever would lose something by it; after a yes the end comes without another question. */
  ask(): Promise<boolean>
  /** It does not end after all. */
  cancel(): void
}

export type UpdatesOptions = {
  /** The version that runs. */
  current: string
  /** What the firm says: `ask` lets a person look, `off` nobody. */
  policy(): Promise<'ask' | 'off'>
  /** Opens the source; null where updates come in another way, and Steward neither looks nor installs. */
  openSource(): Promise<UpdateSource | null>
  /** Holds a file against what was offered, and looks whose it is. Throws unless both are as they should be. */
  verify(file: string, release: Release): Promise<void>
  /** Removes a file that must not be installed. */
  discard(file: string): Promise<void>
  talk: UpdateTalk
  leaving: Leaving
}

export type Updates = {
  /** Looks for an update and goes on with it as far as the person says. Never rejects; a second one at a time does nothing. */
  check(): Promise<void>
}

/** Updates that begin when a person asks for one, and fail closed: whatever goes wrong, nothing is installed. */
export function createUpdates({
  current,
  policy,
  openSource,
  verify,
  discard,
  talk,
  leaving,
}: UpdatesOptions): Updates {
  const state = { busy: false }

  async function install(source: UpdateSource, release: Release): Promise<void> {
    const file = await source.download()
    try {
      await verify(file, release)
      if (!(await talk.ask({ about: 'install', version: release.version }))) return
      // Afterwards the installer runs, and waits for nobody.
      if (!(await leaving.ask())) return
      // The question may have stood for hours.
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
        await attempt()
      } catch (error) {
        await talk.tell({ about: 'failed', failure: failureOf(error) })
      } finally {
        state.busy = false
      }
    },
  }
}
