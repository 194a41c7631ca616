import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSettings, writeSettings } from '../../../electron/settings/settings-file.ts'
import { createDemoConnection } from '../../../electron/tenants/connection.ts'
import { parseConnectionDescription } from '../../../electron/tenants/parse-connection-input.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { undoPeriods } from '../../../shared/domain/operation-rules.ts'
import { everyPreference } from '../../../shared/domain/preferences.ts'
import type { Preferences } from '../../../shared/ipc/app.ts'
import { maxSettingsText } from '../../../shared/ipc/settings.ts'
import { badFields, goodInput } from '../tenants/connection-input.ts'

const { client_secret: _secret, ...described } = goodInput
const good = { steward_settings: 1, preferences: { theme: 'dark' }, connections: [described] }

function failureOf(text: string): AppError {
  try {
    readSettings(text)
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown
    throw thrown
  }
  throw new Error('it passed')
}

const spoilt = (change: object) => failureOf(JSON.stringify({ ...good, ...change }))

const chosen: fc.Arbitrary<Preferences> = fc
  .record(
    {
      theme: fc.constantFrom('system', 'light', 'dark'),
      single_keys: fc.boolean(),
      density: fc.constantFrom('comfortable', 'compact'),
      idle_minutes: fc.integer({ min: 0, max: 720 }),
      lock_with_system: fc.boolean(),
      notifications: fc.boolean(),
      undo_seconds: fc.constantFrom(...undoPeriods),
    } as const,
    { requiredKeys: ['theme', 'single_keys'] },
  )
  .map((preferences) => preferences)

const line = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' }).filter((text) => text.trim() !== '')
const connection = fc
  .record({
    name: line,
    base_url: fc.domain().map((host) => `https://${host}`),
    auth_url: fc.domain().map((host) => `https://${host}`),
    client_id: line,
    redirect_uri: fc.integer({ min: 1, max: 9999 }).map((port) => `http://127.0.0.1:${port}/callback`),
    flow: fc.constantFrom('authorization_code', 'client_credentials'),
    user: fc.option(line),
    pkce: fc.boolean(),
    token_auth: fc.constantFrom('post', 'basic'),
    scope: fc.option(fc.constantFrom('openid', 'openid offline_access', 'none')),
    resource: fc.option(fc.webUrl()),
    audience: fc.option(line),
    read_only: fc.boolean(),
  })
  .map(({ read_only, ...input }) => ({ ...parseConnectionDescription(input), read_only }))
const connections = fc.uniqueArray(connection, { selector: ({ id }) => id, maxLength: 5 })

