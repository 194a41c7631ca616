import { assetClassNamed } from '../../sandbox/data/asset-classes.ts'
import type { Valuation } from '../../sandbox/schemas/responses.ts'
import { fold } from '../../shared/domain/fold.ts'
import { valuation as serviceValuation } from '../../shared/service/valuation.ts'
import { mapAccounts, numberTail } from '../../shared/statements/accounts.ts'
import type {
  AccountDecision,
  AccountRef,
  BatchFile,
  BatchPlan,
  CurrentValuation,
  EntityPlan,
  KnownAccount,
  RowRef,
} from '../../shared/statements/batch.ts'
import { accountWords } from '../../shared/statements/entities.ts'
import { planBatch } from '../../shared/statements/plan.ts'
import { explainedRows, type PlanKnowledge, planAnswers } from './advisor.ts'
import { type ReadFile, today } from './reading.ts'
import type { Dropped, Result } from './results.ts'
import { TruthLedger } from './world/ledger.ts'
import { entityOf } from './world/month.ts'
import type { AccountTruth, Firm, RowTruth } from './world/types.ts'
import { plain, sum } from './world/values.ts'

/** What the app and the service hold for the firm, beside the truth of it. */
export class FirmState {
  private readonly firm: Firm
  private readonly ledger: TruthLedger
  private readonly valuations = new Map<string, CurrentValuation | null>()
  private readonly origins = new Map<string, string | null>()
  private readonly keys = new Map<string, string>()
  private readonly securities = new Map<string, string>()
  private records: KnownAccount[] = []
  private readonly recordAccounts = new Map<string, string>()
  private readonly logged = new Map<string, string>()
  private made = 0

  constructor(firm: Firm) {
    this.firm = firm
    this.ledger = new TruthLedger(firm)
    const names = new Map(firm.market.map(({ id, name }) => [name.toUpperCase(), id]))
    for (const { id } of firm.entities) {
      const valuation = firm.valuations.get(id)
      this.valuations.set(id, valuation === undefined ? null : asCurrent(valuation))
      for (const [at, asset] of (valuation?.directly_held_assets ?? []).entries()) {
        this.origins.set(asset.id, firm.origins.get(id)?.[at] ?? null)
        const key = names.get(asset.display_name.toUpperCase())
        if (key !== undefined) this.keys.set(asset.id, key)
      }
    }
  }

