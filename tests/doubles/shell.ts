import { startReader, startService } from '../../electron/hosts/browser/start-service.ts'
import type { SaveTarget, Shell } from '../../electron/platform/host.ts'
import { type SystemDouble, systemDouble } from './system-events.ts'

export type ShellDouble = Shell & {
  /** File names that were suggested, and files that were shown. */
  readonly suggested: string[]
  readonly revealed: string[]
  /** Copies that were opened in another program. */
  readonly openedFiles: string[]
  readonly system: SystemDouble
  /** How often Steward was asked to quit. */
  quits: number
}

/**
 * A host without a browser or a screen that really runs services.
 *
 * @param saveTo - returns where the user saves a file of this name; by default the user cancels
 */
export function shellDouble(saveTo: (name: string) => SaveTarget | null = () => null): ShellDouble {
  const suggested: string[] = []
  const revealed: string[] = []
  const openedFiles: string[] = []
  const double: ShellDouble = {
    kind: 'browser',
    suggested,
    revealed,
    openedFiles,
    openWindow: async () => null,
    openInBrowser: async () => {},
    resolveProxy: async () => 'DIRECT',
    startService,
    startReader,
    async chooseSaveTarget({ suggestedName }) {
      suggested.push(suggestedName)
      return saveTo(suggestedName)
    },
    revealFile: async (file) => void revealed.push(file),
    openFile: async (file) => void openedFiles.push(file),
    dragFile: null,
    copy: null,
    print: null,
    openPrinter: async () => ({
      print: async (html) => new TextEncoder().encode(html),
      close: async () => {},
    }),
    notify: null,
    badge: null,
    newer: null,
    system: systemDouble(),
    quits: 0,
    quit() {
      double.quits += 1
    },
  }
  return double
}
