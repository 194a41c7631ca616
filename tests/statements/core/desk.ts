import { createHash } from 'node:crypto'
import { demoConnectionId } from '../../../electron/tenants/connection.ts'
import { assetClassNamed } from '../../../sandbox/data/asset-classes.ts'
import type { Valuation } from '../../../sandbox/schemas/responses.ts'
import { fold } from '../../../shared/domain/fold.ts'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import type { StatementReview } from '../../../shared/ipc/statements.ts'
import type { AccountRef, RowRef } from '../../../shared/statements/batch.ts'
import { accountWords } from '../../../shared/statements/entities.ts'
import { answerTo, explainedRows, innerId, type PlanKnowledge, planAnswers, writtenRows } from '../advisor.ts'
import type { IncomingFile } from '../history.ts'
import { type JudgedAccount, judgeReading, type ReadFile } from '../reading.ts'
import { entityOf } from '../world/month.ts'
import type { Firm } from '../world/types.ts'
import { Killed } from './mortal.ts'
import type { Office } from './steward.ts'

type ReviewedEntity = StatementReview['entities'][number]

/** A file in the tray, as the advisor knows it. */
export type DroppedFile = {
  id: string
  incoming: IncomingFile
  /** Of the month in which it came. */
  n: number
  sha256: string
  /** Null for one that was refused. */
  read: ReadFile | null
}

/** An asset at the service: the account of the world that it stands for (null: kept by hand), and its security. */
export type Origin = { account: string | null; key: string | null }

const connectionId = demoConnectionId