  /** Answers what the plan of these files asks, approves what may be, and compares it with the truth. */
  logBatch(dropped: readonly Dropped[], n: number, result: Result): void {
    const files = dropped.flatMap((each): { each: Dropped; file: BatchFile }[] => {
      const { statement, accounts, file, month } = each.read
      if (statement === null) return []
      const typed = accounts.flatMap(({ account, own }) =>
        own !== null && account.statedTotal === null ? [[account.key, own.true_total] as const] : [],
      )
      const explained = accounts.flatMap(({ account, own }) =>
        own === null ? [] : [[account.key, explainedRows(account, own)] as const],
      )
      this.judgeDate(each)
      // The advisor knows whose file it is.
      const named = statement.accounts.map((account) => ({
        ...account,
        custodian: account.custodian ?? file.truth.layout,
      }))
      return [
        {
          each,
          file: {
            ...{ id: each.id, name: file.name, sha256: each.sha256 },
            statement: { ...statement, accounts: named },
            decisions: {
              asOf: statement.asOf.date === null ? month.date : null,
              accounts: {},
              totals: Object.fromEntries(typed),
              explained: Object.fromEntries(explained),
            },
            loggedBefore: this.logged.get(each.sha256) ?? null,
            countedIn: {},
            isScan: false,
          },
        },
      ]
    })
    const decisions = new Map<string, Record<string, AccountDecision>>(files.map(({ file }) => [file.id, {}]))
    const answers: Record<string, string> = {}
    const withDecisions = () =>
      files.map(({ file }) => ({
        ...file,
        decisions: { ...file.decisions, accounts: decisions.get(file.id) ?? {} },
      }))
    const find = (ref: AccountRef) => {
      const of = dropped.find(({ id }) => id === ref.file_id)
      const judged = of?.read.accounts.find(({ account }) => account.key === ref.key)
      return of && judged ? { of, judged } : null
    }
    const truthOf = ({ file_id, key, row }: RowRef) => {
      const found = find({ file_id, key })
      const own = found?.judged.account.rows.find((each) => each.row === row)
      return (own && found?.of.read.truths.get(own)) ?? null
    }
    const knowledge: PlanKnowledge = {
      origins: this.origins,
      keys: this.keys,
      records: this.recordAccounts,
      accountOf: (ref) => find(ref)?.judged.own ?? null,
      wordsOf: (ref) => {
        const file = files.find((each) => each.file.id === ref.file_id)?.file
        const judged = find(ref)?.judged
        return file && judged
          ? accountWords({ file, account: judged.account } as Parameters<typeof accountWords>[0])
          : ''
      },
      namedIn: (choice) => {
        for (const { file } of files)
          for (const account of file.statement.accounts) {
            const words = accountWords({ file, account } as Parameters<typeof accountWords>[0])
            if (choice.startsWith(words))
              return find({ file_id: file.id, key: account.key })?.judged.own?.account_id ?? null
          }
        return null
      },
      ownerOf: (ref) => {
        const of = dropped.find(({ id }) => id === ref.file_id)
        const holder = of?.read.accounts.find(({ account }) => account.rows.some(({ row }) => row === ref.row))
        return holder?.own?.account_id ?? null
      },
      keyOf: ({ file_id, row }) => {
        const of = dropped.find(({ id }) => id === file_id)
        const holder = of?.read.accounts.find(({ account }) => account.rows.some((each) => each.row === row))
        return holder ? (truthOf({ file_id, key: holder.account.key, row })?.key ?? null) : null
      },
    }
    let plan = this.plan(withDecisions(), answers)
    this.judgeMappings(plan, n, find)
    for (let round = 0; round < 12; round += 1) {
      let isNew = false
      const leave = ({ file_id, key }: AccountRef, why: string) => {
        const of = decisions.get(file_id)
        if (of === undefined || (of[key] !== undefined && 'leaveOut' in of[key])) return
        of[key] = { leaveOut: true }
        isNew = true
        find({ file_id, key })?.of.result.notes.push(`…${key.slice(-24)}: ${why}`)
      }
      for (const account of plan.accounts) {
        const own = find(account)?.judged.own
        const right = own ? this.entityOf(own, n) : null
        const isElsewhere = account.state !== 'left-out' && right !== null && account.entity_id !== right
        if (account.state === 'ask' || isElsewhere) {
          const of = decisions.get(account.file_id)
          if (right !== null && of && of[account.key] === undefined) {
            of[account.key] = { entity_id: right }
            isNew = true
          } else leave(account, `still asked: ${account.why}`)
        } else if (account.state === 'blocked') leave(account, account.problems.join(' '))
      }
      for (const question of plan.securities) {
        // A row that is no holding is judged where it is read.
        const truths = question.rows.flatMap((ref) => truthOf(ref) ?? [])
        const ofTruth = ({ key }: RowTruth) =>
          assetClassNamed(this.firm.market.find(({ id }) => id === key)?.assetClass ?? 'Cash').id
        // Interest that is accrued and lines that are pending are cash.
        const areLines = question.rows.every((ref) =>
          find(ref)?.judged.account.lines.some(
            ({ row, name }) => row === ref.row && fold(name) === fold(question.name),
          ),
        )
        const classes = new Set(areLines ? [assetClassNamed('Cash').id] : truths.map(ofTruth))
        const [only] = classes
        // Rows of a file with open questions may have no names yet; a damaged name may be that of several securities.
        const names = new Set(truths.map(({ name }) => fold(name ?? '')))
        const isRead = question.rows.every((ref) => find(ref)?.of.read.statement?.isReady)
        if (isRead && classes.size > 1 && names.size > 1)
          result.problems.push(`securities of several classes are asked as one: ${question.name}`)
        for (const key of question.keys) {
          if (only === undefined || this.securities.get(key) === only) continue
          this.securities.set(key, only)
          isNew = true
        }
      }
      for (const entity of plan.entities) {
        for (const question of entity.questions) {
          if (answers[question.id] !== undefined) continue
          const found = planAnswers(question, entity, knowledge)
          const isSure = found.length < 2
          const right = (answer: string) =>
            isSure || this.isRight(entity, question.id, answer, { answers, files: withDecisions(), find })
          const answer = found.find(right) ?? found.find((each) => each === 'each')
          if (answer !== undefined) {
            answers[question.id] = answer
            isNew = true
          } else if (!isNew)
            for (const ref of entity.accounts) leave(ref, `no answer fits: ${question.text.slice(0, 60)}…`)
        }
      }
      if (!isNew) {
        for (const entity of plan.entities)
          if (entity.state === 'blocked')
            for (const ref of entity.accounts) leave(ref, entity.problems.join(' ') || 'blocked without a problem')
        if (!isNew) break
      }
      plan = this.plan(withDecisions(), answers)
    }
    this.approve(plan, { dropped, n, result, find })
  }

