import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunProgram } from '../../../electron/platform/run-to-end.ts'
import { policyPath, preferencePaths } from '../../../electron/policy/policy-places.ts'
import { confirmedPolicy, policyInForce, readPolicy } from '../../../electron/policy/read-policy.ts'
import { readPolicyFile, readPreferences } from '../../../electron/policy/read-policy-file.ts'
import { readRegistry } from '../../../electron/policy/read-registry.ts'
import { absentKey, disabledTools, ofTheComputer, ofTheUser, policiesKey } from './support/registry-texts.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-policy-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Applies where no earlier policy is known: every restriction that removes nothing. */
const forbidden = {
  ...{ read_only: true, no_export: true, no_save_as: true, no_statements: true, updates: 'off' },
  ...{ no_document_text: true, no_text_without_file: true, no_other_programs: true },
  other_programs: { names: 'roles', amounts: 'hidden', document_text: 'off', households: 'favorites' },
  ...{ allowed_base_urls: [], idle_minutes: 1, unreadable: 'unknown' },
}
const inForce = async (...asked: Parameters<typeof readPolicy>) => policyInForce(await readPolicy(...asked), null)
const nothingKnown = expect.stringContaining('No earlier policy is known')

type Answer = { code: number | null; stdout: string; stderr?: string }

/** Windows with a registry that answers these queries, by key, and with a ProgramData folder that does not exist. */
const windows = (answers: Record<string, Answer>) => {
  const asked: string[][] = []
  const run: RunProgram = async (file, args, env) => {
    asked.push([file, ...args])
    expect(env).toEqual({ SystemRoot: 'C:\\Windows' })
    return { stderr: '', ...(answers[args[1] ?? ''] ?? absentKey) }
  }
  const env = { SystemRoot: 'C:\\Windows', ProgramData: 'C:\\nowhere' }
  return { asked, surroundings: { platform: 'win32', env, user: 'ada', run } as const }
}

const machine = 'HKLM\\Software\\Policies\\Steward'
const person = 'HKCU\\Software\\Policies\\Steward'
const hasPolicies = { 'HKLM\\Software\\Policies': { code: 0, stdout: policiesKey([]) } }

describe('what reg.exe prints', () => {
  const read = (stdout: string) => readRegistry('HKLM', windows({ [machine]: { code: 0, stdout } }).surroundings)

  it('is taken apart into keys and values, whatever stands in them', async () => {
    expect((await read(ofTheComputer))?.content).toEqual({
      raw: {
        read_only: true,
        no_export: false,
        max_cache_age_hours: 72,
        updates: 'off',
        allowed_base_urls: ['https://firm.example.com', 'https://shared.example.com/tenants/firm'],
        connection: {
          name: 'Firm    REG_SZ    of odd names',
          base_url: 'https://firm.example.com',
          auth_url: 'https://auth.example.com',
          client_id: 'desktop',
          redirect_uri: 'http://127.0.0.1:8400/callback',
          pkce: true,
          ca_certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
        },
      },
    })
  })

  it('is nothing for nothing', async () => {
    for (const text of ['', absentKey.stderr]) expect((await read(text))?.content).toEqual({ raw: {} })
  })
})

