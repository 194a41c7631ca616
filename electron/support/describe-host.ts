import { release, totalmem } from 'node:os'

/** The running Steward and its platform. */
export function describeHost({ version, shell, keychain }: { version: string; shell: string; keychain: string }) {
  const { platform, arch, versions } = process
  return {
    made_at: new Date().toISOString(),
    ...{ steward: version, shell, keychain },
    ...{ platform, release: release(), arch },
    ...{ node: versions.node, electron: versions.electron ?? null, chromium: versions.chrome ?? null },
    memory_mib: Math.round(totalmem() / 2 ** 20),
    runs_for_s: Math.round(process.uptime()),
    time_zone_offset_min: -new Date().getTimezoneOffset(),
  }
}
