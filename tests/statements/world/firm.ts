import { en } from '@faker-js/faker'
import { type AssetClassName, assetClassNamed } from '../../../sandbox/data/asset-classes.ts'
import type { EntityKind } from '../../../sandbox/schemas/fields.ts'
import type { Asset, Entity, Household, Individual, Valuation } from '../../../sandbox/schemas/responses.ts'
import type { Random } from '../../faults/random.ts'
import { isBond, makeMarket, quote } from './market.ts'
import { holdingsAt } from './month.ts'
import { type Account, type CustodianName, custodianNames, type Firm, type Security } from './types.ts'
import { between, daysAfter, monthEnd, randomFor, shuffled, sum } from './values.ts'

const surnames = ['Whitfield', 'Okonkwo', 'Larsen', "O'Hara", 'Vandermeer', 'Castellanos', 'Ng', 'de la Cruz']
const firstNames = [...new Set([...(en.person?.first_name?.female ?? []), ...(en.person?.first_name?.male ?? [])])]

/** How each custodian numbers accounts: `#` is a digit, `@` a letter. */
const numberShapes: Record<CustodianName, string> = {
  alder: '####-####',
  birchline: '@########',
  granite: '5#######',
  interport: 'U#######',
  ferncastle: '#@-#####',
  harwick: '0##.######.##',
  meridian: '00##-###',
  clearwater: '00#######',
  tamarack: '4###########',
  ledgerstone: '#########',
  quillon: 'PT-#####',
  tallgrass: '###-######',
  stonegate: '00#####-01',
  collegiate: '###########',
  larkfield: '####-####',
  copperline: '######',
}