describe('on Windows', () => {
  it('the computer’s group policy wins over the user’s, setting by setting', async () => {
    const { surroundings, asked } = windows({
      [machine]: { code: 0, stdout: ofTheComputer },
      [person]: { code: 0, stdout: ofTheUser },
    })
    const { policy, source, problems } = await inForce(surroundings)
    expect(policy).toMatchObject({
      read_only: true,
      no_export: false,
      max_cache_age_hours: 72,
      idle_minutes: 15,
      updates: 'off',
      allowed_base_urls: ['https://firm.example.com', 'https://shared.example.com/tenants/firm'],
      connection: { name: 'Firm    REG_SZ    of odd names', client_id: 'desktop', pkce: true },
    })
    expect(policy.connection?.ca_certificate).toBe('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')
    expect(source).toBe(`${machine}, ${person}`)
    // `wallpaper` is not a setting, and `ca_certificate` is not a valid certificate.
    expect(problems).toEqual([
      expect.stringContaining('“wallpaper”'),
      expect.stringContaining('ca_certificate: This certificate is damaged'),
    ])
    expect(asked).toContainEqual(['C:\\Windows\\System32\\reg.exe', 'query', machine, '/s'])
  })

  it('rules are the lines of a JSON text, and a damaged text is named and left out', async () => {
    const lines = [
      '{"format": "steward-rules-1",',
      '"rules": [{"kind": "document", "id": "deed", "name": "Deed", "each": "entity", "types": ["DEED"]}]}',
    ]
    const stored = (text: readonly string[]) => ({
      code: 0,
      stdout: `\r\n${machine.replace('HKLM', 'HKEY_LOCAL_MACHINE')}\r\n    rules    REG_MULTI_SZ    ${text.join('\\0')}\r\n\r\n`,
    })
    const good = await inForce(windows({ [machine]: stored(lines) }).surroundings)
    expect(good.problems).toEqual([])
    const deed = { kind: 'document', id: 'deed', name: 'Deed', each: 'entity', types: ['DEED'] }
    expect(good.policy.rules?.rules).toEqual([deed])
    const bad = await inForce(windows({ [machine]: stored(lines.slice(0, 1)) }).surroundings)
    expect(bad.problems).toEqual([expect.stringContaining('the rules are not valid')])
    expect(bad.policy).toEqual({})
    const [first = '', second = ''] = lines
    const mixed = await inForce(
      windows({ [machine]: stored([first, second.replace('}]}', '},'), '{"kind": "document", "name": "Wil"}]}']) })
        .surroundings,
    )
    expect(mixed.problems).toEqual([expect.stringMatching(/: rules\.1\.\w+: The rule “Wil” is left out\./)])
    expect(mixed.policy.rules?.rules).toEqual([deed])
  })

  it('kinds of securities are the lines of a JSON text as well, and left out when they are not valid', async () => {
    const stored = (text: string) => ({
      code: 0,
      stdout: `\r\n${machine.replace('HKLM', 'HKEY_LOCAL_MACHINE')}\r\n    security_kinds    REG_MULTI_SZ    ${text}\r\n\r\n`,
    })
    const kinds = '{"format": "steward-security-kinds-1",\\0"kinds": {"Equity": "ac_1"}}'
    const good = await inForce(windows({ [machine]: stored(kinds) }).surroundings)
    expect(good).toMatchObject({ problems: [], policy: { security_kinds: { kinds: { Equity: 'ac_1' } } } })
    const bad = await inForce(windows({ [machine]: stored('{"kinds": 7}') }).surroundings)
    expect(bad.problems).toEqual([expect.stringContaining('the kinds of securities are not valid')])
    expect(bad.policy).toEqual({})
  })

  it('there is no policy where the key is not there', async () => {
    const { surroundings } = windows(hasPolicies)
    expect(await inForce(surroundings)).toEqual({ source: null, problems: [], policy: {} })
  })

  it.each([
    [
      'the key is there and may not be read',
      { 'HKLM\\Software\\Policies': { code: 0, stdout: policiesKey(['Steward']) } },
    ],
    ['editing the registry is switched off', { [machine]: disabledTools, 'HKLM\\Software\\Policies': disabledTools }],
    [
      'reg.exe does not start',
      { [machine]: { code: null, stdout: '' }, 'HKLM\\Software\\Policies': { code: null, stdout: '' } },
    ],
  ])('everything that can be forbidden is, where %s', async (_what, answers) => {
    const { policy, problems } = await inForce(windows(answers).surroundings)
    expect(policy).toEqual(forbidden)
    expect(problems).toEqual([expect.stringContaining(`${machine} cannot be read`), nothingKnown])
  })
})