  private entityOf({ account_id }: AccountTruth, n: number): string {
    const account = this.firm.accounts.find(({ id }) => id === account_id)
    if (account === undefined) throw new RangeError(`There is no account ${account_id}.`)
    return entityOf(account, n)
  }

  private plan(files: readonly BatchFile[], answers: Readonly<Record<string, string>>): BatchPlan {
    const households = new Map(this.firm.households.map(({ id, name }) => [id, { id, name: name ?? '' }]))
    const entities = this.firm.entities.map((entity) => ({
      ...{ id: entity.id, name: entity.display_name, external_id: entity.external_id ?? null, stage: entity.stage },
      household: households.get(entity.household_id) ?? { id: entity.household_id, name: '' },
      isGone: false,
    }))
    const tails = new Set(files.flatMap(({ statement }) => statement.accounts.map(numberTail)))
    const known = this.records.filter((record) => tails.has(numberTail(record)))
    const mappings = mapAccounts({ files, known, entities })
    const concerned = new Set(mappings.flatMap(({ entity_id }) => entity_id ?? []))
    return planBatch({
      ...{ files, mappings, entities, answers, today },
      known: this.records.filter(({ entity_id }) => concerned.has(entity_id)),
      valuations: new Map([...concerned].map((id) => [id, this.valuations.get(id) ?? null])),
      ...{ drafts: new Set<string>(), unsent: new Set<string>(), securities: this.securities, kinds: {} },
    })
  }

  /** True if this answer makes the valuation that the truth wants. */
  private isRight(
    { entity: { id } }: EntityPlan,
    question: string,
    answer: string,
    { answers, files, find }: { answers: Record<string, string>; files: readonly BatchFile[]; find: Finder },
  ): boolean {
    const tried = this.plan(files, { ...answers, [question]: answer })
    const entity = tried.entities.find((each) => each.entity.id === id)
    // With another answer of this round, the question may be another one.
    if (!entity?.questions.some(({ id: asked }) => asked === question)) return false
    const read = new Set(entity.accounts.flatMap((ref) => find(ref)?.judged.own?.account_id ?? []))
    const kept = (this.valuations.get(id)?.assets ?? []).filter((asset) => {
      const origin = this.origins.get(asset.id) ?? null
      return origin === null || !read.has(origin)
    })
    const carried = entity.assets.filter(({ change }) => change === 'carried')
    const values = (all: readonly { cents: number }[]) =>
      all
        .map(({ cents }) => cents)
        .toSorted((a, b) => a - b)
        .join()
    return (
      values(kept.map(({ value }) => ({ cents: Math.round(value * 100) }))) ===
      values(carried.map(({ value }) => ({ cents: Math.round(Number(value) * 100) })))
    )
  }

  private judgeDate({ read: { statement, file, asked, accounts }, result }: Dropped): void {
    if (statement === null || accounts.length === 0) return
    const { as_of, must_ask } = file.truth
    const { date } = statement.asOf
    if (date !== null && as_of !== null && date !== as_of) result.problems.push(`its date is ${date} and not ${as_of}`)
    // The line that names the day of the download may be cut away.
    if (date !== null && as_of === null && must_ask.includes('as_of') && !must_ask.includes('cut_off'))
      result.problems.push(`its date ${date} was not asked`)
    if (must_ask.includes('price_dates') && date !== null && statement.asOf.priceDates.length < 2)
      result.problems.push('several dates of prices were not listed')
    if (must_ask.includes('sweep') && !asked.has('cash') && accounts.some(({ account }) => account.rows.length > 0))
      result.problems.push('available cash that may contain a fund was not asked')
  }

