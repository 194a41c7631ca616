import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/** Electron's fuses, set in every package before it is signed. */
export const fuses = {
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  // Checked on macOS and Windows only; Electron has no such check on Linux.
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  grantFileProtocolExtraPrivileges: false,
} as const

const positions: Readonly<Record<keyof typeof fuses, FuseV1Options>> = {
  runAsNode: FuseV1Options.RunAsNode,
  enableNodeOptionsEnvironmentVariable: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  enableNodeCliInspectArguments: FuseV1Options.EnableNodeCliInspectArguments,
  enableEmbeddedAsarIntegrityValidation: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  onlyLoadAppFromAsar: FuseV1Options.OnlyLoadAppFromAsar,
  grantFileProtocolExtraPrivileges: FuseV1Options.GrantFileProtocolExtraPrivileges,
}

/**
 * Reads the fuses of a packaged program and compares them with {@link fuses}.
 *
 * @param program - the executable, or the `.app` on macOS
 * @throws if a fuse differs or cannot be read
 */
export async function assertFuses(program: string): Promise<void> {
  const wire = await getCurrentFuseWire(program)
  const names = Object.keys(fuses) as (keyof typeof fuses)[]
  const wrong = names.filter((name) => wire[positions[name]] !== (fuses[name] ? FuseState.ENABLE : FuseState.DISABLE))
  if (wrong.length > 0) throw new Error(`Unexpected fuses: ${wrong.join(', ')}.`)
}

/**
 * Reads the fuses of an Electron before it is packed: without them, the packager would fail only at its end.
 *
 * @throws if it has none
 */
export async function assertHasFuses(program: string): Promise<void> {
  await getCurrentFuseWire(program).catch(() => {
    throw new Error(`${program} has no fuses that could be set.`)
  })
}