describe('on a Mac', () => {
  const plutil =
    (answer: Answer): RunProgram =>
    async (file, args, env) => {
      expect([file, ...args.slice(0, -1), env]).toEqual(['/usr/bin/plutil', '-convert', 'json', '-o', '-', {}])
      return { stderr: '', ...answer }
    }

  it('a configuration profile is read with plutil, less what macOS puts beside it', async () => {
    const path = join(folder, 'com.steward.desktop.plist')
    await writeFile(path, 'bplist00…')
    const run = plutil({ code: 0, stdout: '{"read_only":true,"PayloadUUID":"x","_manualProfile":true}' })
    expect(await readPreferences(path, { run })).toEqual({
      where: path,
      content: { raw: { read_only: true } },
      remarks: [],
    })
    expect(await readPreferences(join(folder, 'none.plist'), { run })).toBeNull()
  })

  it.each([
    { code: 1, stdout: '' },
    { code: 0, stdout: 'not json' },
    { code: null, stdout: '' },
  ])('one that plutil answers %j to forbids everything', async (answer) => {
    const path = join(folder, 'com.steward.desktop.plist')
    await writeFile(path, 'x')
    expect((await readPreferences(path, { run: plutil(answer) }))?.content).toEqual({
      problem: expect.stringContaining('cannot be read with plutil'),
    })
  })

  it('the computer’s profile comes before the user’s, and no name of a user leads elsewhere', () => {
    expect(preferencePaths('ada')).toEqual([
      '/Library/Managed Preferences/com.steward.desktop.plist',
      '/Library/Managed Preferences/ada/com.steward.desktop.plist',
    ])
    for (const user of ['', '..', '../../tmp', 'a/b']) expect(preferencePaths(user)).toHaveLength(1)
  })
})