describe('a settings file', () => {
  it('gives back what was written, and is written the same again', () => {
    fc.assert(
      fc.property(chosen, connections, (preferences, saved) => {
        const text = writeSettings(preferences, saved)
        const read = readSettings(text)
        expect(read).toEqual({ preferences: everyPreference(preferences), connections: saved })
        expect(writeSettings(everyPreference(read.preferences), read.connections)).toBe(text)
      }),
      { numRuns: 300 },
    )
  })

  it('holds nothing of a connection but its description, and nothing of the demo firm', () => {
    const demo = createDemoConnection({
      base_url: 'https://127.0.0.1:1',
      auth_url: 'https://127.0.0.1:1',
      client_id: 'demo',
      ca_certificate: 'demo authority',
      read_only: false,
    })
    const tenant = parseConnectionDescription(described)
    const carrying = { ...tenant, client_secret: 'canary-secret', refresh_token: 'canary-token', key: 'canary-key' }
    const text = writeSettings({ theme: 'light', single_keys: true }, [demo, carrying])
    expect(text).not.toContain('canary')
    expect(text).not.toContain('demo')
    expect(JSON.parse(text).connections).toEqual([{ ...described, ca_certificate: null, read_only: false }])
  })

  it('may leave out what is to stay as it is', () => {
    expect(readSettings('{"steward_settings":1}')).toEqual({ preferences: {}, connections: [] })
    expect(readSettings('\uFEFF{"steward_settings":1,"preferences":{"density":"compact"}}')).toEqual({
      preferences: { density: 'compact' },
      connections: [],
    })
    expect(readSettings(JSON.stringify(good)).connections).toMatchObject([{ read_only: false, kind: 'tenant' }])
  })

  it.each([
    ['no JSON', '{"steward_settings": 1,}', /valid JSON/],
    ['nothing', '', /valid JSON/],
    ['a list', '[]', /is not marked as/],
    ['null', 'null', /is not marked as/],
    ['something else', '{"connections":[]}', /is not marked as/],
    ['of a newer Steward', '{"steward_settings":2,"colour":"blue"}', /newer Steward/],
    ['too large', `{"steward_settings":1,"x":"${'x'.repeat(maxSettingsText)}"}`, /too large/],
  ])('is turned down when it is %s', (_what, text, says) => {
    const failure = failureOf(text)
    expect(failure).toMatchObject({ code: 'settings/unreadable', message: expect.stringMatching(says), issues: [] })
    expect(failure.nextStep).not.toBe('')
  })

  it.each([
    [{ steward_settings: '1' }, 'steward_settings', /must be 1/],
    [{ preferences: [] }, 'preferences', /in braces/],
    [{ preferences: { theme: 'blue' } }, 'preferences.theme', /"system", "light" or "dark"/],
    [{ preferences: { single_keys: 'yes' } }, 'preferences.single_keys', /true or false/],
    [{ preferences: { density: null } }, 'preferences.density', /"comfortable" or "compact"/],
    [{ preferences: { idle_minutes: 1.5 } }, 'preferences.idle_minutes', /whole number/],
    [{ preferences: { idle_minutes: 721 } }, 'preferences.idle_minutes', /720/],
    [{ preferences: { lock_with_system: 1 } }, 'preferences.lock_with_system', /true or false/],
    [{ preferences: { notifications: 0 } }, 'preferences.notifications', /true or false/],
    [{ preferences: { colour: 'blue' } }, 'preferences.colour', /does not know/],
    [{ preferences: { toString: 1 } }, 'preferences.toString', /does not know/],
    [{ colour: 'blue' }, 'colour', /does not know/],
    [{ connections: {} }, 'connections', /a list of at most 200/],
    [{ connections: Array(201).fill(described) }, 'connections', /a list of at most 200/],
    [{ connections: ['x'] }, 'connections.0', /set of fields/],
    [{ connections: [described, described] }, 'connections.1', /same connection/],
    [{ connections: [{ ...described, read_only: 'no' }] }, 'connections.0.read_only', /true or false/],
    [
      { connections: [{ ...described, client_secret: 'x' }] },
      'connections.0.client_secret',
      /must not contain a secret/,
    ],
  ] as const)('says what is wrong with %j', (change, field, says) => {
    expect(spoilt(change)).toMatchObject({
      code: 'settings/unreadable',
      issues: [{ field, message: expect.stringMatching(says) }],
    })
  })

  it.each(badFields.filter(([field]) => field !== 'client_secret'))(
    'says where a connection is wrong: %s, %o',
    (field, value, says) => {
      const wrong = { ...described, [field]: value === undefined ? null : value }
      expect(
        spoilt({ connections: [described, { ...wrong, client_id: field === 'client_id' ? value : 'other' }] }),
      ).toMatchObject({ issues: [{ field: `connections.1.${field}`, message: expect.stringMatching(says) }] })
    },
  )

  it('names everything that is wrong at once', () => {
    const failure = spoilt({ preferences: { theme: 1, dense: true }, connections: [{ ...described, pkce: 1 }] })
    expect(failure.issues.map(({ field }) => field)).toEqual([
      'preferences.theme',
      'preferences.dense',
      'connections.0.pkce',
    ])
  })

  it('never fails but by name, and never repeats a secret, whatever comes in', () => {
    const values = fc.oneof(fc.anything(), fc.constantFrom(described, [described], { theme: 'dark' }, 1))
    const names = fc.constantFrom('steward_settings', 'preferences', 'connections', '__proto__', 'theme')
    fc.assert(
      fc.property(fc.dictionary(names, values), fc.boolean(), (fields, marked) => {
        const secret = { connections: [{ ...described, client_secret: 'canary-secret' }] }
        for (const file of [fields, { ...fields, ...secret }]) {
          const text = asText(marked ? { ...file, steward_settings: 1 } : file)
          try {
            expect(readSettings(text).connections.every(({ kind }) => kind === 'tenant')).toBe(true)
          } catch (thrown) {
            expect(thrown).toMatchObject({ code: 'settings/unreadable' })
            expect(inspect(thrown, { depth: 9 })).not.toContain('canary-secret')
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})

/** Values that JSON cannot represent are left out. */
function asText(value: object): string {
  try {
    return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each))
  } catch {
    return '{}'
  }
}
