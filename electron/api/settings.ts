import { arch, release } from 'node:os'
import { everyPreference, preferenceNames } from '../../shared/domain/preferences.ts'
import type { Preferences } from '../../shared/ipc/app.ts'
import type { DescribedConnection, PreferenceChange } from '../../shared/ipc/settings.ts'
import type { Shell } from '../platform/host.ts'
import { readSettings, type Settings, writeSettings } from '../settings/settings-file.ts'
import type { Connection } from '../tenants/connection.ts'
import type { SavedConnections } from '../tenants/saved-connections.ts'
import type { UseCases } from './core.ts'
import type { FileSaver } from './exports.ts'

type Options = {
  version: string
  shell: Pick<Shell, 'kind'>
  saved: Pick<SavedConnections, 'list'>
  files: Pick<FileSaver, 'saveText'>
  getPreferences(): Promise<Preferences>
  /** Also notifies every window. */
  setPreferences: UseCases['app']['setPreferences']
  /** @throws AppError `policy/address-not-allowed` */
  refuseAddress(connection: Connection): void
  /** Adds a connection without its client secret. */
  addConnection(connection: Connection): Promise<unknown>
}

/** Exports and imports of this computer's settings, and the versions of Steward and its components. */
export function createSettingsUseCases(options: Options): UseCases['settings'] {
  const { saved, files } = options
  const parsed = async (text: string) => {
    const settings = readSettings(text)
    const known = new Set((await saved.list()).map(({ id }) => id))
    // All addresses are checked first: if the policy forbids one, nothing is imported.
    for (const connection of settings.connections) if (!known.has(connection.id)) options.refuseAddress(connection)
    return { settings, known, changes: changesOf(await options.getPreferences(), settings.preferences) }
  }
  return {
    async exportFile() {
      const text = writeSettings(await options.getPreferences(), await saved.list())
      const suggestedName = 'Steward settings.json'
      return { file: await files.saveText({ procedure: 'settings.exportFile', suggestedName, text }) }
    },
    async check({ text }) {
      const { settings, known, changes } = await parsed(text)
      return { preferences: changes, connections: settings.connections.map((each) => describe(each, known)) }
    },
    async apply({ text }) {
      const { settings, known, changes } = await parsed(text)
      const fresh = settings.connections.filter(({ id }) => !known.has(id))
      for (const connection of fresh) await options.addConnection(connection)
      if (changes.length > 0) await options.setPreferences(settings.preferences)
      return { preferences: changes.length, connections: fresh.length }
    },
    async about() {
      const { readSqliteVersion } = await import('../data/open-database.ts')
      return { version: options.version, shell: options.shell.kind, ...host(), sqlite: readSqliteVersion() }
    },
  }
}

function changesOf(chosen: Preferences, given: Settings['preferences']): PreferenceChange[] {
  const now = everyPreference(chosen)
  return preferenceNames.flatMap((name) => {
    const to = given[name]
    return to === undefined || to === now[name] ? [] : [{ name, from: now[name], to }]
  })
}

function describe(connection: Connection, known: ReadonlySet<string>): DescribedConnection {
  const { id, name, base_url, auth_url, user, read_only, ca_certificate } = connection
  const own_authority = ca_certificate !== null
  return { id, name, base_url, auth_url, user, read_only, own_authority, known: known.has(id) }
}

const systems: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'macOS',
  linux: 'Linux',
  win32: 'Windows',
}

/** The operating system, and the programs that Steward runs in. */
function host() {
  const { platform, versions } = process
  return {
    system: `${systems[platform] ?? platform} ${release()}, ${arch()}`,
    node: versions.node,
    electron: versions.electron ?? null,
    chromium: versions.chrome ?? null,
  }
}