describe('a policy file', () => {
  const write = async (text: string) => {
    const path = join(folder, 'policy.json')
    await writeFile(path, text)
    return path
  }
  const read = (path: string) => readPolicyFile(path, { byAdministrators: true })
  /** A computer without a policy. */
  const bare = windows(hasPolicies).surroundings

  it('lies where only an administrator writes', () => {
    expect(policyPath({ platform: 'win32', env: { ProgramData: 'D:\\Data' } })).toBe('D:\\Data\\Steward\\policy.json')
    expect(policyPath({ platform: 'darwin', env: {} })).toBe('/Library/Application Support/Steward/policy.json')
    expect(policyPath({ platform: 'linux', env: {} })).toBe('/etc/steward/policy.json')
  })

  it('that others can write, or that is not root’s, holds all the same, and that is said', async () => {
    const path = await write('{ "read_only": true }')
    await chmod(path, 0o666)
    if (process.getuid?.() === 0) await chown(path, 1000, 1000)
    expect(await read(path)).toEqual({
      where: path,
      content: { raw: { read_only: true } },
      remarks: [
        `${path} does not belong to root: its owner can change it.`,
        `${path} can be written by users other than its owner.`,
      ],
    })
  })

  it.each([
    ['{ "read_only": true, "read_only": false }', 'read_only'],
    ['{ "no_export": true, "connection": { "name": "A", "pkce": true, "na\\u006de": "B" } }', 'connection.name'],
    ['{ "allowed_base_urls": [{ "a": "}", "b": ":\\"" }, { "a": 1, "a": 2 }] }', 'allowed_base_urls.a'],
    ['{ "__proto__": 1, "__proto__": 2 }', '__proto__'],
    ['{ "allowed_base_urls": ["https://a.example"], "read_only": true, "read_only": false }', 'read_only'],
  ])('that has a key twice forbids everything that can be forbidden, and names the key: %s', async (text, key) => {
    const path = await write(text)
    const { policy, problems } = await inForce(bare, path)
    expect(policy).toEqual(forbidden)
    expect(problems).toEqual([`${path} has “${key}” more than once.`, nothingKnown])
  })

  it('may have one key in several of its objects', async () => {
    const text = '{ "read_only": true, "other": { "read_only": [{ "a": 1 }, { "a": 1, "b": "a" }] } }'
    expect((await read(await write(text)))?.content).toEqual({ raw: JSON.parse(text) })
  })

  it.each(['', '{ "read_only": ', 'read_only = true'])(
    'that holds %j forbids everything that can be forbidden',
    async (text) => {
      const { policy, problems } = await inForce(bare, await write(text))
      expect(policy).toEqual(forbidden)
      expect(problems).toEqual([expect.stringContaining('is not valid JSON'), nothingKnown])
    },
  )

  it('that is too large or a folder forbids everything, and one that is not there nothing', async () => {
    const path = await write(`{ "read_only": false${' '.repeat(1024 * 1024)}}`)
    expect((await inForce(bare, path)).policy).toEqual(forbidden)
    await rm(path)
    await mkdir(path)
    expect((await inForce(bare, path)).policy).toEqual(forbidden)
    expect((await inForce(bare, join(folder, 'none.json'))).policy).toEqual({})
  })

  it('beside a managed store has a say where that has none; one given by hand can only forbid more', async () => {
    const managed = windows({ [machine]: { code: 0, stdout: ofTheComputer } }).surroundings
    const path = await write('{ "read_only": false, "no_export": true, "idle_minutes": 5, "updates": "ask" }')
    const { policy } = await inForce(managed, path)
    expect(policy).toMatchObject({ read_only: true, no_export: true, idle_minutes: 5, updates: 'off' })
  })

  it('may name a connection, which is not there when its address is not allowed', async () => {
    const connection = {
      name: '',
      base_url: 'https://firm.example.com',
      auth_url: 'https://auth.example.com',
      client_id: 'c',
    }
    const redirected = { ...connection, redirect_uri: 'http://127.0.0.1:8400/callback' }
    const problemsWith = async (policy: object) => (await inForce(bare, await write(JSON.stringify(policy)))).problems
    expect(await problemsWith({ connection: redirected })).toEqual([])
    expect(await problemsWith({ connection: redirected, allowed_base_urls: ['https://other.example.com'] })).toEqual([
      'The firm’s connection is not available: its address is not among “allowed_base_urls”.',
    ])
    expect(await problemsWith({ connection })).toEqual([expect.stringContaining('redirect_uri: ')])
  })
})

describe('a policy that cannot be read', () => {
  const broken = async () => {
    const path = join(folder, 'policy.json')
    await writeFile(path, '{ "read_only": ')
    return path
  }
  const read = async () => readPolicy(windows(hasPolicies).surroundings, await broken())

  it('leaves the last good one in force, and says that nothing can be added meanwhile', async () => {
    const last = { allowed_base_urls: ['https://firm.example.com'], idle_minutes: 10, max_cache_age_hours: 24 }
    const { policy, problems } = policyInForce(await read(), last)
    expect(policy).toEqual({ ...last, unreadable: 'kept' })
    expect(problems).toEqual([expect.stringContaining('is not valid JSON'), expect.stringContaining('The last policy')])
  })

  it('never lets a copy become too old: no age of copies is made up', async () => {
    expect(policyInForce(await read(), null).policy.max_cache_age_hours).toBeUndefined()
  })

  it('leaves a stricter setting of a store that can be read', async () => {
    const managed = windows({ [machine]: { code: 0, stdout: ofTheComputer } }).surroundings
    const both = await readPolicy(managed, await broken())
    const { policy } = policyInForce(both, { idle_minutes: 5, read_only: false })
    expect(policy).toMatchObject({ read_only: true, idle_minutes: 5, unreadable: 'kept' })
    // The one that cannot be read may have a longer age of copies.
    expect(policy.max_cache_age_hours).toBeUndefined()
    expect(policyInForce(both, null).policy.max_cache_age_hours).toBeUndefined()
  })
})

