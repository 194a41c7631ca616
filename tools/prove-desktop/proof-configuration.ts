import type { Configuration } from 'app-builder-lib'

/** The file that starts the proof build; it takes the place of `main.js` in the archive's package.json. */
export const entry = 'out/main/proof-entry.mjs'

/** How the proof build differs from the released one, for the report. */
export const differences = [
  'The fuse “enableNodeCliInspectArguments” is on: Playwright drives the main process by Node’s inspector.',
  `The archive has one more file, ${entry}: it takes Playwright’s two switches out of the arguments that Steward reads, lists the worker threads, and then loads the released main.js.`,
  'The archive’s package.json names that file as “main”, an address on this computer for updates and a publisher who signs nothing, and says “inspectable”: Steward then does not refuse the two switches.',
] as const

/** Returns the packager's configuration of the proof build: the released one with the {@link differences}, and never signed. */
export function proofConfiguration(released: Configuration, updateUrl: string): Configuration {
  const files = [released.files ?? []].flat()
  return {
    ...released,
    electronFuses: {
      ...released.electronFuses,
      enableNodeCliInspectArguments: true,
      // An unsigned program on Apple's processors runs only with a signature for this computer, which the fuses' change breaks.
      resetAdHocDarwinSignature: true,
    },
    extraMetadata: {
      ...released.extraMetadata,
      main: entry,
      inspectable: true,
      updates: { url: updateUrl, publisher: 'CN=Steward proof' },
    },
    files: [...files, { from: 'tools/prove-desktop', to: 'out/main', filter: ['proof-entry.mjs'] }],
    forceCodeSigning: false,
    publish: null,
    mac: { ...released.mac, identity: null, hardenedRuntime: false, notarize: false },
  }
}
