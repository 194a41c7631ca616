import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentTypeNames } from '../../../shared/domain/names.ts'
import { type HouseholdParts, proposeOwners } from '../../../shared/domain/propose-owner.ts'

const alvarez: HouseholdParts = {
  individuals: [
    { id: 'maria', name: 'Maria Alvarez' },
    { id: 'jorge', name: 'Jorge R. Alvarez, Sr.' },
    { id: 'junior', name: 'Jorge R. Alvarez, Jr.' },
    { id: 'zoe', name: 'Zoë Elena Alvarez' },
    { id: 'ronald', name: 'Ronald McDonald' },
  ],
  entities: [
    { id: 'family', name: 'The Alvarez Family Trust' },
    { id: 'slat', name: "Alvarez Children's SLAT" },
    { id: 'llc', name: 'Lakeside Holdings, LLC' },
    { id: 'grat19', name: 'Maria Alvarez 2019 GRAT' },
    { id: 'grat21', name: 'Maria Alvarez 2021 GRAT' },
    { id: 'ilit', name: 'Zoë Alvarez Irrevocable Life Insurance Trust' },
    { id: 'ira', name: 'Maria IRA' },
    { id: 'roth', name: 'Maria Roth IRA' },
  ],
}
const hilpert: HouseholdParts = {
  individuals: [
    { id: 'karl', name: 'Karl Hilpert' },
    { id: 'ada', name: 'Ada Hilpert' },
  ],
  entities: [
    { id: 'trust', name: 'Hilpert 2014 Irrevocable Trust' },
    { id: 'ranch', name: 'Whitfield Ranch, LLC' },
  ],
}
/** The same firm as above, but the household's only trust has just the family name. */
const plain: HouseholdParts = { individuals: hilpert.individuals, entities: [{ id: 'only', name: 'Hilpert Trust' }] }

const propose = (name: string, parts: HouseholdParts, folder = '') => proposeOwners({ name, folder }, parts)

describe('the proposed person', () => {
  it.each([
    ['Passport Maria Alvarez.pdf', 'maria'],
    ['MariaAlvarezPassport.pdf', 'maria'],
    ['Alvarez, Maria - passport.pdf', 'maria'],
    ['2024-03 Alvarez Maria.pdf', 'maria'],
    ['Zoe Alvarez – school.pdf', 'zoe'],
    ['ZOË E. ALVAREZ license.png', 'zoe'],
    ['Ronald McDonald.pdf', 'ronald'],
    ['RONALD_MCDONALD.pdf', 'ronald'],
    ['Jorge Alvarez Jr license.png', 'junior'],
    // A father and a son with the same name.
    ['JORGE_alvarez_license.png', null],
    ['Jorge Alvarez III license.png', null],
    // Half of a name, or halves of two names.
    ['Passport Maria.pdf', null],
    ['Alvarez family letter.pdf', null],
    ['Efren Alvarez passport.pdf', null],
    ['Maria Schulz passport.pdf', null],
    ['Maria Schulz to Efren Alvarez.pdf', null],
    ['Efren Alvarez Maria Schulz.pdf', null],
    // Two people of the household.
    ['Maria and Zoe Alvarez.pdf', null],
    ['Maria Alvarez and Zoe.pdf', null],
    ['mariannealvarez.pdf', null],
    ['jr.pdf', null],
    ['', null],
  ])('of %j is %j', (name, meant) => {
    expect(propose(name, alvarez).individual_id).toBe(meant)
  })

  it('can have names of two letters, and of one only if that is not the whole given or family name', () => {
    const parts = {
      individuals: [
        { id: 'bo', name: 'Bo Li' },
        { id: 'initial', name: 'X Li' },
      ],
      entities: [],
    }
    expect(propose('Passport Bo Li.pdf', parts).individual_id).toBe('bo')
    expect(propose('Passport X Li.pdf', parts).individual_id).toBeNull()
  })

  it('can be named by the folder, but not half by the folder and half by the file', () => {
    expect(propose('passport.pdf', alvarez, 'Scans / Maria Alvarez').individual_id).toBe('maria')
    expect(propose('scan Maria', alvarez, 'Alvarez papers').individual_id).toBe(null)
  })

  it('is none where the name is an entity’s', () => {
    expect(propose('Maria Alvarez 2019 GRAT design.pdf', alvarez)).toEqual({ entity_id: 'grat19', individual_id: null })
  })
})

describe('the proposed entity', () => {
  it.each([
    ['Alvarez Family Trust amendment.pdf', 'family'],
    ['Childrens SLAT amendment.pdf', 'slat'],
    ['Lakeside Holdings LLC operating agreement.pdf', 'llc'],
    ['Maria Alvarez GRAT 2021.pdf', 'grat21'],
    ['Maria Alvarez Grantor Retained Annuity Trust 2021.pdf', 'grat21'],
    ['Zoe ILIT premium notice.pdf', 'ilit'],
    ['Zoë Alvarez Irrevocable Life Insurance Trust.pdf', 'ilit'],
    ['Maria Roth IRA statement.pdf', 'roth'],
    // Only part of a name.
    ['Maria IRA statement.pdf', null],
    ['Lakeside operating agreement.pdf', null],
    ['Alvarez family papers.pdf', null],
    ['Alvarez Trust.pdf', null],
    ['ILIT premium notice.pdf', null],
    // Two GRATs, and a year that neither has.
    ['Maria Alvarez GRAT.pdf', null],
    ['Maria Alvarez GRAT 2020.pdf', null],
    ['Loan of Lakeside Holdings LLC to the Alvarez Family Trust.pdf', null],
    ['', null],
  ])('of %j is %j', (name, meant) => {
    expect(propose(name, alvarez).entity_id).toBe(meant)
  })

  it.each([
    ['Efren Hilpert passport.pdf', null],
    ['Hilpert 2014 tax return.pdf', null],
    ['Hilpert family papers 2014.pdf', null],
    ['Hilpert Trust amendment.pdf', null],
    ['Hilpert Irrevocable Trust 2019.pdf', null],
    ['Efren Hilpert Irrevocable Life Insurance Trust.pdf', null],
    ['Karen Whitfield passport.pdf', null],
    ['Whitfield LLC 2014.pdf', null],
    ['Hilpert Irrevocable Trust.pdf', 'trust'],
    ['Hilpert 2014 Irrevocable Trust, amended 2021.pdf', 'trust'],
    ['Whitfield Ranch LLC.pdf', 'ranch'],
  ])('of %j in a household called Hilpert is %j', (name, meant) => {
    expect(propose(name, hilpert).entity_id).toBe(meant)
  })

  it.each([
    ['Hilpert passport.pdf', null],
    ['Trust amendment.pdf', null],
    ['Hilpert trust amendment.pdf', 'only'],
  ])('of %j where there is only the Hilpert Trust is %j', (name, meant) => {
    expect(propose(name, plain).entity_id).toBe(meant)
  })
})

