import type { SupportFile } from '../../shared/ipc/support.ts'
import { redactWithin } from '../logs/redact.ts'
import type { CrashDump } from './crash-dumps.ts'

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
