import type { BuiltSystem } from './signed-packages.ts'

const systems = { win32: 'Windows', darwin: 'macOS', linux: 'Linux' } as const

/** Returns the lines of a version in CHANGELOG.md, without its heading; null if it has none. */
export function changesOf(changelog: string, version: string): string | null {
  const parts = changelog.split(/^## /m).slice(1)
  const own = parts.find((part) => /^\[?v?([^\]\s]+)/.exec(part)?.[1] === version)
  return own === undefined ? null : own.slice(own.indexOf('\n') + 1).trim()
}

/** Returns the text of a draft release: which packages are unsigned, how to verify them, and the changes. */
export function releaseNotes(changes: string, built: readonly BuiltSystem[], repository: string): string {
  const unsigned = built.filter(({ signed }) => !signed).map(({ platform }) => systems[platform])
  const names = [...new Set(unsigned)].sort().join(', ')
  return [
    ...(names === '' ? [] : [`**Not signed: ${names}.** Do not publish these packages. They have no update feed.`]),
    changes,
    '## Verify',
    `\`sha256sum --check SHA256SUMS\` compares the packages with their checksums, and \`gh attestation verify FILE --repo ${repository}\` shows the workflow and the commit that built them. \`npm run verify-release -- FILE\` in a clone of the tag builds the app again and compares it.`,
  ].join('\n\n')
}