const numberFrom = (random: Random, custodian: CustodianName) =>
  numberShapes[custodian].replace(/[#@]/g, (mark) =>
    mark === '#' ? String(random.below(10)) : random.pick([...'XZKT']),
  )

/** The number with other last digits, for numbers that look alike once they are masked. */
const endingLike = (number: string, other: string) => {
  const digits = other.replace(/\D/g, '').slice(-4).padStart(4, '0')
  let at = digits.length
  return [...number]
    .reverse()
    .map((each) => (/\d/.test(each) && at > 0 ? (digits[--at] ?? each) : each))
    .reverse()
    .join('')
}

const stamps = (day: string) => ({ created_at: `${day}T15:00:00.000Z`, updated_at: `${day}T15:00:00.000Z` })

type EntityPlan = { kind: EntityKind; name: string; title: string; accounts: number }

function plansOf(random: Random, surname: string, people: readonly Individual[], fewer: boolean): EntityPlan[] {
  const [first, second] = people
  const one = `${first?.first_name} ${surname}`
  const caps = surname.toUpperCase()
  const year = `${between(random, 1, 12)}/${between(random, 1, 28)}/${between(random, 1992, 2022)}`
  const word = random.pick(['Harbor', 'Ridge', 'Mill Pond', 'Copper'])
  const all: EntityPlan[] = [
    {
      kind: 'REVOCABLE_TRUST',
      name: `The ${surname} Family Trust`,
      title: `${caps} FAMILY TRUST U/A DTD ${year}`,
      accounts: between(random, 1, 4),
    },
    {
      kind: 'RETIREMENT_PERSONAL_ACCOUNT',
      name: `${one} IRA`,
      title: `${one.toUpperCase()} ROLLOVER IRA`,
      accounts: between(random, 1, 2),
    },
    {
      kind: 'INDIVIDUAL_PERSONAL_ACCOUNT',
      name: `${one} – Individual`,
      title: `${one} - Individual TOD`,
      accounts: between(random, 1, 2),
    },
    {
      kind: 'SLAT_TRUST',
      name: `${surname} 2021 SLAT`,
      title: `${caps} 2021 SLAT, ${(second ?? first)?.first_name?.toUpperCase()} TTEE`,
      accounts: between(random, 0, 2),
    },
    {
      kind: 'LLC_BUSINESS_ENTITY',
      name: `${word} Holdings LLC`,
      title: `${word.toUpperCase()} HOLDINGS, LLC`,
      accounts: between(random, 0, 1),
    },
    {
      kind: 'JOINT_PERSONAL_ACCOUNT',
      name: `${first?.first_name} & ${second?.first_name ?? 'Pat'} ${surname}`,
      title: `${first?.first_name} & ${second?.first_name ?? 'Pat'} ${surname} JTWROS`,
      accounts: 1,
    },
    { kind: 'QPRT_TRUST', name: `${surname} Residence Trust`, title: '', accounts: 0 },
  ]
  return fewer
    ? all.slice(0, 3)
    : [all[0], ...shuffled(random, all.slice(1)).slice(0, between(random, 2, 5))].filter((each) => each !== undefined)
}

/**
 * A firm of four households with trusts, companies and accounts at four custodians, or at those named. The first two households share
 * their family name and their trust's name. The same seed makes the same firm.
 */
export function makeFirm(seed: number, { custodians }: { custodians?: readonly CustodianName[] } = {}): Firm {
  const random = randomFor(seed, 'firm')
  // Firms of neighbouring seeds use other custodians, so that a few seeds use all.
  const turn = Array.from({ length: 4 }, (_, at) => custodianNames[(seed * 4 + at) % custodianNames.length] ?? 'alder')
  const houses = custodians ?? turn
  const names = shuffled(random, surnames)
  const families = [names[0], names[0], names[1], names[2]].map((each) => each ?? 'Whitfield')
  const firm = {
    households: [] as Household[],
    individuals: [] as Individual[],
    entities: [] as Entity[],
    accounts: [] as Account[],
  }
  for (const [at, surname] of families.entries()) {
    const householdId = `household_w${seed}h${at}`
    const people = Array.from(
      { length: between(random, 1, 3) },
      (_, index): Individual => ({
        id: `client_profile_w${seed}h${at}p${index}`,
        ...stamps('2024-02-01'),
        first_name: random.pick(firstNames),
        last_name: surname,
        household_id: householdId,
        is_beneficiary: index > 0,
        is_deceased: false,
        is_grantor: index === 0,
        is_primary: index < 2,
        is_trustee: index === 0,
      }),
    )
    firm.individuals.push(...people)
    const family = surname.endsWith('s') ? surname : `${surname}s`
    firm.households.push({
      id: householdId,
      ...stamps('2024-02-01'),
      name: `The ${family}`,
      primary_relationship_owner_id: `user_w${seed}`,
    })
    const used = shuffled(random, houses).slice(0, between(random, 2, 3))
    for (const [index, plan] of plansOf(random, surname, people, at === 1).entries()) {
      const stage = index > 1 && random.chance(0.12) ? 'ARCHIVED' : random.chance(0.1) ? 'IMPLEMENTATION' : 'ACTIVE'
      const id = `entity_w${seed}h${at}e${index}`
      firm.entities.push({
        id,
        ...stamps('2024-03-01'),
        display_name: plan.name,
        household_id: householdId,
        in_estate_status: plan.kind === 'SLAT_TRUST' ? 'out_of_estate' : 'in_estate',
        kind: plan.kind,
        stage,
      })
      for (let count = 0; count < plan.accounts; count += 1) {
        firm.accounts.push(
          accountOf(
            random,
            { seed, householdId, entityId: id, plan, count, custodian: used[(index + count) % used.length] ?? 'alder' },
            firm.accounts,
          ),
        )
      }
    }
  }
  alikeNumbers(firm.accounts)
  const transfers = planChanges(random, firm.accounts, firm.entities)
  const market = makeMarket(seed)
  const whole: Firm = { seed, ...firm, market, transfers, valuations: new Map(), origins: new Map() }
  chooseSweeps(random, whole)
  numberEntities(random, whole)
  return { ...whole, ...logged(whole) }
}

type Opening = {
  seed: number
  householdId: string
  entityId: string
  plan: EntityPlan
  count: number
  custodian: CustodianName
}

function accountOf(
  random: Random,
  { seed, householdId, entityId, plan, count, custodian }: Opening,
  before: readonly Account[],
): Account {
  let number = numberFrom(random, custodian)
  while (before.some((each) => each.number === number)) number = numberFrom(random, custodian)
  return {
    id: `acct_w${seed}n${before.length}`,
    custodian,
    number,
    title:
      count === 0 ? plan.title : `${plan.title} ${random.pick(['MUNI SLEEVE', 'SMA - LARGE CAP', '#2', 'INCOME'])}`,
    householdId,
    entityId,
    sweep: { kind: 'cash' },
    margin: plan.kind !== 'RETIREMENT_PERSONAL_ACCOUNT' && random.chance(0.2),
    opened: random.chance(0.1) ? between(random, 1, 3) : 0,
  }
}

/** One person's accounts at two custodians, and two households' accounts at one custodian, get the same last digits. */
function alikeNumbers(accounts: Account[]) {
  for (const [at, account] of accounts.entries()) {
    const person = accounts
      .slice(0, at)
      .find((each) => each.entityId === account.entityId && each.custodian !== account.custodian)
    const stranger = accounts
      .slice(0, at)
      .find((each) => each.custodian === account.custodian && each.householdId !== account.householdId)
    const like = at % 5 === 0 ? stranger : at % 5 === 2 ? person : undefined
    if (like === undefined) continue
    const number = endingLike(account.number, like.number)
    if (!accounts.some((each) => each.number === number)) account.number = number
  }
}

/** Decides which accounts move, empty or close, and which hand a position to another account of the household. */
function planChanges(random: Random, accounts: Account[], entities: readonly Entity[]) {
  const [moving, emptied, closing, ...rest] = shuffled(
    random,
    accounts.filter(({ opened }) => opened === 0),
  )
  const month = () => between(random, 2, 4)
  const others = entities.filter(
    (each) => each.household_id === moving?.householdId && each.id !== moving.entityId && each.stage === 'ACTIVE',
  )
  if (moving !== undefined && others.length > 0) moving.moved = { month: month(), entityId: random.pick(others).id }
  if (emptied !== undefined) emptied.emptiedFrom = month()
  if (closing !== undefined) closing.closedFrom = month()
  // Plans for education savings take no shares.
  const able = rest.filter(({ custodian }) => custodian !== 'collegiate')
  const giver = able[0]
  const taker = able.find((each) => each.householdId === giver?.householdId && each.id !== giver.id)
  return giver === undefined || taker === undefined ? [] : [{ month: month(), from: giver.id, to: taker.id }]
}

function chooseSweeps(random: Random, { accounts, market }: Firm) {
  const moneyFunds = market.filter(({ kind }) => kind === 'money_fund')
  for (const account of accounts) {
    if (!account.margin && random.chance(0.4)) account.sweep = { kind: 'fund', security: random.pick(moneyFunds).id }
  }
}

/** Some firms store an account's number as the entity's external id, with or without its dashes; some, a number of their own. */
function numberEntities(random: Random, { entities, accounts }: Firm) {
  for (const entity of entities) {
    const [only, ...more] = accounts.filter((each) => each.entityId === entity.id)
    if (only !== undefined && more.length === 0 && random.chance(0.5)) {
      entity.external_id = random.chance(0.3) ? only.number.replace(/[-.]/g, '') : only.number
    } else if (random.chance(0.2)) entity.external_id = `CRM-${entity.id.slice(-4)}`
  }
}

type Known = { asset: Asset; origin: string | null }

const kept: readonly (readonly [name: string, assetClass: AssetClassName, low: number, high: number])[] = [
  ['Residence, 14 Millrace Lane', 'Primary Residence', 80_000_000, 640_000_000],
  ['Lake house', 'Vacation Property', 40_000_000, 210_000_000],
  ['Note receivable from a child', 'Promissory Notes', 2_500_000, 60_000_000],
  ['Elm Grove Private Equity Fund III', 'Private Equity', 10_000_000, 90_000_000],
  ['Cash at the town bank', 'Cash', 100_000, 9_000_000],
  ['Paintings and works on paper', 'Art and Collectibles', 1_000_000, 50_000_000],
]

/** The valuations that the firm's staff typed from the paper statements of month 0. */
function logged(firm: Firm): Pick<Firm, 'valuations' | 'origins'> {
  const valuations = new Map<string, Valuation>()
  const origins = new Map<string, readonly (string | null)[]>()
  for (const entity of firm.entities) {
    const random = randomFor(firm.seed, 'logged', entity.id)
    const id = (at: number) => `assetv2_${entity.id.slice(7)}a${at}`
    const made: Known[] = []
    const add = (asset: Omit<Asset, 'id'>, origin: string | null) =>
      made.push({ asset: { id: id(made.length), ...asset }, origin })
    for (const [name, assetClass, low, high] of shuffled(random, kept).slice(0, random.below(3))) {
      add(
        { asset_class: assetClassNamed(assetClass), display_name: name, value: between(random, low, high) / 100 },
        null,
      )
    }
    // New entities have nothing yet, some only what no custodian holds; of an account, each holding or one lump sum.
    const style = random.weighted({ holdings: 6, lump: 2, byHand: 1, nothing: 1 })
    const accounts = firm.accounts.filter((each) => each.entityId === entity.id && each.opened === 0)
    for (const account of accounts) {
      const { positions, cash, marginDebit, total } = holdingsAt(firm, account, 0)
      if (style === 'lump') {
        add(
          {
            asset_class: assetClassNamed('US Large Cap Equity'),
            display_name: `Brokerage account …${account.number.slice(-4)}`,
            value: total / 100,
          },
          account.id,
        )
      }
      if (style !== 'holdings') continue
      for (const position of positions) {
        const security = firm.market.find((each) => each.id === position.security)
        if (security !== undefined) add(typed(random, firm.seed, security, position.cents), account.id)
      }
      if (cash + marginDebit !== 0) {
        add(
          {
            asset_class: assetClassNamed('Cash'),
            display_name: random.pick(['Cash', 'Cash & Cash Investments']),
            value: (cash + marginDebit) / 100,
          },
          account.id,
        )
      }
    }
    if (made.length === 0) continue
    const total = sum(made.map(({ asset }) => Math.round(asset.value * 100))) / 100
    valuations.set(entity.id, {
      id: `valuationv2_${entity.id.slice(7)}`,
      ...stamps(daysAfter(monthEnd(0), 9)),
      entity_id: entity.id,
      effective_date: monthEnd(0),
      directly_held_asset_value: total,
      directly_held_assets: made.map(({ asset }) => asset),
      total_value: total,
    })
    origins.set(
      entity.id,
      made.map(({ origin }) => origin),
    )
  }
  return { valuations, origins }
}

/** A holding as somebody typed it: with its symbol, its CUSIP, a number of the firm's own, or no identifier. */
function typed(random: Random, seed: number, security: Security, cents: number): Omit<Asset, 'id'> {
  const { name, symbol } = quote(seed, security, 0)
  const external = isBond(security.kind)
    ? random.pick([security.cusip, security.cusip, ''])
    : random.pick([symbol ?? security.isin, symbol ?? security.cusip, security.cusip, `POS-${security.ownId}`, ''])
  return {
    asset_class: assetClassNamed(security.assetClass),
    display_name: random.chance(0.5) ? name : name.toUpperCase(),
    value: cents / 100,
    ...(external === '' ? {} : { external_id: external }),
  }
}
