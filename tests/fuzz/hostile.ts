import type { Random } from '../faults/random.ts'

/** JSON values as a page may send them. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A number too large for JSON's own syntax: it is written as a text and replaced by `1e999` in the message. */
export const infinite = '\u0001infinite\u0001'

const texts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202egnp.exe',
  '\u200b\u200d\ufeff',
  '👩‍👩‍👧‍👦'.repeat(40),
  'e\u0301'.repeat(200),
  'ﷺ'.repeat(500),
  'İıſß',
  "' OR 1=1 --",
  '"; DROP TABLE households; --',
  '%_\\%',
  '* NEAR("a" b) AND NOT',
  '"',
  '../../../../etc/passwd',
  'C:\\Windows\\win.ini',
  'CON',
  '/dev/zero',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://127.0.0.1:1/',
  'http://127.0.0.1:1/',
  'https://user:word@127.0.0.1:1/#x?y',
  'https://[::1]:1/',
  'https://127.0.0.1:99999/',
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("x")',
  '{"a":',
  '[]',
  'null',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'NaN',
  '-0',
  '1e308',
  '9'.repeat(400),
  '0000-00-00',
  '2026-02-30',
  '9999-12-31',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-19T23:59:59.999Z',
  '2026-03-01T12:00:00+99:99',
  '0001-01-01T00:00:00Z',
  'x'.repeat(255),
  'x'.repeat(65_537),
  '\n'.repeat(20_000),
  '('.repeat(5_000),
  'AAAA'.repeat(5_000),
  '====',
]

const numbers: readonly number[] = [
  -1,
  -0,
  0,
  1,
  0.5,
  100,
  1e4,
  2 ** 31,
  2 ** 32,
  -(2 ** 31) - 1,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  -Number.MAX_SAFE_INTEGER,
  1e21,
  1e308,
  -1e308,
  5e-324,
]

function deep(levels: number): Json {
  let value: Json = []
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? { a: value } : [value]
  return value
}

const structures: readonly Json[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  { a: 1 },
  deep(40),
  deep(70),
  Array.from({ length: 5_000 }, (_, at) => at),
  Array.from({ length: 1_000 }, () => ({})),
  { length: 3, 0: 'a' },
  { toString: 'x', valueOf: 1 },
]

/** A value of the same kind passes more of the checks than one of another kind. */
function hostileLike(value: Json, random: Random): Json {
  if (random.chance(0.15)) return random.pick([...structures, ...texts, ...numbers, infinite])
  if (typeof value === 'number') return random.chance(0.1) ? infinite : random.pick(numbers)
  if (typeof value === 'string') {
    const part = random.pick(texts)
    return random.weighted({ instead: 6, before: 1, after: 2 }) === 'instead' ? part : `${value}${part}`
  }
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) {
    const items = value as readonly Json[]
    const [first = null] = items
    return random.pick<Json>([
      [],
      [...items, ...items],
      [...items, null],
      Array.from({ length: 101 }, () => first),
      Array.from({ length: 2_000 }, () => first),
      items.map((item) => hostileLike(item, random)),
    ])
  }
  if (value !== null) return changedObject(value as { [key: string]: Json }, random)
  return random.pick([...texts, ...numbers])
}

function changedObject(value: { readonly [key: string]: Json }, random: Random): Json {
  const keys = Object.keys(value)
  if (keys.length === 0 || random.chance(0.1))
    return { ...value, [random.pick(texts).slice(0, 40)]: random.pick(texts) }
  const key = random.pick(keys)
  const { [key]: old = null, ...others } = value
  if (random.chance(0.06)) return others
  // A change further inside is as likely as one of the whole value.
  const inner = typeof old === 'object' && old !== null && random.chance(0.7)
  return { ...value, [key]: inner ? changedInside(old, random) : hostileLike(old, random) }
}

function changedInside(value: Json, random: Random): Json {
  if (Array.isArray(value) && value.length > 0) {
    const at = random.below(value.length)
    return value.map((item: Json, index) => (index === at ? changedInside(item, random) : item))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return changedObject(value as { [key: string]: Json }, random)
  }
  return hostileLike(value, random)
}

/** Returns a valid input with up to three hostile changes; one in six stays as it is, so that later calls find something. */
export function hostileInput(valid: object, random: Random): object | Json {
  if (random.chance(1 / 6)) return valid
  if (random.chance(0.02)) return random.pick(structures)
  let input = valid as Json
  const changes = Number(random.weighted({ 1: 7, 2: 2, 3: 1 }))
  for (let change = 0; change < changes; change += 1) input = changedInside(input, random)
  return input
}
