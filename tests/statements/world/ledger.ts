import type { Valuation } from '../../../sandbox/schemas/responses.ts'
import { entityOf } from './month.ts'
import type { AccountTruth, Firm, StatementTruth } from './types.ts'
import { plain, sum } from './values.ts'

/** An asset that an entity must have. `key` is the row's key, or null if it was not read from a statement. */
export type ExpectedAsset = {
  key: string | null
  name: string
  cents: number
  /** The world's id of the account that it was last read from, or that the typed valuation had it from; null if kept by hand. */
  origin: string | null
  /** The date of the valuation in which this figure was new. */
  date: string
}

export type ExpectedValuation = { date: string; cents: number; assets: readonly ExpectedAsset[] }

/** What the advisor confirmed for one file. */
export type Answers = {
  /** The world's ids of the accounts that were approved; the others wait. */
  accounts: readonly string[]
  /** The date the advisor typed or confirmed, where the file states none. */
  asOf?: string
  /** Whether unsettled lines that the total counts become an asset, or only explain the difference. */
  unsettled?: 'counted' | 'left out'
  /** Log although the entity's current valuation is newer. */
  evenIfOlder?: boolean
  /** What happens to an entity that an account has left: log it without the account's assets, or leave it as it is. */
  formerEntity?: 'log without' | 'leave'
}

/** One valuation that must have been sent exactly once, or why an account must not have been logged. */
export type Logged =
  | { entityId: string; accounts: readonly string[]; valuation: ExpectedValuation; isCurrent: boolean }
  | {
      entityId: string
      accounts: readonly string[]
      refused: 'blocked' | 'no date' | 'older than the current valuation'
    }

/** A colleague's edit: one asset kept by hand is valued again, or added if there is none with this name. */
export type ColleagueChange = { date: string; name: string; value: number }

/**
 * What the service must hold for each entity, to the cent. It starts with the valuations that the firm's staff had typed and follows
 * statements, answers and colleagues; it knows nothing of how a program reads a file.
 */
export class TruthLedger {
  private readonly firm: Firm
  private readonly current = new Map<string, ExpectedValuation>()
  private readonly sent = new Map<string, number>()

  constructor(firm: Firm) {
    this.firm = firm
    for (const [entityId, { effective_date: date, directly_held_assets: assets }] of firm.valuations) {
      const origins = firm.origins.get(entityId) ?? []
      const known = assets.map(({ display_name: name, value }, at) => ({
        key: null,
        name,
        cents: Math.round(value * 100),
        origin: origins[at] ?? null,
        date,
      }))
      this.current.set(entityId, valuationOf(date, known))
    }
  }

  /** The valuation that the service must give as the entity's most recent one. */
  expected(entityId: string): ExpectedValuation | undefined {
    return this.current.get(entityId)
  }

  /** How many valuations of the entity the statements have made so far. */
  sentFor(entityId: string): number {
    return this.sent.get(entityId) ?? 0
  }

  /**
   * The advisor approves accounts of a file of month `n`. The approved accounts of one entity make one valuation: their rows replace
   * the assets last read from them, every other asset is carried over with its date.
   */
  statement(truth: StatementTruth, n: number, answers: Answers): Logged[] {
    const date = truth.as_of ?? answers.asOf
    // An account that is twice in a file is logged once.
    const approved = truth.accounts.filter(
      ({ account_id: id }, at) =>
        answers.accounts.includes(id) && truth.accounts.findIndex((each) => each.account_id === id) === at,
    )
    const byEntity = Map.groupBy(approved, ({ account_id: id }) => this.entityOf(id, n))
    const logged: Logged[] = []
    for (const [entityId, accounts] of byEntity) {
      const common = { entityId, accounts: accounts.map(({ account_id: id }) => id) }
      const before = this.current.get(entityId)
      const late = date !== undefined && before !== undefined && date < before.date
      if (accounts.some(({ tie }) => tie === 'blocked')) logged.push({ ...common, refused: 'blocked' })
      else if (date === undefined) logged.push({ ...common, refused: 'no date' })
      else if (late && answers.evenIfOlder !== true)
        logged.push({ ...common, refused: 'older than the current valuation' })
      else {
        const carried = (before?.assets ?? []).filter(
          ({ origin }) => origin === null || !common.accounts.includes(origin),
        )
        const read = accounts.flatMap((account) => assetsOf(account, date, answers.unsettled ?? 'left out'))
        const valuation = valuationOf(date, [...read, ...carried])
        logged.push({ ...common, valuation, isCurrent: !late })
        this.keep(entityId, valuation, !late)
      }
    }
    const done = new Set(logged.flatMap((each) => ('valuation' in each ? each.accounts : [])))
    if (date !== undefined && answers.formerEntity === 'log without') logged.push(...this.leave(done, n, date))
    return logged
  }