/** The advisor's work with Steward: everything is repeated after a kill, from what Steward shows then. */
export function createDesk(office: Office, firm: Firm) {
  const drops: DroppedFile[] = []
  const problems: string[] = []
  /** By the id of an asset at the service. */
  const origins = new Map<string, Origin>()
  /** Entities as the review showed them when they were approved. */
  const approved: ReviewedEntity[] = []
  const counts = { approvals: 0, refusals: 0 }
  const names = new Map(firm.market.map(({ id, name }) => [name.toUpperCase(), id]))
  for (const [id, { directly_held_assets: assets }] of firm.valuations)
    for (const [at, asset] of assets.entries())
      origins.set(asset.id, {
        account: firm.origins.get(id)?.[at] ?? null,
        key: names.get(asset.display_name.toUpperCase()) ?? null,
      })

  /** Repeats a piece of work until Steward is not killed at it. */
  const again = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        return await work()
      } catch (thrown) {
        if (!(thrown instanceof Killed)) throw thrown
      }
    }
  }
  const ask = office.ask
  const find = ({ file_id, key }: AccountRef): { of: DroppedFile; judged: JudgedAccount } | null => {
    const of = drops.find(({ id }) => id === file_id)
    const judged = of?.read?.accounts.find(({ account }) => account.key === key)
    return of && judged ? { of, judged } : null
  }
  const truthOf = ({ file_id, key, row }: RowRef) => {
    const found = find({ file_id, key })
    const own = found?.judged.account.rows.find((each) => each.row === row)
    return (own && found?.of.read?.truths.get(own)) ?? null
  }
  const holderOf = ({ file_id, row }: RowRef) =>
    drops
      .find(({ id }) => id === file_id)
      ?.read?.accounts.find(({ account }) => account.rows.some((each) => each.row === row)) ?? null
  const entityOfAccount = (accountId: string, n: number): string => {
    const account = firm.accounts.find(({ id }) => id === accountId)
    if (account === undefined) throw new RangeError(`There is no account ${accountId}.`)
    return entityOf(account, n)
  }
  const rightEntity = (ref: AccountRef): string | null => {
    const found = find(ref)
    return found?.judged.own ? entityOfAccount(found.judged.own.account_id, found.of.n) : null
  }

  /** Notes where the assets of a valuation that was sent come from: those of the review, in their order. */
  function traceSent({ id }: Pick<Valuation, 'id'>): void {
    const all = office.valuations()
    const sent = all.find((each) => each.id === id)
    if (sent === undefined || sent.directly_held_assets.every((asset) => origins.has(asset.id))) return
    const earlier = all.slice(0, all.indexOf(sent))
    const reviewed = approved.findLast(
      (each) =>
        (each.before === null || earlier.some((one) => one.id === each.before?.valuation_id)) &&
        each.entity.id === sent.entity_id &&
        each.as_of === sent.effective_date &&
        kept(each).length === sent.directly_held_assets.length &&
        kept(each).every(({ value }, at) => Number(value) === sent.directly_held_assets[at]?.value),
    )
    const base = earlier.find((each) => each.id === reviewed?.before?.valuation_id)
    if (base) traceSent(base)
    const read = new Set(reviewed?.accounts.map((ref) => find(ref)?.judged.own?.account_id))
    const isRead = (asset: { id: string }) => read.has(origins.get(asset.id)?.account ?? undefined)
    const left = (base?.directly_held_assets ?? []).toSorted(
      (one, other) => Number(isRead(one)) - Number(isRead(other)),
    )
    for (const [at, asset] of sent.directly_held_assets.entries()) {
      const shown = reviewed === undefined ? undefined : kept(reviewed)[at]
      if (shown?.from) {
        const ref = shown.from
        origins.set(asset.id, { account: find(ref)?.judged.own?.account_id ?? null, key: truthOf(ref)?.key ?? null })
        continue
      }
      const before = left.findIndex(
        (each) =>
          fold(each.display_name) === fold(shown?.before?.name ?? asset.display_name) &&
          (each.external_id ?? null) === (shown?.before?.external_id ?? asset.external_id ?? null) &&
          each.value === asset.value,
      )
      const [old] = before < 0 ? [] : left.splice(before, 1)
      origins.set(asset.id, (old && origins.get(old.id)) ?? { account: null, key: null })
    }
  }

  /** How a question names an account. */
  const wordsOf = (ref: AccountRef): string => {
    const found = find(ref)
    const file = found && { name: found.of.incoming.file.name }
    return found ? accountWords({ file, account: found.judged.account } as Parameters<typeof accountWords>[0]) : ''
  }

  const knowledge: PlanKnowledge = {
    origins: { get: (id: string) => origins.get(id)?.account } as ReadonlyMap<string, string | null>,
    keys: { get: (id: string) => origins.get(id)?.key ?? undefined } as ReadonlyMap<string, string>,
    records: { get: (id: string) => accountOfRecord(id) } as ReadonlyMap<string, string>,
    accountOf: (ref) => find(ref)?.judged.own ?? null,
    wordsOf,
    namedIn: (choice) => {
      const refs = drops.flatMap(({ id, read }) =>
        (read?.accounts ?? []).map(({ account }) => ({ file_id: id, key: account.key })),
      )
      const named = refs.find((ref) => choice.startsWith(wordsOf(ref)))
      return (named && find(named)?.judged.own?.account_id) ?? null
    },
    ownerOf: (ref) => holderOf(ref)?.own?.account_id ?? null,
    keyOf: (ref) => {
      const holder = holderOf(ref)
      return holder ? (truthOf({ ...ref, key: holder.account.key })?.key ?? null) : null
    },
  }

  /** The account of the world that a record of the ledger is about: the one of the valuation that it was stored with. */
  function accountOfRecord(id: string): string | undefined {
    const record = office.accountRecords().find((each) => each.id === id)
    const source = office.sources().find(({ operation_id }) => operation_id === record?.operation_id)
    if (record === undefined || source === undefined) return undefined
    const { number, name } = JSON.parse(record.json) as { number: string; name: string | null }
    const { accounts } = JSON.parse(source.json) as { accounts: AccountRef[] }
    const own = accounts.flatMap((ref) => find(ref)?.judged ?? [])
    return own.find(({ account }) => account.number === number && account.name === name)?.own?.account_id
  }

  return {
    drops: drops as readonly DroppedFile[],
    problems,
    origins,
    approved: approved as readonly ReviewedEntity[],
    counts,
    again,
    find,
    truthOf,
    entityOfAccount,
    traceSent,

    /** Drops a file; after a kill it is dropped again unless it came in. */
    async drop(incoming: IncomingFile, n: number): Promise<DroppedFile> {
      const { bytes, name } = incoming.file
      const id = await again(async () => {
        const { files } = await ask((api) => api.list({ connectionId }))
        const untaken = files.filter((file) => drops.every((each) => each.id !== file.id))
        const [here] = untaken.filter(({ state }) => state !== 'failed' && state !== 'receiving')
        if (here) return here.id
        if (untaken.length > 0) await ask((api) => api.remove({ connectionId, ids: untaken.map((file) => file.id) }))
        const announced = { name, folder: '', size: bytes.byteLength }
        const { rows } = await ask((api) => api.announce({ connectionId, files: [announced] }))
        const [row] = rows
        if (row?.ticket) await ask(async (api) => api.takeFile(row.ticket ?? '')?.receive(chunksOf(bytes)))
        return row?.row_id ?? ''
      })
      const dropped = { id, incoming, n, sha256: createHash('sha256').update(bytes).digest('hex'), read: null }
      drops.push(dropped)
      return dropped
    },

    /** Answers what a file asks, as far as the file and the paper statement tell it. */
    async answerFile(dropped: DroppedFile): Promise<void> {
      const { id, incoming } = dropped
      const { file, month } = incoming
      const written = writtenRows(file)
      const asked = new Set<string>()
      const answered = new Set<string>()
      for (let reading = 0; reading < 14; reading += 1) {
        const isNew = await again(async () => {
          const { reading: shown } = await ask((api) => api.read({ connectionId, id }))
          const statement = office.statements.get(id)
          if (shown === null || statement === undefined) return false
          const questions = [
            ...shown.questions.map((question) => ({ question, account: null })),
            ...shown.accounts.flatMap(({ key, questions: own }) =>
              own.map((question) => ({
                question,
                account: statement.accounts.find((each) => each.key === key) ?? null,
              })),
            ),
          ]
          const found = questions.flatMap(({ question, account }) => {
            asked.add(innerId(question.id).split(':')[0] ?? '')
            const answer = answerTo(question, { firm, month, file, written, account })
            return answer === null || answered.has(question.id) ? [] : [[question.id, answer] as const]
          })
          dropped.read = judgeReading({ file, month, statement, written, asked, notes: [] })
          if (found.length === 0) return false
          const answers = Object.fromEntries(found)
          await ask((api) => api.answer({ connectionId, id, change: { what: 'answers', answers } }))
          for (const [question] of found) answered.add(question)
          return true
        })
        if (!isNew) break
      }
      await again(() => this.typeFigures(dropped))
    },

    /** Reads a file again, since answers about other files may hold for it too. */
    async readAgain(dropped: DroppedFile): Promise<void> {
      await again(() => ask((api) => api.read({ connectionId, id: dropped.id })))
      const statement = office.statements.get(dropped.id)
      if (dropped.read && statement) dropped.read = judgeReading({ ...dropped.read, statement })
    },

    /** Names the custodian, and types the date, the totals and the lines that are part of them from the paper statement. */
    async typeFigures({ id, read, incoming }: DroppedFile): Promise<void> {
      const { reading } = await ask((api) => api.read({ connectionId, id }))
      if (reading === null || read === null) return
      const change = (what: Parameters<Parameters<Parameters<typeof ask>[0]>[0]['answer']>[0]['change']) =>
        ask((api) => api.answer({ connectionId, id, change: what }))
      const custodian = read.file.truth.layout
      if (reading.layout.custodian === null) await change({ what: 'custodian', name: custodian })
      if (reading.as_of.date === null) await change({ what: 'as-of', date: incoming.month.date })
      for (const { account, own } of read.accounts) {
        const shown = reading.accounts.find(({ key }) => key === account.key)
        if (own === null || shown === undefined) continue
        const { key } = account
        if (account.statedTotal === null && shown.typed_total === null)
          await change({ what: 'total', account: key, total: own.true_total })
        const rows = explainedRows(account, own)
        const counted = shown.lines.filter((line) => line.counted).length
        if (rows.length !== counted) await change({ what: 'lines', account: key, rows })
      }
    },

    /** The review, once every file is read. */
    async review(): Promise<StatementReview> {
      for (let look = 0; look < 200; look += 1) {
        const review = await again(() => ask((api) => api.review({ connectionId })))
        if (review.waiting.every(({ why }) => !why.includes('being'))) return review
      }
      throw new Error('A file is not read, however often the review is looked at.')
    },

    /** What is mapped before the advisor said anything must be right, and never by a masked number alone. */
    judgeMappings(review: StatementReview, fresh: ReadonlySet<string>): void {
      const known = office.accountRecords()
      for (const account of review.accounts) {
        if (!fresh.has(account.file_id) || (account.state !== 'mapped' && account.state !== 'blocked')) continue
        const own = find(account)?.judged.own
        const problem = (text: string) => problems.push(`account …${account.number.slice(-3)} ${text}`)
        if (!own) {
          if ((find(account)?.judged.account.rows.length ?? 0) > 0) problem('is none of the file, and was mapped')
          continue
        }
        const isMoved = firm.accounts.find(({ id }) => id === own.account_id)?.moved !== undefined
        if (account.entity?.id !== rightEntity(account) && !isMoved)
          problem(`was mapped to ${account.entity?.id} and belongs to ${rightEntity(account)}: ${account.why}`)
        if (own.masked && !known.some(({ id }) => accountOfRecord(id) === own.account_id))
          problem('is masked and was mapped without a question')
      }
    },

    /** Answers what the review asks; accounts that cannot be logged are left out. */
    async answerReview(): Promise<StatementReview> {
      const decided = new Set<string>()
      const answers = new Map<string, string>()
      const left = new Set<string>()
      const classes = new Set<string>()
      const idOf = ({ file_id, key }: AccountRef) => `${file_id} ${key}`
      let review = await this.review()
      for (let round = 0; round < 16; round += 1) {
        let isNew = false
        /** The answers about files of one and the same account, by question. */
        const same = new Map<string, string>()
        const leave = async (ref: AccountRef) => {
          if (left.has(idOf(ref))) return
          left.add(idOf(ref))
          isNew = true
          const change = { what: 'leave-out', account: ref.key, left_out: true } as const
          await again(() => ask((api) => api.answer({ connectionId, id: ref.file_id, change })))
        }
        for (const account of review.accounts) {
          if (account.state === 'left-out') continue
          const right = rightEntity(account)
          if (account.state === 'ask' || (right !== null && account.entity?.id !== right)) {
            if (right === null || decided.has(idOf(account))) await leave(account)
            else {
              decided.add(idOf(account))
              isNew = true
              const change = { what: 'entity', account: account.key, entity_id: right } as const
              await again(() => ask((api) => api.answer({ connectionId, id: account.file_id, change })))
            }
          } else if (account.state === 'blocked') await leave(account)
        }
        for (const { entity, questions } of review.entities) {
          // Those that do not count while it is not answered are shown as left out.
          const own = review.accounts.filter(
            (each) => rightEntity(each) === entity.id && !each.why.startsWith('You left'),
          )
          for (const { id, choices } of questions) {
            if (!id.startsWith('twice:')) continue
            const twins = own.filter((ref) => choices.some(({ label }) => label.startsWith(wordsOf(ref))))
            const byAccount = Map.groupBy(twins, (ref) => find(ref)?.judged.own?.account_id)
            // One account several times: the last of them is chosen.
            if (byAccount.size < 2) {
              same.set(id, choices.filter(({ value }) => value !== 'all').at(-1)?.value ?? '')
              continue
            }
            // Of others that look alike, no choice may take one for another.
            for (const refs of byAccount.values()) for (const ref of refs.slice(0, -1)) await leave(ref)
            const isAllOffered = choices.some(({ value }) => value === 'all')
            if (!isAllOffered)
              for (const ref of twins.filter(({ as_of }) => as_of !== twins[0]?.as_of)) await leave(ref)
          }
        }
        for (const { keys, rows, name } of review.securities) {
          const truths = rows.flatMap((ref) => truthOf(ref) ?? [])
          // Interest that is accrued and lines that are pending are cash.
          const areLines = rows.every((ref) =>
            find(ref)?.judged.account.lines.some((line) => line.row === ref.row && line.name === name),
          )
          const [key] = areLines ? ['cash'] : truths.map((truth) => truth.key)
          const asked = keys.join('\n')
          if (key === undefined || classes.has(asked)) continue
          classes.add(asked)
          isNew = true
          const asset_class_id = assetClassNamed(firm.market.find(({ id }) => id === key)?.assetClass ?? 'Cash').id
          await again(() => ask((api) => api.setClass({ connectionId, keys, asset_class_id })))
        }
        for (const entity of review.entities) {
          if (isWaiting(entity)) continue
          for (const question of entity.questions) {
            if (answers.has(question.id) || (isNew && question.id.startsWith('twice:'))) continue
            const answer = same.get(question.id) ?? (await this.answerFor(entity, question))
            if (answer === null) {
              if (!isNew) for (const ref of entity.accounts) await leave(ref)
              continue
            }
            answers.set(question.id, answer)
            isNew = true
            await again(() => ask((api) => api.answerReview({ connectionId, answers: { [question.id]: answer } })))
          }
        }
        if (!isNew)
          for (const entity of review.entities)
            if (entity.state === 'blocked') for (const ref of entity.accounts) await leave(ref)
        if (!isNew) return review
        review = await this.review()
      }
      return review
    },

    /** The answer to a question of an entity: where several may be right, the one whose effect is. Null if none is. */
    async answerFor(entity: ReviewedEntity, question: ReviewedEntity['questions'][number]): Promise<string | null> {
      const latest = office.valuations().find(({ id }) => id === entity.before?.valuation_id)
      if (latest) this.traceSent(latest)
      const found = planAnswers(question, entity, knowledge)
      if (found.length < 2) return found[0] ?? null
      for (const answer of found) {
        await again(() => ask((api) => api.answerReview({ connectionId, answers: { [question.id]: answer } })))
        const tried = (await this.review()).entities.find((each) => each.entity.id === entity.entity.id)
        if (tried?.questions.some(({ id }) => id === question.id) && this.isCarryRight(tried)) return answer
      }
      return found.find((each) => each === 'each') ?? null
    },

    /** True if exactly the assets of other accounts, and those kept by hand, are carried over. */
    isCarryRight(entity: ReviewedEntity): boolean {
      const base = office.valuations().find(({ id }) => id === entity.before?.valuation_id)
      const read = new Set(entity.accounts.flatMap((ref) => find(ref)?.judged.own?.account_id ?? []))
      const others = (base?.directly_held_assets ?? []).filter(({ id }) => {
        const account = origins.get(id)?.account ?? null
        return account === null || !read.has(account)
      })
      const carried = entity.assets.filter(({ change }) => change === 'carried')
      const sorted = (values: number[]) => values.toSorted((a, b) => a - b).join()
      return (
        sorted(others.map(({ value }) => Math.round(value * 100))) ===
        sorted(carried.map(({ value }) => Math.round(Number(value) * 100)))
      )
    },

    /** Leaves out the accounts of a valuation. */
    async leaveOut(operationId: string): Promise<void> {
      const source = office.sources().find(({ operation_id }) => operation_id === operationId)
      const { accounts } = JSON.parse(source?.json ?? '{"accounts":[]}') as { accounts: AccountRef[] }
      for (const { file_id, key } of accounts) {
        const change = { what: 'leave-out', account: key, left_out: true } as const
        await ask((api) => api.answer({ connectionId, id: file_id, change }))
      }
    },

    /** Approves entities of a review. Returns the saves that may be undone, and those that Steward refused. */
    async approve(entities: readonly ReviewedEntity[]) {
      approved.push(...entities)
      counts.approvals += 1
      const named = entities.map(({ entity, fingerprint }) => ({ entity_id: entity.id, fingerprint }))
      try {
        const result = await ask((api) => api.approve({ connectionId, entities: named }))
        counts.refusals += result.refused.length
        return result
      } catch (thrown) {
        // Nobody heard whether it was saved: the review shows it.
        if (thrown instanceof Killed) return null
        throw thrown
      }
    },
  }
}

export type Desk = ReturnType<typeof createDesk>

/** True if the valuation that this one follows is not sent yet: the advisor waits. */
export const isWaiting = ({ before }: ReviewedEntity): boolean => before !== null && isLocalId(before.valuation_id)

/** Assets that the valuation has, in their order. */
export const kept = ({ assets }: ReviewedEntity) => assets.filter(({ change }) => change !== 'gone')

async function* chunksOf(bytes: Uint8Array) {
  yield bytes
}
