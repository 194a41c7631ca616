import type { SupportFile } from '../../shared/ipc/support.ts'

/** What helps to find a fault, looked at before it leaves this computer. */
export type SupportUseCases = {
  /** A bundle, whole; `handle` names it until the next one is made. */
  preview(): Promise<{ handle: string; files: SupportFile[] }>
}

/** {@link SupportUseCases} of this version on this computer. */
export function createSupportUseCases({ version }: { version: string }): SupportUseCases {
  return {
    async preview() {
      const { platform, arch, versions } = process
      const about = { steward: version, platform, arch, node: versions.node }
      return { handle: 'about', files: [{ name: 'about.json', text: `${JSON.stringify(about, null, 2)}\n` }] }
    },
  }
}