  /** What is mapped before the advisor said anything must be right, and never by a masked number alone. */
  private judgeMappings(plan: BatchPlan, n: number, find: Finder): void {
    for (const account of plan.accounts) {
      const found = find(account)
      if (account.state !== 'mapped' && account.state !== 'blocked') continue
      const { judged, of } = found ?? {}
      const problem = (text: string) => of?.result.problems.push(`account …${account.number.slice(-3)} ${text}`)
      if (!judged?.own) {
        if (judged && judged.account.rows.length > 0) problem('is none of the file, and was mapped')
        continue
      }
      const right = this.entityOf(judged.own, n)
      if (account.entity_id !== right) {
        // A number that was confirmed before is that of the old entity, until the advisor moves it.
        const moved = this.firm.accounts.find(({ id }) => id === judged.own?.account_id)?.moved
        if (moved === undefined) problem(`was mapped to ${account.entity_id}, and belongs to ${right}: ${account.why}`)
      } else if (
        judged.own.masked &&
        !this.records.some(({ id }) => this.recordAccounts.get(id) === judged.own?.account_id)
      )
        problem('is masked and was mapped without a question')
    }
  }

  private approve(
    plan: BatchPlan,
    { dropped, n, result, find }: { dropped: readonly Dropped[]; n: number; result: Result; find: Finder },
  ): void {
    const approved = plan.entities.filter(({ body }) => body !== null)
    const before = new Map(this.valuations)
    for (const entity of approved) this.store(entity, find)
    const byFile = Map.groupBy(
      approved.flatMap(({ accounts }) => accounts),
      ({ file_id }) => file_id,
    )
    const refused = new Set<string>()
    for (const [fileId, refs] of byFile) {
      const of = dropped.find(({ id }) => id === fileId)
      if (of === undefined) continue
      this.logged.set(of.sha256, `${today}T12:00:00.000Z`)
      const judged = refs.flatMap((ref) => find(ref)?.judged ?? [])
      for (const { account, own, problems } of judged) {
        of.result.problems.push(...problems)
        result.accounts += 1
        if (own === null) of.result.problems.push(`an account that is none of the world was logged: ${account.key}`)
        const lost = (own?.rows ?? []).filter(
          (row) =>
            row.value !== null &&
            Number(row.value) !== 0 &&
            !account.rows.some((each) => of.read.truths.get(each) === row),
        )
        if (lost.length > 0)
          of.result.problems.push(`logged without ${lost.map(({ name, value }) => `${name} ${value}`).join(', ')}`)
      }
      const logged = this.ledger.statement(of.read.file.truth, n, {
        accounts: judged.flatMap(({ own }) => own?.account_id ?? []),
        asOf: of.read.month.date,
        ...{ unsettled: 'counted' as const, evenIfOlder: true, formerEntity: 'leave' as const },
      })
      for (const each of logged) {
        if (!('refused' in each)) continue
        refused.add(each.entityId)
        const why = of.read.file.truth.accounts
          .filter(({ account_id }) => each.accounts.includes(account_id))
          .map(({ account, tie }) => `${account}: ${tie}`)
        of.result.problems.push(`${each.refused}, and was logged (${why.join('; ')})`)
      }
    }
    for (const entity of approved) {
      const { id, name } = { id: entity.entity.id, name: entity.entity.name }
      result.valuations += 1
      const expected = this.ledger.expected(id)
      const current = this.valuations.get(id)
      if (refused.has(id) || !expected || !current) {
        this.valuations.set(id, before.get(id) ?? null)
        continue
      }
      const problem = (text: string) => {
        const files = dropped.filter((each) => entity.accounts.some(({ file_id }) => file_id === each.id))
        for (const each of files) each.result.problems.push(`${name}: ${text}`)
      }
      const total = Math.round(current.directly_held_asset_value * 100)
      if (total !== expected.cents)
        problem(`${plain(total)} and not ${plain(expected.cents)}${this.byOrigin(current, expected.assets)}`)
      else if (this.byOrigin(current, expected.assets) !== '') problem(this.byOrigin(current, expected.assets))
      if (current.effective_date !== expected.date) problem(`of ${current.effective_date} and not ${expected.date}`)
    }
  }

