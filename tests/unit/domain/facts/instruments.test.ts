import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Fact } from '../../../../shared/domain/facts/fact-kinds.ts'
import { factsOf } from '../../../../shared/domain/facts/facts.ts'
import type { FactHousehold } from '../../../../shared/domain/facts/instrument-roles.ts'

const person = (key: string, name: string, suffix = '') => {
  const [first = '', middle = '', last = ''] = name.split(',')
  return { key, first, middle, last, suffix }
}
const household: FactHousehold = {
  people: [
    person('harold', 'Harold,James,Whitcomb', 'Sr.'),
    person('hal', 'Harold,James,Whitcomb', 'Jr.'),
    person('marg', 'Margaret,Ellen,Whitcomb'),
    person('eleanor', 'Eleanor,Marie,Whitcomb'),
    person('david', 'David,,Whitcomb'),
    person('susan', 'Susan,Whitcomb,Delaney'),
    person('thomas', 'Thomas,,Delaney'),
    person('ruth', 'Ruth,Ann,Petersen'),
  ],
  entities: [
    { key: 'family', name: 'Whitcomb Family Trust', kind: 'trust' },
    { key: 'ilit', name: 'Whitcomb 1998 Irrevocable Insurance Trust', kind: 'trust' },
    { key: 'grat', name: 'Margaret E. Whitcomb 2015 GRAT', kind: 'trust' },
    { key: 'qprt', name: 'Harold Whitcomb Qualified Personal Residence Trust', kind: 'trust' },
    { key: 'llc', name: 'Whitcomb Holdings LLC', kind: 'company' },
  ],
}

/** Words of an instrument as such instruments are worded, with what is true: `says` should be found, `may` need not be; `*` ends a limited role. */
type Instrument = { about: string; filed: string; text: string; says: string[]; may: string[] }

const listed = (line: string | undefined) => (line ?? '').split('; ').filter((fact) => fact !== '')

/** A line `=== …` begins an instrument, with what it is filed under; `--- says` and `--- may` end its words. */
const instruments = readFileSync('tests/fixtures/instruments.txt', 'utf8')
  .split(/^=== /m)
  .slice(1)
  .map((part): Instrument => {
    const [head = '', ...rest] = part.split('\n')
    const [about = '', filed = ''] = head.split(' | ')
    const [text = '', says, may] = rest.join('\n').split(/\n--- (?:says|may): ?/)
    return { about, filed, text, says: listed(says?.trim()), may: listed(may?.trim()) }
  })

const entities = new Set(household.entities.map(({ key }) => key))
const said = ({ kind, who, value, in: of, limit }: Fact) =>
  [
    ...[kind, who.length > 0 ? who.join('/') : value, ...(who.length > 0 && of !== null ? ['of', of] : [])],
    ...(limit === null ? [] : ['*']),
  ].join(' ')

/** Whether a fact is a true one; the record that it is about need not be found. */
const isTrue = (fact: string, truth: string) =>
  fact.toLowerCase() === truth.toLowerCase() || (!fact.includes(' of ') && truth.startsWith(`${fact} of `))

function judge({ about, filed, text, says, may }: Instrument) {
  const isEntity = entities.has(filed)
  const { facts } = factsOf(
    {
      ...{ name: 'scan.pdf', entity: isEntity ? filed : null, person: isEntity || filed === 'nothing' ? null : filed },
      pages: [{ page: 1, text }],
    },
    household,
  )
  const found = facts.map(said)
  return {
    found: says.filter((truth) => found.some((fact) => isTrue(fact, truth))).length,
    missed: says.filter((truth) => !found.some((fact) => isTrue(fact, truth))).length,
    wrong: found.filter((fact) => ![...says, ...may].some((truth) => isTrue(fact, truth))).map((fact) => [about, fact]),
  }
}

test('Words of 55 instruments of many states, firms and decades give 120 of their 151 facts, and no wrong one', () => {
  const judged = instruments.map(judge)
  expect(judged.flatMap(({ wrong }) => wrong)).toEqual([])
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  expect({
    instruments: judged.length,
    found: sum(judged.map(({ found }) => found)),
    missed: sum(judged.map(({ missed }) => missed)),
  }).toEqual({ instruments: 55, found: 120, missed: 31 })
})
