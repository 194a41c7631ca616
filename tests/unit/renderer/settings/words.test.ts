import { describe, expect, it } from 'vitest'
import { decisions } from '../../../../renderer/features/settings/policy-words.ts'
import { valueWords } from '../../../../renderer/features/settings/preference-words.ts'
import { type FirmPolicy, policyInForce } from '../../../../shared/domain/policy.ts'

const connection = {
  name: 'Harbour',
  base_url: 'https://firm.example',
  auth_url: 'https://auth.firm.example',
  client_id: 'x',
  redirect_uri: '',
  flow: 'client_credentials',
  pkce: true,
  token_auth: 'post',
  scope: '',
  resource: '',
  audience: '',
  ca_certificate: '',
} as const

const cases: [FirmPolicy, RegExp][] = [
  [
    { allowed_base_urls: ['https://a.example', 'https://b.example/x'] },
    /https:\/\/a\.example, https:\/\/b\.example\/x/,
  ],
  [{ allowed_base_urls: [] }, /No service/],
  [{ connection }, /^Harbour \(https:\/\/firm\.example\) is set up/],
  [{ connection: { ...connection, name: '' } }, /^https:\/\/firm\.example is set up/],
  [{ unreadable: 'kept' }, /cannot be read.*the last one that could be read applies/],
  [{ unreadable: 'unknown' }, /cannot be read.*no service is contacted/],
  [{ read_only: true }, /No changes can be made/],
  [{ read_only: false }, /may be changed/],
  [{ max_cache_age_hours: 1 }, / 1 hour /],
  [{ max_cache_age_hours: 24 }, / 1 day /],
  [{ max_cache_age_hours: 72 }, / 3 days /],
  [{ max_cache_age_hours: 100 }, / 100 hours /],
  [{ no_export: true }, /cannot be exported or printed/],
  [{ no_export: false }, /allowed/],
  [{ no_save_as: true }, /cannot be saved elsewhere/],
  [{ no_save_as: false }, /may be saved/],
  [{ no_statements: true }, /cannot be read as statements/],
  [{ no_statements: false }, /may be read/],
  [{ no_document_text: true }, /cannot be searched/],
  [{ no_document_text: false }, /may be searched/],
  [{ no_text_without_file: true }, /deleted when its file/],
  [{ no_text_without_file: false }, /may stay/],
  [{ no_other_programs: true }, /cannot read anything/],
  [{ no_other_programs: false }, /may read through Steward/],
  [
    { other_programs: { amounts: 'rounded' } },
    /^At most: Names, rounded amounts, text of documents, all households\.$/,
  ],
  [{ idle_minutes: 1 }, /after one minute/],
  [{ idle_minutes: 10 }, /after 10 minutes/],
  [{ rules: { format: 'steward-rules-1', off: ['will'] } }, /^0 rules are your firm’s, and 1 is off\.$/],
  [{ security_kinds: { format: 'steward-security-kinds-1', kinds: { Equity: 'ac_1' } } }, /one kind of securities/],
  [{ updates: 'off' }, /does not look/],
  [{ updates: 'ask' }, /when you ask/],
]

describe('what a firm decided', () => {
  it.each(cases)('is told in plain words: %j', (policy, says) => {
    expect(decisions(policy)).toEqual([{ title: expect.any(String), words: expect.stringMatching(says) }])
  })

  it('is told for every setting that there is, and for none that it left open', () => {
    expect(new Set(cases.flatMap(([policy]) => Object.keys(policy)))).toEqual(new Set(Object.keys(policyInForce.shape)))
    expect(decisions({})).toEqual([])
  })
})

it.each([
  ['theme', 'system', 'system'],
  ['density', 'compact', 'compact'],
  ['single_keys', false, 'off'],
  ['notifications', true, 'on'],
  ['idle_minutes', 0, 'never'],
  ['idle_minutes', 1, '1 minute'],
  ['idle_minutes', 15, '15 minutes'],
] as const)('the preference %s of %s reads “%s”', (name, value, words) => {
  expect(valueWords(name, value)).toBe(words)
})