  /**
   * The entities that still list assets of this account although it belongs to another one now: this is a question, and
   * nothing is taken away without an answer.
   */
  formerEntities(accountId: string, n: number): string[] {
    const owner = this.entityOf(accountId, n)
    return [...this.current]
      .filter(([id, { assets }]) => id !== owner && assets.some(({ origin }) => origin === accountId))
      .map(([id]) => id)
  }

  /** A colleague logs a whole valuation, with one asset changed. It becomes the current one unless a newer one is there. */
  colleague(entityId: string, { date, name, value }: ColleagueChange): void {
    const before = this.current.get(entityId)
    const changed = { key: null, name, cents: Math.round(value * 100), origin: null, date }
    const others = (before?.assets ?? []).filter((each) => each.origin !== null || each.name !== name)
    if (before === undefined || date >= before.date) this.current.set(entityId, valuationOf(date, [...others, changed]))
  }

  private entityOf(accountId: string, n: number): string {
    const account = this.firm.accounts.find(({ id }) => id === accountId)
    if (account === undefined) throw new RangeError(`There is no account ${accountId}.`)
    return entityOf(account, n)
  }

  private leave(accounts: ReadonlySet<string>, n: number, date: string): Logged[] {
    return [...accounts].flatMap((account) =>
      this.formerEntities(account, n).flatMap((entityId) => {
        const before = this.current.get(entityId)
        if (before === undefined || date < before.date) return []
        const valuation = valuationOf(
          date,
          before.assets.filter(({ origin }) => origin !== account),
        )
        this.keep(entityId, valuation, true)
        return [{ entityId, accounts: [account], valuation, isCurrent: true }]
      }),
    )
  }

  private keep(entityId: string, valuation: ExpectedValuation, isCurrent: boolean) {
    this.sent.set(entityId, this.sentFor(entityId) + 1)
    if (isCurrent) this.current.set(entityId, valuation)
  }
}

const valuationOf = (date: string, assets: readonly ExpectedAsset[]): ExpectedValuation => ({
  date,
  cents: sum(assets.map(({ cents }) => cents)),
  assets,
})

const centsIn = (text: string) => Math.round(Number(text) * 100)

/** The assets that an account's part of a file becomes. */
function assetsOf(
  { rows, asked = [], account_id: origin }: AccountTruth,
  date: string,
  unsettled: 'counted' | 'left out',
): ExpectedAsset[] {
  const held = rows.map(({ key, name, true_value }) => ({
    key,
    name: name ?? key,
    cents: centsIn(true_value),
    origin,
    date,
  }))
  const more = asked.flatMap(({ name, value, in_total, true_part }) => {
    if (true_part !== undefined) return [{ key: 'cash', name, cents: centsIn(true_part), origin, date }]
    return in_total && unsettled === 'counted' ? [{ key: 'unsettled', name, cents: centsIn(value), origin, date }] : []
  })
  return [...held, ...more]
}

/** The request's body by which a colleague makes this change to the service's current valuation. `name` must not be that of a holding read from a statement. */
export function colleagueBody(
  { directly_held_assets: assets }: Valuation,
  { date, name, value }: ColleagueChange,
  classId: string,
) {
  const kept = assets.filter((each) => each.display_name !== name)
  return {
    effective_date: date,
    directly_held_assets: [
      ...kept.map(({ asset_class, display_name, value: worth, external_id }) => ({
        asset_class_id: asset_class.id,
        display_name,
        value: worth,
        ...(external_id ? { external_id } : {}),
      })),
      { asset_class_id: classId, display_name: name, value },
    ],
    description: `Appraisal of ${name}, ${plain(Math.round(value * 100))}`,
  }
}
