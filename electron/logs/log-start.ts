import type { Log } from './log.ts'

const platforms = ['linux', 'darwin', 'win32'] as const
const architectures = ['x64', 'arm64'] as const

const known = <Word extends string>(words: readonly Word[], word: string): Word | 'other' =>
  words.find((one) => one === word) ?? 'other'

/** Logs the version and platform at the start. Returns a function that logs the end. */
export function logStart(log: Log, { version, shell }: { version: string; shell: 'desktop' | 'browser' }): () => void {
  const { platform, arch, versions } = process
  const startedAt = performance.now()
  log('started', {
    ...{ version, shell },
    platform: known(platforms, platform),
    arch: known(architectures, arch),
    node: versions.node,
    electron: versions.electron ?? null,
  })
  return () => log('stopped', { ran_ms: Math.round(performance.now() - startedAt) })
}
