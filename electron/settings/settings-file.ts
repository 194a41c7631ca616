import { z } from 'zod'
import { AppError, type FieldIssue } from '../../shared/domain/app-error.ts'
import { connectionFieldNames } from '../../shared/domain/connection-fields.ts'
import { undoPeriods } from '../../shared/domain/operation-rules.ts'
import { maxIdleMinutes } from '../../shared/domain/policy.ts'
import { type EveryPreference, everyPreference, preferenceNames } from '../../shared/domain/preferences.ts'
import { type Preferences, preferences } from '../../shared/ipc/app.ts'
import { changePeriods } from '../../shared/ipc/changes.ts'
import { maxSettingsText } from '../../shared/ipc/settings.ts'
import { isRecord } from '../../shared/lib/json.ts'
import type { Connection } from '../tenants/connection.ts'
import { parseConnectionDescription } from '../tenants/parse-connection-input.ts'

/** The content of a settings file: chosen preferences, and tenants without their secrets. */
export type Settings = { preferences: Partial<EveryPreference>; connections: Connection[] }

const version = 1
const maxConnections = 200
const maxIssues = 20

const oneOf = (numbers: readonly number[]) => `${numbers.slice(0, -1).join(', ')} or ${numbers.at(-1)}`

/** The allowed values of each preference, in words. */
const mayBe: Readonly<Record<keyof EveryPreference, string>> = {
  theme: '"system", "light" or "dark"',
  single_keys: 'true or false',
  density: '"comfortable" or "compact"',
  estate_view: '"map", "size" or "table"',
  idle_minutes: `a whole number of minutes from 0, for never, to ${maxIdleMinutes}`,
  lock_with_system: 'true or false',
  notifications: 'true or false',
  undo_seconds: oneOf(undoPeriods),
  change_months: `${oneOf(changePeriods)} months; 0 is for always`,
}

const isPreference = (name: string): name is keyof EveryPreference => Object.hasOwn(mayBe, name)

/**
 * The text of a settings file. Every preference is written out, so that the file means the same wherever it is imported. The demo
 * firm is left out: its address changes at every start.
 */
export function writeSettings(chosen: Preferences, connections: readonly Connection[]): string {
  const described = connections
    .filter(({ kind }) => kind === 'tenant')
    // Only the fields of a description: nothing else that a connection comes to have leaves this computer by accident.
    .map((connection) => ({
      ...Object.fromEntries(connectionFieldNames.map((field) => [field, connection[field]])),
      read_only: connection.read_only,
    }))
  const file = { steward_settings: version, preferences: everyPreference(chosen), connections: described }
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * Parses a settings file, whether edited by hand or written by Steward. Settings that it leaves out stay as they are.
 *
 * @throws AppError `settings/unreadable`, with one issue per error
 */
export function readSettings(text: string): Settings {
  const file = fieldsOf(parseJson(text))
  if (file === null || file.steward_settings === undefined) {
    throw unreadable('It is not marked as a Steward settings file.', 'Choose a file that Steward exported here.')
  }
  const { steward_settings: written } = file
  if (typeof written === 'number' && Number.isInteger(written) && written > version) {
    throw unreadable('It was written by a newer Steward.', 'Update Steward, then import it.')
  }
  const issues: FieldIssue[] = []
  if (written !== version) issues.push({ field: 'steward_settings', message: `This must be ${version}.` })
  for (const name of Object.keys(file).filter(
    (name) => !['steward_settings', 'preferences', 'connections'].includes(name),
  ))
    issues.push(unknown(name))
  const read = {
    preferences: readPreferences(file.preferences, issues),
    connections: readConnections(file.connections, issues),
  }
  if (issues.length > 0) throw wrong(issues)
  return read
}

function parseJson(text: string): unknown {
  // The page has the same limit, but the text may not come from the page.
  if (text.length > maxSettingsText) throw unreadable('It is too large.', 'Choose a file that Steward exported here.')
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw unreadable('It is not valid JSON.', 'Check its braces, commas and quotation marks, or export it again.')
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return isRecord(value) ? value : null
}

function readPreferences(given: unknown, issues: FieldIssue[]): Settings['preferences'] {
  if (given === undefined) return {}
  const fields = fieldsOf(given)
  if (fields === null) {
    issues.push({ field: 'preferences', message: 'This must be a set of settings in braces.' })
    return {}
  }
  for (const [name, value] of Object.entries(fields)) {
    if (!isPreference(name)) issues.push(unknown(`preferences.${name}`))
    else if (!preferences.shape[name].safeParse(value).success)
      issues.push({ field: `preferences.${name}`, message: `This must be ${mayBe[name]}.` })
  }
  const parsed = preferences.partial().safeParse(fields)
  return parsed.success ? chosenIn(parsed.data) : {}
}

const chosenIn = (given: { [Name in keyof Preferences]?: Preferences[Name] | undefined }): Settings['preferences'] =>
  Object.fromEntries(preferenceNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))

function readConnections(given: unknown, issues: FieldIssue[]): Connection[] {
  if (given === undefined) return []
  if (!Array.isArray(given) || given.length > maxConnections) {
    issues.push({ field: 'connections', message: `This must be a list of at most ${maxConnections} connections.` })
    return []
  }
  const read: Connection[] = []
  given.forEach((each: unknown, at) => {
    const place = `connections.${at}`
    const connection = readConnection(each, place, issues)
    if (connection === null) return
    if (read.some(({ id }) => id === connection.id))
      issues.push({ field: place, message: 'This is the same connection as another one in this file.' })
    read.push(connection)
  })
  return read
}

function readConnection(given: unknown, place: string, issues: FieldIssue[]): Connection | null {
  const { read_only: readOnly = false, ...described } = fieldsOf(given) ?? {}
  const told = z.boolean().safeParse(readOnly)
  if (!told.success) issues.push({ field: `${place}.read_only`, message: 'This must be true or false.' })
  try {
    const connection = parseConnectionDescription(fieldsOf(given) === null ? given : described)
    return { ...connection, read_only: told.data ?? true }
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    issues.push(
      ...thrown.issues.map(({ field, message }) => ({ field: field === '' ? place : `${place}.${field}`, message })),
    )
    return null
  }
}

const unknown = (field: string): FieldIssue => ({
  field: field.slice(0, 100),
  message: 'Steward does not know this setting; check its spelling or leave it out.',
})

function wrong(issues: readonly FieldIssue[]): AppError {
  return new AppError('settings/unreadable', {
    message:
      issues.length === 1 ? 'One setting in this file is wrong.' : `${issues.length} settings in this file are wrong.`,
    nextStep: 'Correct the settings listed, or export the file again. Nothing was changed.',
    issues: issues.slice(0, maxIssues),
  })
}

function unreadable(message: string, nextStep: string): AppError {
  return new AppError('settings/unreadable', { message, nextStep })
}
