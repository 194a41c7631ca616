import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Rule, readRules, readRulesText, ruleFile, rulesInForce, usualRules } from '../../../shared/rules/rules.ts'

const format = 'steward-rules-1'
const deed: Rule = { kind: 'document', id: 'deed', name: 'Deed', each: 'entity', types: ['DEED'] }
const file = (rules: unknown, more: object = {}) => JSON.stringify({ format, rules, ...more })

const quality = (list: string, column: string) => ({
  ...{ kind: 'quality', id: 'check', name: 'Check', list },
  filters: [{ column, operator: 'has_not', values: [] }],
})

describe('Steward’s rules', () => {
  test('are a valid file, each with an id of its own, its words and its source', () => {
    const text = readFileSync(new URL('../../../shared/rules/usual-rules.json', import.meta.url), 'utf8')
    expect(readRulesText(text).issues).toEqual([])
    expect(new Set(usualRules.map(({ id }) => id)).size).toBe(usualRules.length)
    for (const { id, name, words = '', source = '' } of usualRules) {
      expect(words.length, id).toBeGreaterThan(10)
      expect(source.length, id).toBeGreaterThan(10)
      expect(`${name} ${words}`, id).not.toMatch(/advi[cs]e|should|must/i)
    }
  })
})

test('the schema that editors check a file with is that by which Steward reads it', () => {
  const stored = readFileSync(new URL('../../../resources/policy/rules.schema.json', import.meta.url), 'utf8')
  expect(JSON.parse(stored)).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(ruleFile, { io: 'input' }))))
})

describe('a file of rules', () => {
  test.each([
    ['no type', { ...deed, types: ['DED'] }, 'types.0', 'document types'],
    ['no kind of entity', { ...deed, kinds: ['ILIT'] }, 'kinds.0', 'entity kinds'],
    ['another subject', { ...deed, each: 'child' }, 'each', '"primary", "deceased", "entity" or "household"'],
    ['another time', { ...deed, when: 2026 }, 'when', '"each-year"'],
    ['an unknown field', { ...deed, type: 'DEED' }, '', '“type”'],
    ['no name', { ...deed, name: '' }, 'name', '1 to 80 characters'],
    ['no id', { ...deed, id: undefined }, 'id', 'no other rule has'],
    ['another kind of rule', { ...deed, kind: 'wish' }, 'kind', '"document", "date", "yearly" or "quality"'],
    ['the id of a rule before it', { ...deed, id: 'will-2' }, 'id', 'A rule before it has this id'],
    ['a column that its list has not', quality('individuals', 'colour'), 'filters.0', 'The list has no such column.'],
    ['a filter that its column has not', quality('individuals', 'is_primary'), 'filters.0', 'does not apply'],
    ['a text instead of a rule', 'deed', '', 'a set of fields in braces'],
  ])(
    'with a rule that has %s leaves out that rule alone, and names field, cause and next step',
    (_case, bad, field, words) => {
      const good = { ...deed, id: 'will-2', name: 'Second will' }
      const { file: read, issues } = readRulesText(file([good, bad]))
      expect(read?.rules).toEqual([good])
      expect(issues).toHaveLength(1)
      expect(issues[0]?.field).toBe(['rules.1', ...(field === '' ? [] : [field])].join('.'))
      expect(issues[0]?.message).toMatch(/^(The rule “(Deed|Check)”|Rule 2) is left out\. /)
      expect(issues[0]?.message).toContain(words)
    },
  )

  test.each([
    ['is no JSON', '{', '', 'not valid JSON'],
    ['has another format', JSON.stringify({ format: 'steward-document-rules-1' }), 'format', format],
    ['has a set instead of a list', file({}), 'rules', 'a list of at most'],
  ])('that %s is left out as a whole', (_case, text, field, words) => {
    const { file: read, issues } = readRulesText(text)
    expect(read).toBeNull()
    expect(issues[0]?.field).toBe(field)
    expect(issues[0]?.message).toContain(words)
  })

  test('names an id in `off` that no rule has', () => {
    const { file: read, issues } = readRules({ format, off: ['will', 'wil'] })
    expect(read?.off).toEqual(['will', 'wil'])
    expect(issues).toEqual([{ field: 'off.1', message: 'There is no rule “wil”. Check its spelling.' }])
  })
})

describe('the rules in force', () => {
  const will: Rule = { ...deed, id: 'will', name: 'Will or trust' }
  const of = (rules: Rule[], off: string[] = []) => ({ format, rules, off }) as const
  const ids = (given: Parameters<typeof rulesInForce>[0]) => rulesInForce(given).map(({ rule: { id } }) => id)
  const usualIds = usualRules.map(({ id }) => id)

  test('are Steward’s without a file or a policy', () => {
    expect(rulesInForce({ file: null, policy: null })).toEqual(usualRules.map((rule) => ({ rule, by: 'steward' })))
  })

  test('have the user’s rules in place of Steward’s, and the firm’s in place of both', () => {
    const both = rulesInForce({ file: of([will, deed]), policy: of([{ ...deed, name: 'Deed of the firm' }]) })
    expect(both[0]).toEqual({ rule: will, by: 'file' })
    expect(both.at(-1)).toEqual({ rule: { ...deed, name: 'Deed of the firm' }, by: 'policy' })
    expect(both).toHaveLength(usualRules.length + 1)
  })

  test('lack those that are off, unless the firm has a rule with that id', () => {
    expect(ids({ file: of([], ['will']), policy: null })).toEqual(usualIds.filter((id) => id !== 'will'))
    expect(ids({ file: of([deed]), policy: of([], ['deed', 'will']) })).toEqual(usualIds.filter((id) => id !== 'will'))
    expect(ids({ file: of([], ['will']), policy: of([will]) })).toContain('will')
  })
})
