import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Preferences, preferences } from '../../shared/ipc/app.ts'
import { createEmitter, createMutex } from '../../shared/lib/calls.ts'
import { writePrivateFile } from '../platform/private-file.ts'

const defaults: Preferences = { theme: 'system', single_keys: true }

/** Preferences to change; undefined means no change. */
type Change = { [Key in keyof Preferences]?: Preferences[Key] | undefined }

/**
 * The user's preferences for the whole app. A missing or unreadable file means the defaults, and is replaced at the next change.
 */
export type PreferencesFile = {
  get(): Promise<Preferences>
  set(change: Change): Promise<Preferences>
  /** Called with all preferences after each change. Returns a function that unsubscribes. */
  onChanged(listener: (now: Preferences) => void): () => void
}

async function readPreferences(path: string): Promise<Preferences> {
  try {
    const stored = preferences.partial().safeParse(JSON.parse(await readFile(path, 'utf8')))
    return stored.success ? { ...defaults, ...withoutUndefined(stored.data) } : defaults
  } catch {
    return defaults
  }
}

function withoutUndefined(change: Change): Partial<Preferences> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

/** Preferences in `preferences.json` of the user-data folder. */
export function createPreferencesFile(userDataDir: string): PreferencesFile {
  const path = join(userDataDir, 'preferences.json')
  /** One change at a time: each reads the whole file and writes it back. */
  const inTurn = createMutex()
  const changes = createEmitter<Preferences>()
  return {
    get: () => readPreferences(path),
    set: (change) =>
      inTurn(async () => {
        const next = { ...(await readPreferences(path)), ...withoutUndefined(change) }
        await writePrivateFile(path, `${JSON.stringify(next, null, 2)}\n`)
        changes.emit(next)
        return next
      }),
    onChanged: changes.on,
  }
}
