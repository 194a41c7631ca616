import type { Random } from '../../faults/random.ts'
import { isBond, multiplier, quote } from './market.ts'
import type { Account, Firm, Holdings, Lot, Month, Position, Security } from './types.ts'
import { between, daysAfter, monthEnd, randomFor, shuffled, sum, worth } from './values.ts'

type Books = Pick<Firm, 'seed' | 'accounts' | 'market' | 'transfers'>

/** How many of each security an account holds; the values follow from the month's prices. */
type Stock = { security: string; quantity: number; held: Position['held']; costPerUnit: number; acquired: string }
type Standing = { stock: Stock[]; cash: number; marginDebit: number; sweep: number }

/** What every account of the firm truly holds at the end of month `n`, 0 being June 2026. Accounts not yet opened, or closed, are absent. */
export function makeMonth(firm: Firm, n: number): Month {
  const there = firm.accounts.filter((each) => isOpen(each, n))
  return { n, date: monthEnd(n), holdings: new Map(there.map((each) => [each.id, holdingsAt(firm, each, n)])) }
}

/**
 * The month as the custodian reports it in a corrected file: one position of the account has another price. The same month if the
 * account has no position with a value.
 */
export function correctMonth(month: Month, accountId: string): Month {
  const before = month.holdings.get(accountId)
  const at = before?.positions.findIndex(({ cents }) => cents > 0) ?? -1
  if (before === undefined || at < 0) return month
  const positions = before.positions.map((position, index) => {
    if (index !== at) return position
    const localCents = position.localCents + Math.max(1, Math.round(position.localCents / 50))
    const cents = worth(localCents * 10, position.rate, 100)
    return { ...position, localCents, cents }
  })
  const difference = (positions[at]?.cents ?? 0) - (before.positions[at]?.cents ?? 0)
  const corrected = { ...before, positions, total: before.total + difference }
  return { ...month, holdings: new Map([...month.holdings, [accountId, corrected]]) }
}

/** True while the account is in the custodian's files. */
export const isOpen = ({ opened, closedFrom }: Account, n: number): boolean =>
  n >= opened && (closedFrom === undefined || n < closedFrom)

/** The entity that an account belongs to at the end of month `n`. */
export const entityOf = ({ entityId, moved }: Account, n: number): string =>
  moved !== undefined && n >= moved.month ? moved.entityId : entityId

/** What one account truly holds at the end of month `n`. */
export function holdingsAt(firm: Books, account: Account, n: number): Holdings {
  const standing = standingAt(firm, account, n)
  const find = (id: string) => {
    const found = firm.market.find((each) => each.id === id)
    if (found === undefined) throw new RangeError(`There is no security ${id}.`)
    return found
  }
  const positions = standing.stock.map((stock) => positionOf(firm.seed, stock, find(stock.security), n))
  if (account.sweep.kind === 'fund' && standing.sweep !== 0) {
    const held = {
      security: account.sweep.security,
      quantity: standing.sweep * 10,
      held: 'cash' as const,
      costPerUnit: 10_000,
      acquired: monthEnd(0),
    }
    positions.push(positionOf(firm.seed, held, find(account.sweep.security), n))
  }
  const { cash, marginDebit } = standing
  const random = randomFor(firm.seed, account.id, 'pending', n)
  const pending = positions.length > 0 && random.chance(0.2) ? between(random, -900_000, 900_000) : 0
  return {
    account: account.id,
    positions,
    cash,
    marginDebit,
    pending,
    total: sum(positions.map(({ cents }) => cents)) + cash + marginDebit,
  }
}

function positionOf(
  seed: number,
  { security: id, quantity, held, costPerUnit, acquired }: Stock,
  security: Security,
  n: number,
): Position {
  const { price, rate } = quote(seed, security, n)
  const percent = multiplier(security)
  const localCents = worth(quantity, price, percent)
  const random = randomFor(seed, id, acquired, quantity)
  const lots: Lot[] = []
  const count = quantity > 3000 && !isBond(security.kind) ? between(random, 1, 3) : 1
  let left = quantity
  let leftCost = worth(quantity, costPerUnit, percent)
  const cost = leftCost
  for (let at = 0; at < count; at += 1) {
    const part = at === count - 1 ? left : Math.floor(left / 2000) * 1000
    const partCost = at === count - 1 ? leftCost : Math.floor(leftCost / 2)
    lots.push({
      acquired: daysAfter(acquired, -200 * at - random.below(90)),
      quantity: part,
      cents: worth(part, price, percent),
      cost: partCost,
    })
    left -= part
    leftCost -= partCost
  }
  const interest = isBond(security.kind) ? worth(quantity, between(randomFor(seed, id, n), 1000, 18_000), 1) : 0
  // A value in dollars is rounded once, from the value in the security's currency.
  const cents = security.currency === 'USD' ? localCents : worth(localCents * 10, rate, 100)
  return { security: id, quantity, held, cents, localCents, rate, cost, accrued: interest, lots }
}

function standingAt(firm: Books, account: Account, n: number): Standing {
  let standing = opening(firm, account)
  for (let month = account.opened + 1; month <= n; month += 1) standing = nextMonth(firm, account, standing, month)
  return account.emptiedFrom !== undefined && n >= account.emptiedFrom
    ? { stock: [], cash: 0, marginDebit: 0, sweep: 0 }
    : standing
}

