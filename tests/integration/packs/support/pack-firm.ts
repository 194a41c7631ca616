import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createExports, type Exports } from '../../../../electron/api/exports.ts'
import { createPackUseCases } from '../../../../electron/api/packs.ts'
import type { Runtimes } from '../../../../electron/connections/connection-runtime.ts'
import type { OpenedStore } from '../../../../electron/data/connection-store.ts'
import { findBrowserProgram } from '../../../../electron/hosts/browser/app-window.ts'
import { openDocumentPrinter } from '../../../../electron/hosts/browser/print-documents.ts'
import type { Shell } from '../../../../electron/platform/host.ts'
import { usualPackSections } from '../../../../shared/domain/pack.ts'
import type { ContractInputs } from '../../../../shared/ipc/contract.ts'
import type { PackOptions, PackProgress } from '../../../../shared/ipc/packs.ts'
import { makeFolder, openStore, removeFolder } from '../../data/support/open-store.ts'

export const connectionId = 'a'.repeat(32)

/** Everything but the internal notes. */
export const usual: PackOptions = {
  sections: [...usualPackSections],
  since: '2026-01-01',
  since_met: true,
}

/** The use cases of packs over a store of their own, and the host's printer. */
export type PackFirm = {
  store: OpenedStore
  packs: ReturnType<typeof createPackUseCases>
  /** Where files are saved. */
  saved: string
  /** The printer's folder. */
  profile: string
  /** Makes packs; returns the events, and the path of the file. */
  make(
    households: readonly string[],
    more?: Partial<Pick<ContractInputs['packs']['start'], 'options' | 'questions' | 'folder'>>,
  ): Promise<{ steps: (PackProgress | null)[]; path: string | null }>
  close(): Promise<void>
}

type Options = { openPrinter?: Shell['openPrinter']; gate?: (procedure: string) => void }

/** @param options - another printer than Chromium, and what may be called */
export async function openPackFirm(options: Options = {}): Promise<PackFirm> {
  const folder = makeFolder()
  const store = await openStore(folder)
  const saved = await mkdtemp(join(tmpdir(), 'steward-packs-'))
  const profile = join(saved, 'print-profile')
  const revealed: string[] = []
  const openPrinter =
    options.openPrinter ?? (async () => openDocumentPrinter({ browser: await findBrowserProgram(), profile }))
  const runtimes = {
    get: async () => ({ open: async () => ({ store }), connection: { name: 'Okafor & Lind' } }),
  } as unknown as Runtimes
  const gate = options.gate ?? (() => {})
  const files: Exports = createExports({
    shell: {
      chooseSaveTarget: async ({ suggestedName }) => ({ folder: saved, name: suggestedName, replace: false }),
      revealFile: async (file) => void revealed.push(file),
    },
    runtimes,
    gate,
  })
  const rules = { firmRules: () => null, ownRules: async () => null }
  const packs = createPackUseCases({ runtimes, shell: { openPrinter }, files, rules, today: () => '2026-11-23', gate })
  return {
    store,
    packs,
    saved,
    profile,
    async make(households, { options: chosen = usual, questions = [], folder: isFolder = false } = {}) {
      const steps: (PackProgress | null)[] = []
      const input = { connectionId, households: [...households], options: chosen, questions, folder: isFolder }
      for await (const step of packs.start(input, new AbortController().signal)) steps.push(structuredClone(step))
      const name = steps.at(-1)?.file?.name
      return { steps, path: name === undefined ? null : join(saved, name) }
    },
    async close() {
      await files.close()
      await store.close()
      removeFolder(folder)
      await rm(saved, { recursive: true, force: true })
    },
  }
}