describe('whatever a file and a household are called', () => {
  const families = ['Hilpert', 'McDonald', 'Alvarez', 'Schulz-Thoma', 'Whitfield']
  const givens = ['Efren', 'Maria', 'Karl', 'Ada', 'Jorge', 'Zoë']
  const years = ['2014', '2019', '2023']
  const papers = Object.values(documentTypeNames).filter((words) => !/trust|insurance|llc|grat/i.test(words))
  const one = <Word>(words: readonly Word[]) => fc.constantFrom(...words)
  const person = (family: string) => one(givens).map((given) => `${given} ${family}`)
  const entity = (family: string) =>
    fc
      .tuple(
        one([
          (_: string, year: string) => `${family} ${year} Irrevocable Trust`,
          (given: string) => `${given} ${family} Irrevocable Life Insurance Trust`,
          (given: string, year: string) => `${given} ${family} ${year} GRAT`,
          () => `The ${family} Family Trust`,
          () => `${family} Trust`,
          () => `${family} Holdings, LLC`,
          (given: string) => `${given}'s 529 Plan`,
        ]),
        one(givens),
        one(years),
      )
      .map(([name, given, year]) => name(given, year))
  const named = (names: fc.Arbitrary<string>) =>
    fc.array(names, { maxLength: 6 }).map((all) => all.map((name, at) => ({ id: `${at} ${name}`, name })))
  const household = one(families).chain((family) =>
    fc.record({ family: fc.constant(family), individuals: named(person(family)), entities: named(entity(family)) }),
  )
  const join = (words: readonly string[]) => fc.constantFrom(' ', '_', '-', ', ').map((between) => words.join(between))

  it('a family name, years and kinds of papers propose nobody and nothing', () => {
    const file = (family: string) =>
      fc.array(one([family, ...years, ...papers, 'family', 'scan', 'copy']), { maxLength: 6 }).chain(join)
    const cases = household.chain(({ family, ...parts }) => fc.tuple(fc.constant(parts), file(family), file(family)))
    fc.assert(
      fc.property(cases, ([parts, name, folder]) => {
        expect(proposeOwners({ name, folder }, parts)).toEqual({ entity_id: null, individual_id: null })
      }),
      { numRuns: 500 },
    )
  })

  it('somebody else of the same family name proposes nobody and nothing', () => {
    const cases = household.chain(({ family, ...parts }) =>
      fc.tuple(
        fc.constant(parts),
        one(papers),
        one(['Beatrix', 'Otto']).map((given) => `${given} ${family}`),
      ),
    )
    fc.assert(
      fc.property(cases, ([parts, paper, stranger]) => {
        expect(proposeOwners({ name: `${stranger} ${paper}.pdf`, folder: '' }, parts)).toEqual({
          entity_id: null,
          individual_id: null,
        })
      }),
      { numRuns: 500 },
    )
  })

  it('a proposed person’s given and family name are said, and a proposed entity by more than people’s names and years', () => {
    const words = [
      ...families,
      ...givens,
      ...years,
      ...papers,
      'trust',
      'irrevocable',
      'GRAT',
      'ILIT',
      'holdings',
      'LLC',
    ]
    const cases = household.chain(({ family, ...parts }) =>
      fc.tuple(
        fc.constant({ family, ...parts }),
        fc.array(fc.oneof(one([...words, family]), entity(family), person(family)), { maxLength: 4 }).chain(join),
      ),
    )
    let proposed = 0
    fc.assert(
      fc.property(cases, ([{ family, ...parts }, name]) => {
        const { entity_id, individual_id } = proposeOwners({ name, folder: '' }, parts)
        const said = name.toLowerCase()
        if (individual_id !== null) {
          proposed += 1
          const { name: whole = '' } = parts.individuals.find(({ id }) => id === individual_id) ?? {}
          for (const word of whole.toLowerCase().split(/[ -]/)) expect(said).toContain(word)
        }
        if (entity_id !== null) {
          proposed += 1
          const { name: whole = '' } = parts.entities.find(({ id }) => id === entity_id) ?? {}
          expect(parts.entities.filter((entity) => entity.name === whole)).toHaveLength(1)
          expect(said).toMatch(/trust|grat|ilit|holdings|529/i)
          expect(said.replaceAll(family.toLowerCase(), '').replace(/20\d\d/g, '')).toMatch(
            /trust|grat|ilit|holdings|529/i,
          )
        }
      }),
      { numRuns: 2000 },
    )
    expect(proposed).toBeGreaterThan(20)
  })
})
