import { describe, expect, it } from 'vitest'
import { parsePolicy, stricterOf } from '../../../electron/policy/parse-policy.ts'
import { isAllowed } from '../../../electron/policy/procedure-permissions.ts'
import type { FirmPolicy } from '../../../shared/domain/policy.ts'

const judge = (raw: unknown) => parsePolicy(raw, 'The policy')

describe('a policy', () => {
  it('is taken as it is when every setting can be understood', () => {
    const policy = {
      allowed_base_urls: ['https://firm.example.com'],
      read_only: false,
      max_cache_age_hours: 72,
      no_export: true,
      no_save_as: false,
      idle_minutes: 10,
      updates: 'ask',
    }
    expect(judge(policy)).toEqual({ policy, problems: [], invalid: [], isReadable: true })
  })

  it.each([
    ['read_only', 'yes', true],
    ['read_only', 0, true],
    ['read_only', null, true],
    ['no_export', 'false', true],
    ['no_save_as', {}, true],
    ['idle_minutes', 721, 1],
    ['idle_minutes', -5, 1],
    ['updates', 'automatic', 'off'],
    ['allowed_base_urls', 'https://firm.example.com', []],
    ['allowed_base_urls', [7], []],
  ])('whose %s is %j takes the strictest value for it, and says so', (name, value, strictest) => {
    const judged = judge({ [name]: value })
    expect(judged).toMatchObject({ policy: { [name]: strictest }, invalid: [name], isReadable: true })
    expect(judged.problems).toEqual([expect.stringContaining(`“${name}”`)])
  })

  it('has up to a hundred addresses', () => {
    const addresses = Array.from({ length: 101 }, (_, at) => `https://firm-${at}.example.com`)
    const hundred = addresses.slice(1)
    expect(judge({ allowed_base_urls: hundred })).toMatchObject({
      policy: { allowed_base_urls: hundred },
      problems: [],
    })
    expect(judge({ allowed_base_urls: addresses })).toMatchObject({ policy: { allowed_base_urls: [] } })
  })

  it.each([0, 1.5, '24'])('whose age of copies is %j has none, because a strict one would remove copies', (value) => {
    const judged = judge({ max_cache_age_hours: value })
    expect(judged).toMatchObject({ policy: {}, invalid: ['max_cache_age_hours'] })
    expect(judged.problems).toEqual([expect.stringContaining('no copy is removed')])
  })

  it('names a setting that Steward does not know, and ignores it', () => {
    const { policy, problems } = judge({ read_olny: true, no_export: true })
    expect(policy).toEqual({ no_export: true })
    expect(problems).toEqual(['The policy: Steward does not know the setting “read_olny”; it is ignored.'])
  })

  it.each([null, 'text', 7, [], [{ read_only: true }]])('that is %j cannot be read', (raw) => {
    expect(judge(raw)).toMatchObject({ policy: {}, isReadable: false })
    expect(judge(raw).problems).toHaveLength(1)
  })

  it('with addresses that cannot be understood allows the others alone', () => {
    const { policy, problems } = judge({
      allowed_base_urls: ['HTTPS://Firm.Example.com:443/', 'http://plain.example.com', 'https://a@b.example.com'],
    })
    expect(policy).toEqual({ allowed_base_urls: ['https://firm.example.com'] })
    expect(problems).toEqual([expect.stringContaining('address 2'), expect.stringContaining('address 3')])
  })

  it('whose connection cannot be understood has none, and names the field', () => {
    const { policy, problems } = judge({ connection: { name: 'Firm', base_url: 7 }, no_export: true })
    expect(policy).toEqual({ no_export: true })
    expect(problems).toEqual([expect.stringContaining('base_url')])
  })

  it('with a secret in its connection has no connection: a secret never stands in a policy', () => {
    const connection = {
      name: 'F',
      base_url: 'https://f.example.com',
      auth_url: 'https://a.example.com',
      client_id: 'c',
    }
    expect(judge({ connection }).problems).toEqual([])
    const judged = judge({ connection: { ...connection, client_secret: 'canary' } })
    expect(judged.policy).toEqual({})
    expect(JSON.stringify(judged)).not.toContain('canary')
  })
})

describe('two policies at once', () => {
  const none: FirmPolicy = {}

  it.each([
    [none, none, none],
    [{ read_only: true }, { read_only: false }, { read_only: true }],
    [{ read_only: false }, { read_only: true }, { read_only: true }],
    [{ max_cache_age_hours: 5 }, { max_cache_age_hours: 50 }, { max_cache_age_hours: 5 }],
    [{ idle_minutes: 50 }, { idle_minutes: 5 }, { idle_minutes: 5 }],
    [none, { idle_minutes: 5 }, { idle_minutes: 5 }],
    [{ updates: 'ask' }, { updates: 'off' }, { updates: 'off' }],
    [{ updates: 'off' }, { updates: 'ask' }, { updates: 'off' }],
    [{ allowed_base_urls: ['https://a.example'] }, none, { allowed_base_urls: ['https://a.example'] }],
    [
      { allowed_base_urls: ['https://a.example'] },
      { allowed_base_urls: ['https://b.example'] },
      { allowed_base_urls: [] },
    ],
    [
      { allowed_base_urls: ['https://a.example', 'https://b.example/x'] },
      { allowed_base_urls: ['https://a.example/y', 'https://b.example'] },
      { allowed_base_urls: ['https://b.example/x', 'https://a.example/y'] },
    ],
  ] as [FirmPolicy, FirmPolicy, FirmPolicy][])('%j and %j forbid what either does', (first, second, both) => {
    expect(stricterOf(first, second)).toEqual(both)
  })
})

describe('an address is allowed', () => {
  const policy = { allowed_base_urls: ['https://firm.example.com', 'https://shared.example.com/tenants/firm'] }

  it.each([
    ['https://firm.example.com', true],
    ['https://firm.example.com/steward', true],
    ['https://firm.example.com.evil.test', false],
    ['https://firm.example.com:8443', false],
    ['https://shared.example.com', false],
    ['https://shared.example.com/tenants/firm', true],
    ['https://shared.example.com/tenants/firm2', false],
    ['https://shared.example.com/tenants/firm/eu', true],
  ])('%s: %s', (base_url, allowed) => {
    expect(isAllowed({ kind: 'tenant', base_url }, policy)).toBe(allowed)
  })

  it('whatever it is where no list is given, and no tenant’s where the list is empty; the demo firm’s always', () => {
    expect(isAllowed({ kind: 'tenant', base_url: 'https://any.example.com' }, {})).toBe(true)
    expect(isAllowed({ kind: 'tenant', base_url: 'https://any.example.com' }, { allowed_base_urls: [] })).toBe(false)
    expect(isAllowed({ kind: 'demo', base_url: 'https://127.0.0.1:7' }, { allowed_base_urls: [] })).toBe(true)
  })
})
