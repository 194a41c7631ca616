import { hash } from 'node:crypto'
import { decimalDollars, ofCents, roundToCents, toDecimal } from '../../shared/domain/money.ts'
import type { CurrentValuation, EntityChoice } from '../../shared/statements/batch.ts'

/** An account of the demo firm: its entity, whose external ID is the account's number, and what it held last. */
type DemoAccount = { entity: EntityChoice; valuation: CurrentValuation }

/** A file as a custodian would have written it. */
type DemoFile = { name: string; text: string }

/** Accounts at custodians, by the names of their entities. */
const atCustodian = /Brokerage|Joint Account|IRA|401\(k\)|529/
/** External IDs that read as an account's number. */
const numberOf = /(?:\d.*){4}/
/** Accounts to choose from. */
const mostCandidates = 40
/** Accounts that the three statements are about. */
const wanted = 4
/** Holdings of an account that make a statement which can be read at a glance. */
const mostHoldings = 8

/** Entities that a statement may be made of; their valuations decide the rest. */
export const demoCandidates = (entities: readonly EntityChoice[]): EntityChoice[] =>
  entities
    .filter(({ name, external_id }) => numberOf.test(external_id ?? '') && atCustodian.test(name))
    .slice(0, mostCandidates)

/**
 * Three statements of the demo firm's own accounts, a day old: two accounts in one file, one that holds something new, and one more.
 * Fewer if there are not enough accounts.
 *
 * @param today - `YYYY-MM-DD`
 */
export function demoStatements(accounts: readonly DemoAccount[], today: string): DemoFile[] {
  const [first, second, third, fourth] = accounts
    .filter(({ valuation: { assets } }) => assets.length > 1 && assets.length <= mostHoldings)
    .slice(0, wanted)
  const asOf = new Date(Date.parse(`${today}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const files = [
    { name: `All accounts ${asOf}.csv`, accounts: [first, second] },
    { name: `Positions ${asOf}.csv`, accounts: [third] },
    { name: `Positions ${asOf} (2).csv`, accounts: [fourth] },
  ]
  return files.flatMap(({ name, accounts: own }, at) => {
    const held = own.filter((one) => one !== undefined)
    return held.length === 0 ? [] : [{ name, text: fileOf(held, { asOf, hasNew: at === 1 }) }]
  })
}

const columns = ['Symbol', 'Description', 'Current Value', 'Type']

/** A table with a column of account numbers, or a table for each account below a line with its number. */
function fileOf(accounts: readonly DemoAccount[], { asOf, hasNew }: { asOf: string; hasNew: boolean }): string {
  const [year, month, day] = asOf.split('-')
  const lines = [[`Positions as of 04:02 PM ET, ${month}/${day}/${year}`], []]
  if (!hasNew) lines.push(['Account Number', 'Account Name', ...columns])
  for (const { entity, valuation } of accounts) {
    const number = entity.external_id ?? ''
    const before = hasNew ? [] : [number, entity.name]
    if (hasNew) lines.push([entity.name], [`Account Number: ${number}`], columns)
    const holdings = valuation.assets.map(({ display_name, external_id, asset_class, value }) => ({
      words: [external_id ?? '', display_name],
      cents: grown(roundToCents(toDecimal(value)), `${entity.id} ${display_name}`),
      kind: asset_class.display_name,
    }))
    if (hasNew) holdings.push({ words: ['LARX', 'Larch Total Market Index'], cents: 4_210_055n, kind: 'Mutual Fund' })
    for (const { words, cents, kind } of holdings) lines.push([...before, ...words, dollars(cents), kind])
    const total = holdings.reduce((sum, { cents }) => sum + cents, 0n)
    lines.push([...before, ...(hasNew ? ['Account Total', ''] : ['', 'Account Total']), dollars(total), ''])
  }
  return `${lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')}\r\n`
}

const dollars = (cents: bigint): string => `$${decimalDollars(ofCents(cents))}`

/** A value a little later: up to 3 per cent more or less, the same each time. */
function grown(cents: bigint, of: string): bigint {
  const share = BigInt(Number.parseInt(hash('sha256', of).slice(0, 4), 16) % 601) - 300n
  return cents + (cents * share) / 10_000n
}