describe('a shorter age of copies that another store overruled', () => {
  const shorter =
    '\r\nHKEY_CURRENT_USER\\Software\\Policies\\Steward\r\n    max_cache_age_hours    REG_DWORD    0x18\r\n\r\n'
  const invalid =
    '\r\nHKEY_LOCAL_MACHINE\\Software\\Policies\\Steward\r\n    max_cache_age_hours    REG_SZ    a month\r\n\r\n'
  const [last, person24] = [{ max_cache_age_hours: 720 }, { [person]: { code: 0, stdout: shorter } }]

  it.each([
    ['cannot be read', { [machine]: disabledTools, 'HKLM\\Software\\Policies': disabledTools }],
    ['is not valid any more', { [machine]: { code: 0, stdout: invalid } }],
  ])('removes no copy while the other %s', async (_what, answers) => {
    const read = await readPolicy(windows({ ...person24, ...answers }).surroundings)
    expect(policyInForce(read, last).policy.max_cache_age_hours).toBe(720)
  })
})

describe('what may be removed because of a policy', () => {
  const settings = (text: string) => `\r\nHKEY_LOCAL_MACHINE\\Software\\Policies\\Steward\r\n${text}\r\n\r\n`
  const last = { no_save_as: false, allowed_base_urls: ['https://firm.example.com'], idle_minutes: 15 }
  const invalid = async () => {
    const own = '{ "no_save_as": "yes", "allowed_base_urls": "all", "idle_minutes": 0, "no_export": true }'
    await writeFile(join(folder, 'policy.json'), own)
    return readPolicy(windows(hasPolicies).surroundings, join(folder, 'policy.json'))
  }

  it('is what every store says; a setting that is not valid counts as it was before', async () => {
    expect(policyInForce(await invalid(), last).policy).toEqual({
      ...{ no_save_as: true, allowed_base_urls: [], idle_minutes: 1, no_export: true },
    })
    expect(confirmedPolicy(await invalid(), last)).toEqual({ ...last, no_export: true })
    expect(confirmedPolicy(await invalid(), null)).toEqual({ no_export: true })
  })

  it('is what was known, while a store cannot be read', async () => {
    const broken = join(folder, 'policy.json')
    await writeFile(broken, '{ "no_save_as": ')
    const answers = { [machine]: { code: 0, stdout: settings('    no_save_as    REG_DWORD    0x1') } }
    const read = await readPolicy(windows(answers).surroundings, broken)
    expect(policyInForce(read, last).policy.no_save_as).toBe(true)
    expect(confirmedPolicy(read, last)).toEqual(last)
    expect(confirmedPolicy(read, null)).toEqual({})
  })
})

it('a connection that is not valid is not replaced by that of a store which it overrules', async () => {
  const ofPerson = ofTheComputer.replaceAll('LOCAL_MACHINE', 'CURRENT_USER')
  const read = (stdout: string) =>
    readPolicy(windows({ [machine]: { code: 0, stdout }, [person]: { code: 0, stdout: ofPerson } }).surroundings)
  expect((await read(ofTheComputer.replace('desktop', 'tablet'))).policy.connection).toMatchObject({
    client_id: 'tablet',
  })
  expect(
    (await read(ofTheComputer.replace('REG_DWORD    0x1\r\n    ca', 'REG_SZ    maybe\r\n    ca'))).policy.connection,
  ).toBeUndefined()
})

describe('an age of copies that is not valid', () => {
  const read = async () => {
    const path = join(folder, 'policy.json')
    await writeFile(path, '{ "max_cache_age_hours": "a day", "no_export": true }')
    return readPolicy(windows(hasPolicies).surroundings, path)
  }

  it('is the last valid one, and none where there is none, so that a slip removes no copy', async () => {
    expect(policyInForce(await read(), null).policy).toEqual({ no_export: true })
    expect(policyInForce(await read(), { max_cache_age_hours: 48, read_only: true }).policy).toEqual({
      no_export: true,
      max_cache_age_hours: 48,
    })
  })
})