  /** Differences of the sums of accounts, in words. */
  private byOrigin(current: CurrentValuation, expected: readonly { origin: string | null; cents: number }[]): string {
    const own = Map.groupBy(current.assets, ({ id }) => this.origins.get(id) ?? 'by hand')
    const wanted = Map.groupBy(expected, ({ origin }) => origin ?? 'by hand')
    return [...new Set([...own.keys(), ...wanted.keys()])]
      .flatMap((origin) => {
        const has = sum((own.get(origin) ?? []).map(({ value }) => Math.round(value * 100)))
        const needs = sum((wanted.get(origin) ?? []).map(({ cents }) => cents))
        return has === needs ? [] : [` (${origin}: ${plain(has)} and not ${plain(needs)})`]
      })
      .join('')
  }

  /** What the service and the ledger hold after an approval. */
  private store(entity: EntityPlan, find: Finder): void {
    const { body, learned } = entity
    if (body === null) return
    const id = entity.entity.id
    const current = this.valuations.get(id)
    const kept = entity.assets.filter(({ change }) => change !== 'gone')
    // An asset that is carried over is one of the current valuation, with all of its own.
    const read = new Set(entity.accounts.map((ref) => find(ref)?.judged.own?.account_id))
    const isRead = (asset: { id: string }) => read.has(this.origins.get(asset.id) ?? undefined)
    // Of two assets of one name and value, the one of another account is carried over, whatever identifiers were typed for them.
    const left = (current?.assets ?? []).toSorted((one, other) => Number(isRead(one)) - Number(isRead(other)))
    const assets = body.directly_held_assets.map(({ asset_class_id, display_name, value, external_id }, at) => {
      this.made += 1
      const made = `assetv2_made${this.made}`
      const planned = kept[at]
      const before = left.findIndex(
        (asset) =>
          planned?.change === 'carried' &&
          fold(asset.display_name) === fold(planned.before?.name ?? '') &&
          asset.asset_class.id === asset_class_id &&
          asset.value === value,
      )
      const [old] = before < 0 ? [] : left.splice(before, 1)
      const origin = planned?.from
        ? (find(planned.from)?.judged.own?.account_id ?? null)
        : old
          ? (this.origins.get(old.id) ?? null)
          : null
      this.origins.set(made, origin)
      const key = planned?.from ? this.keyOf(planned.from, find) : old && this.keys.get(old.id)
      if (key !== undefined && key !== null) this.keys.set(made, key)
      return {
        ...{ id: made, display_name, value, ...(external_id === undefined ? {} : { external_id }) },
        asset_class: { id: asset_class_id, display_name: asset_class_id },
      }
    })
    const isOlder = current && body.effective_date < current.effective_date
    if (!isOlder) {
      const total = sum(body.directly_held_assets.map(({ value }) => Math.round(value * 100))) / 100
      const made = {
        ...{ id: `valuationv2_made${this.made}`, entity_id: id, effective_date: body.effective_date },
        ...{ created_at: `${today}T12:00:00.000Z`, updated_at: `${today}T12:00:00.000Z` },
        ...{ directly_held_assets: assets, directly_held_asset_value: total, total_value: total },
      }
      this.valuations.set(id, asCurrent(made))
    }
    for (const { account, replaces } of learned.accounts) {
      this.made += 1
      this.records = this.records.filter((record) => !replaces.includes(record.id))
      this.records.push({ ...account, id: `record${this.made}` })
      const own = entity.accounts.flatMap((ref) => {
        const judged = find(ref)?.judged
        return judged && judged.account.number === account.number && judged.account.name === account.name
          ? [judged]
          : []
      })
      const accountId = own[0]?.own?.account_id
      if (accountId !== undefined) this.recordAccounts.set(`record${this.made}`, accountId)
    }
    for (const [key, classId] of Object.entries(learned.securities)) this.securities.set(key, classId)
  }

  private keyOf({ file_id, key, row }: RowRef, find: Finder): string | null {
    const found = find({ file_id, key })
    const own = found?.judged.account.rows.find((each) => each.row === row)
    return (own && found?.of.read.truths.get(own)?.key) ?? null
  }
}

type Finder = (ref: AccountRef) => { of: Dropped; judged: ReadFile['accounts'][number] } | null

/** The current valuation as the app takes it from the service. */
function asCurrent(record: Valuation): CurrentValuation {
  const { id, effective_date, directly_held_assets: assets, directly_held_asset_value } = serviceValuation.parse(record)
  return { id, effective_date, assets, directly_held_asset_value }
}
