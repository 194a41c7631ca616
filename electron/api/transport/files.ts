import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'
import { signalOf } from './streams.ts'

export function implementFiles(os: Implementer['files'], { files }: Core) {
  return {
    held: os.held.handler(({ input }) => files.held(input)),
    heldOf: os.heldOf.handler(({ input }) => files.heldOf(input)),
    fetch: os.fetch.handler(async function* ({ input, signal }) {
      yield* files.fetch(input, signalOf(signal))
    }),
    read: os.read.handler(({ input }) => files.read(input)),
    open: os.open.handler(({ input }) => files.open(input)),
    dragOut: os.dragOut.handler(({ input }) => files.dragOut(input)),
    opened: os.opened.handler(({ input }) => files.opened(input)),
    removeOpened: os.removeOpened.handler(({ input }) => files.removeOpened(input)),
    saveAs: os.saveAs.handler(({ input }) => files.saveAs(input)),
    remove: os.remove.handler(({ input }) => files.remove(input)),
    thumbnails: os.thumbnails.handler(({ input }) => files.thumbnails(input)),
    keepThumbnail: os.keepThumbnail.handler(({ input }) => files.keepThumbnail(input)),
  }
}
