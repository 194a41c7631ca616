import { app, dialog, type Event, powerMonitor } from 'electron'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { Core } from '../../api/core.ts'
import type { Unfinished } from '../../connections/unfinished-work.ts'
import { endProcess } from '../../platform/native-calls.ts'
import type { Leaving } from '../../updates/updates.ts'

const endWithinMs = 30_000

type Options = {
  core: Pick<Core, 'unfinished' | 'close'>
  /** The user chose not to quit; there may be no window open. */
  stay(): void
}

/** Electron's declarations leave out the argument that its documentation describes. */
type ShutdownEvents = { on(name: 'shutdown', listener: (event?: Event) => void): unknown }

type Question = { message: string; detail: string; yes: string; no: string }

/**
 * Quitting waits for everything to end: pending disk writes are finished, and services are stopped. Saved changes are kept and need no
 * question.
 *
 * @returns asks the same question, once, for code that ends Steward in another way
 */
export function quitInOrder({ core, stay }: Options): Leaving {
  const state = { asks: true, phase: 'running' as 'running' | 'asking' | 'ending' }
  const end = () => {
    state.phase = 'ending'
    // Everything saved is on the disk. A part that cannot end must not keep Steward, which shows no window any more, running.
    const exit = () => endProcess(() => app.exit(0))
    setTimeout(exit, endWithinMs)
    void core.close().finally(exit)
  }
  app.on('window-all-closed', () => app.quit())
  // A computer that shuts down waits for no answer.
  const leave = () => {
    state.asks = false
    app.quit()
  }
  const monitor: ShutdownEvents = powerMonitor
  monitor.on('shutdown', (event) => {
    // The system waits until Steward has ended, for as long as it lets programs delay it.
    event?.preventDefault()
    leave()
  })
  // Windows sends `session-end` only once the session certainly ends: before that, another program may still cancel it.
  app.on('browser-window-created', (_event, window) => void window.on('session-end', leave))
  app.on('before-quit', (event) => {
    event.preventDefault()
    if (state.phase === 'ending' || (state.phase === 'asking' && state.asks)) return
    if (!state.asks) return end()
    state.phase = 'asking'
    void mayQuit(core).then((may) => {
      if (state.phase !== 'asking') return
      if (may) return end()
      state.phase = 'running'
      stay()
    })
  })
  return {
    async ask() {
      const may = await mayQuit(core)
      if (may) state.asks = false
      return may
    },
    cancel() {
      state.asks = true
    },
  }
}

async function mayQuit(core: Options['core']): Promise<boolean> {
  // If the check fails, the question cannot be asked, and that must not block quitting.
  const unfinished = await core.unfinished().catch(() => null)
  const question = unfinished && questionAbout(unfinished)
  if (question === null) return true
  const { message, detail, yes, no } = question
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message,
    detail,
    buttons: [yes, no],
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0
}

function questionAbout({ uploads, lost }: Unfinished): Question | null {
  if (lost > 0) {
    return {
      message: lost === 1 ? 'One unsaved item would be lost.' : `${formatCount(lost)} unsaved items would be lost.`,
      detail:
        'Steward could not use a keychain on this computer, so it keeps nothing here. Unsent changes, files not uploaded and unsaved forms are lost when it closes.',
      yes: 'Quit and lose them',
      no: 'Stay',
    }
  }
  if (uploads === 0) return null
  return {
    message: uploads === 1 ? 'A file is being uploaded.' : `${formatCount(uploads)} files are being uploaded.`,
    detail: 'Nothing is lost by quitting: unfinished uploads start again next time.',
    yes: 'Quit and continue next time',
    no: 'Wait',
  }
}