const held = (random: Random, firm: Books, account: Account, security: Security, month: number): Stock => {
  const { kind } = security
  const quantity =
    kind === 'option'
      ? -1000 * between(random, 1, 6)
      : isBond(kind)
        ? 5_000_000 * between(random, 1, 30)
        : kind === 'fund' || kind === 'private'
          ? between(random, 20_000, 4_000_000)
          : 1000 * between(random, 5, 2400)
  return {
    security: security.id,
    quantity: kind === 'private' ? between(random, 50, 900) * 1000 : quantity,
    held: kind === 'option' ? 'short' : account.margin && random.chance(0.5) ? 'margin' : 'cash',
    costPerUnit: Math.max(
      100,
      Math.round(
        (quote(firm.seed, security, month).price *
          (isBond(kind) ? between(random, 92, 108) : between(random, 40, 130))) /
          100,
      ),
    ),
    acquired: daysAfter(monthEnd(month), -between(random, 0, 900)),
  }
}

function opening(firm: Books, account: Account): Standing {
  const random = randomFor(firm.seed, account.id, 'opening')
  if (account.custodian === 'collegiate') {
    // Education savings hold funds only.
    const funds = firm.market.filter(({ kind }) => kind === 'fund')
    const stock = shuffled(random, funds)
      .slice(0, between(random, 1, 3))
      .map((each) => held(random, firm, account, each, account.opened))
    return { stock, cash: 0, marginDebit: 0, sweep: 0 }
  }
  const usual = firm.market.filter(({ kind }) => kind !== 'option' && kind !== 'money_fund')
  const chosen = shuffled(random, usual).slice(0, between(random, 2, 11))
  const stock = chosen.map((each) => held(random, firm, account, each, account.opened))
  if (account.margin) {
    const [twice] = stock.filter((each) => each.security.startsWith('sec_stock'))
    // The same security in cash and in margin: two rows of one holding.
    if (twice !== undefined)
      stock.push({ ...twice, quantity: 1000 * between(random, 5, 80), held: twice.held === 'cash' ? 'margin' : 'cash' })
    if (random.chance(0.6)) {
      const option = random.pick(firm.market.filter(({ kind }) => kind === 'option'))
      stock.push(held(random, firm, account, option, account.opened))
    }
  }
  const swept = account.sweep.kind === 'fund'
  const cash = swept ? (random.chance(0.2) ? between(random, -9_000, -1) : 0) : between(random, 100, 9_000_000)
  return {
    stock,
    cash: !swept && random.chance(0.1) ? -between(random, 1, 30_000) : cash,
    marginDebit: account.margin ? -between(random, 5_000, 4_000_000) : 0,
    sweep: swept ? between(random, 50, 12_000_000) : 0,
  }
}

/** Dividends, trades, a sale to zero that stays in the list for a month, a split, and transfers inside the firm. */
function nextMonth(firm: Books, account: Account, before: Standing, month: number): Standing {
  const random = randomFor(firm.seed, account.id, 'month', month)
  let { cash, sweep } = before
  const stock = afterTransfers(firm, account, before.stock, month).filter(({ quantity }) => quantity !== 0)
  for (const each of stock) {
    const security = firm.market.find(({ id }) => id === each.security)
    if (security?.split?.month === month) {
      each.quantity *= security.split.ratio
      each.costPerUnit = Math.max(1, Math.round(each.costPerUnit / security.split.ratio))
    }
    if (each.quantity > 0 && security?.kind === 'fund') each.quantity += between(random, 0, 9_000)
    else if (random.chance(0.15)) {
      const step = security !== undefined && isBond(security.kind) ? 5_000_000 : 1000
      if (each.quantity > 4 * step) each.quantity -= step * between(random, 1, 3)
    }
  }
  const income = between(random, -200_000, 400_000)
  if (account.sweep.kind === 'fund') sweep = Math.max(0, sweep + income)
  else if (account.custodian !== 'collegiate') cash += income
  const sold = stock[random.below(Math.max(1, stock.length))]
  if (sold !== undefined && sold.quantity > 0 && stock.length > 2 && random.chance(0.25)) sold.quantity = 0
  if (account.custodian !== 'collegiate' && random.chance(0.3)) {
    const candidates = firm.market.filter(
      ({ id, kind }) => kind !== 'option' && kind !== 'money_fund' && !stock.some((each) => each.security === id),
    )
    if (candidates.length > 0) stock.push(held(random, firm, account, random.pick(candidates), month))
  }
  return { stock, cash, marginDebit: before.marginDebit, sweep }
}

/** Copies of what the account holds once the month's transfers came and went: shares leave with their cost and arrive so. */
function afterTransfers(firm: Books, account: Account, before: readonly Stock[], month: number): Stock[] {
  const transfers = firm.transfers.filter((each) => each.month === month)
  const given = transfers.some(({ from }) => from === account.id) ? givenIn(before) : undefined
  const received = transfers
    .filter(({ to }) => to === account.id)
    .flatMap(({ from }) => {
      const giver = firm.accounts.find(({ id }) => id === from)
      const arrived = giver === undefined ? undefined : givenIn(standingAt(firm, giver, month - 1).stock)
      return arrived === undefined ? [] : [{ ...arrived, held: 'cash' as const }]
    })
  return [...before.filter((each) => each !== given).map((each) => ({ ...each })), ...received]
}

/** The position that a transfer takes along: the first one of shares. */
const givenIn = (stock: readonly Stock[]): Stock | undefined =>
  stock.find(({ security, quantity }) => quantity > 0 && security.startsWith('sec_stock'))
