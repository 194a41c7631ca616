import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { toAppError } from '../../../shared/domain/app-error.ts'
import type { AppEvent } from '../../../shared/ipc/events.ts'
import type { Core } from '../../api/core.ts'
import type { LockWatch } from './window-core.ts'

/** The longest line that is read, in bytes. */
export const longestLine = 64 * 1024
const mostLinks = 20
const mostFiles = 500
const longestText = 32_768

/**
 * The links and files that the system asks Steward to open: links, which are parsed only when opened, and absolute file paths.
 */
const handedOver = z.strictObject({
  links: z.array(z.string().max(longestText)).max(mostLinks),
  files: z.array(z.string().max(longestText).refine(isAbsolute)).max(mostFiles),
})

export type OpenRequest = z.infer<typeof handedOver>

/** An {@link OpenRequest} as lines, each within the length limit; the links come first. */
export function* formatOpenRequest({ links, files }: OpenRequest): Generator<string> {
  let given: OpenRequest = { links: links.slice(-mostLinks), files: [] }
  let length = Buffer.byteLength(lineOf(given))
  for (const file of files) {
    // Plus 1 byte for the comma.
    const more = Buffer.byteLength(JSON.stringify(file)) + 1
    if (given.files.length === mostFiles || length + more > longestLine) {
      yield lineOf(given)
      given = { links: [], files: [] }
      length = Buffer.byteLength(lineOf(given))
    }
    given.files.push(file)
    length += more
  }
  yield lineOf(given)
}

const lineOf = (given: OpenRequest): string => `${JSON.stringify(given)}\n`

/** Parses one line; null for any other format. */
export function parseOpenRequest(line: string): OpenRequest | null {
  try {
    return handedOver.parse(JSON.parse(line))
  } catch {
    return null
  }
}

type Options = {
  core: Pick<Core, 'findLink' | 'openFiles'>
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
      go(await core.findLink(link, screen()))
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
    if (files.length > 0) void core.openFiles(files)
  }
}

/** Accepts open requests at any time, and queues them until a handler is set. */
type DeferredQueue = {
  put(given: OpenRequest): void
  open(opener: (given: OpenRequest) => void): void
}

export function createDeferredQueue(): DeferredQueue {
  const waiting: OpenRequest[] = []
  let opener = (given: OpenRequest): void => {
    waiting.push(given)
  }
  return {
    put: (given) => opener(given),
    open(by) {
      opener = by
      for (const given of waiting.splice(0)) by(given)
    },
  }
}
