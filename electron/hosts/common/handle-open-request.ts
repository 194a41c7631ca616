import { toAppError } from '../../../shared/domain/app-error.ts'
import type { AppEvent } from '../../../shared/ipc/events.ts'
import type { Core } from '../../api/core.ts'
import type { LockWatch } from './lock-watch.ts'
import type { OpenRequest } from './open-request.ts'

type Options = {
  core: Pick<Core, 'links' | 'intake'>
  lock: LockWatch
  /** The screen of the front window, if known. */
  screen(): string | null
  show(): void
  /** Shows an address of the app, in the front window or in a new one. */
  go(path: string): void
  /** Sends an event to the front window. */
  tell(event: AppEvent): void
}

/**
 * Opens the links and files that the system passes to Steward: the last of the links, since one window shows one screen, and all
 * files. A link waits until Steward is unlocked; it replaces an earlier waiting link.
 */
export function createOpenRequestHandler({
  core,
  lock,
  screen,
  show,
  go,
  tell,
}: Options): (given: OpenRequest) => void {
  let latest = 0
  const openLink = async (link: string) => {
    latest += 1
    const own = latest
    await lock.whenOpen()
    if (own !== latest) return
    try {
      go(await core.links.find(link, screen()))
    } catch (thrown) {
      const { code, message, nextStep } = toAppError(thrown)
      show()
      tell({ type: 'problem', problem: { code, message, nextStep } })
    }
  }
  return ({ links, files }) => {
    const link = links.at(-1)
    if (link === undefined || lock.locked()) show()
    if (link !== undefined) void openLink(link)
    if (files.length > 0) void core.intake.arrive(files)
  }
}
