import { readdir, stat } from 'node:fs/promises'
import { release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { SupportFile } from '../../shared/ipc/support.ts'
import { redactWithin } from '../logs/redact.ts'
import { createZipWriter } from '../platform/zip/zip-writer.ts'

/**
 * The content of a bundle, already without names, addresses and record data; `parts` by connection, of which only the digest is
 * kept.
 */
export type SupportFacts = {
  about: object
  settings: object
  policy: object
  connections: Readonly<Record<string, object>>
  stores: Readonly<Record<string, object>>
  sync: Readonly<Record<string, object>>
  outbox: Readonly<Record<string, object>>
  crashDumps: readonly CrashDump[]
  logLines: readonly string[]
}

/**
 * The bundle's files. Every text goes through the redactor, except the log lines and the names of crash dumps, which Steward
 * made.
 */
export function bundleFiles({ crashDumps, logLines, ...facts }: SupportFacts): SupportFile[] {
  const described = Object.entries(facts).map(([name, value]) => json(`${name}.json`, redactWithin(value)))
  return [
    ...described,
    json('crash-dumps.json', { only_named: true, dumps: crashDumps }),
    { name: 'log.jsonl', text: logLines.map((line) => `${line}\n`).join('') },
  ]
}

const json = (name: string, value: unknown): SupportFile => ({ name, text: `${JSON.stringify(value, null, 2)}\n` })

/** A crash dump written by the operating system. It contains Steward's memory, so Steward never sends it anywhere. */
type CrashDump = { name: string; bytes: number; at: string }

/** Newest first; an empty list if the folder does not exist. */
export async function listCrashDumps(folder: string): Promise<CrashDump[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const dumps = entries.filter((entry) => entry.isFile() && /^[\w-]{1,64}\.dmp$/.test(entry.name))
  const facts = await Promise.all(
    dumps.map(async ({ name, parentPath }) => {
      const found = await stat(join(parentPath, name)).catch(() => null)
      return found && { name, bytes: found.size, at: found.mtime.toISOString() }
    }),
  )
  return facts.flatMap((dump) => dump ?? []).toSorted((a, b) => b.at.localeCompare(a.at))
}

/** The folder of the crash dumps in a user-data folder. */
export const crashFolder = (userDataDir: string): string => join(userDataDir, 'crashes')

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

/** The files as one ZIP, byte for byte. A bundle is small enough to be built in memory. */
export async function zipFiles(files: readonly SupportFile[]): Promise<Buffer> {
  const sink = memorySink()
  const zip = createZipWriter(sink)
  for (const { name, text } of files) await zip.add(name, text)
  await zip.end()
  return sink.bytes()
}

function memorySink() {
  let bytes = Buffer.alloc(0)
  return {
    get length() {
      return bytes.length
    },
    async append(more: Uint8Array) {
      bytes = Buffer.concat([bytes, more])
    },
    async patch(over: Uint8Array, position: number) {
      bytes.set(over, position)
    },
    bytes: () => bytes,
  }
}
