import type { AccountRef, EntityPlan, RowRef } from '../../shared/statements/batch.ts'
import type { StatementAccount, StatementRow } from '../../shared/statements/statement.ts'
import type { Question } from '../../shared/tables/doubts.ts'
import type { ColumnKey, Line, StatementFile } from './world/documents.ts'
import { quote } from './world/market.ts'
import type { AccountTruth, Firm, Month, RowTruth } from './world/types.ts'
import { decimal } from './world/values.ts'

/** Rows of each further sheet of a workbook are counted from the next multiple of this. */
const sheetStep = 1000

/** A row of the file as the world wrote it. `owner` and `truth` are null for a row that is no holding. */
export type WrittenRow = {
  line: Line
  columns: readonly ColumnKey[]
  owner: AccountTruth | null
  truth: RowTruth | null
  /** True for a further line of a holding. */
  isContinued: boolean
}

/** The rows of a file by the numbers that a reader gives them; none for OFX. */
export function writtenRows({ document, truth }: StatementFile): Map<number, WrittenRow> {
  const rows = new Map<number, WrittenRow>()
  if (document.kind === 'ofx') return rows
  let offset = 0
  for (const { lines } of document.sheets) {
    let columns: readonly ColumnKey[] = []
    let last: WrittenRow | null = null
    for (const [at, line] of lines.entries()) {
      columns = line.columns ?? columns
      const owner = truth.accounts[line.account ?? -1] ?? null
      const own: WrittenRow = {
        line,
        columns,
        owner,
        truth: line.role === 'row' ? (owner?.rows[line.row ?? -1] ?? null) : null,
        isContinued: false,
      }
      // The second line of a holding belongs to the first.
      const written: WrittenRow = line.role === 'continued' && last !== null ? { ...last, isContinued: true } : own
      if (line.role === 'row') last = own
      rows.set(offset + at + 1, written)
    }
    const end = lines.findLastIndex(({ cells }) => cells.some((cell) => cell !== '')) + 1
    offset = Math.ceil((offset + end + 1) / sheetStep) * sheetStep
  }
  return rows
}

/** What an advisor knows about one file: what is printed on it, and the paper statement. */
export type Knowledge = { firm: Firm; month: Month; file: StatementFile; written: ReadonlyMap<number, WrittenRow> }

export const innerId = (id: string): string => id.replace(/^[ah][0-9a-f]{16}\//, '')

const isZero = ({ kind, value }: RowTruth): boolean => kind === 'worthless' || value === '0.00'

/** The account of the world that an account of the reading is; null if nothing tells. */
export function accountOf(
  account: Pick<StatementAccount, 'number' | 'name' | 'rows' | 'lines' | 'refused' | 'statedTotal'>,
  { file, written }: Pick<Knowledge, 'file' | 'written'>,
): AccountTruth | null {
  const numbers = [...account.rows, ...account.lines, ...account.refused].map(({ row }) => row)
  const owners = numbers.flatMap((row) => written.get(row)?.owner ?? [])
  const counted = Map.groupBy(owners, (owner) => owner)
  const [most] = [...counted].toSorted(([, one], [, other]) => other.length - one.length)
  if (most) return most[0]
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  const alike = file.truth.accounts.filter(({ account: number }) => {
    return number !== null && plain(number) !== '' && plain(account.number).endsWith(plain(number).replace(/^X+/, ''))
  })
  const named = alike.filter(({ name }) => name !== null && plain(name) === plain(account.name ?? ''))
  return named[0] ?? alike[0] ?? null
}

/** The answer to a question of the reader; null if neither the file nor the paper statement tells it. */
export function answerTo(question: Question, known: Knowledge & { account: StatementAccount | null }): string | null {
  const offered = question.choices.map(({ value }) => value)
  const wanted = wantedAnswer(question, known)
  if (wanted === null) return null
  if (offered.includes(wanted) || innerId(question.id).startsWith('rate:')) return wanted
  return null
}

type Asked = Knowledge & { account: StatementAccount | null }

function wantedAnswer(question: Question, { firm, month, file, written, account }: Asked): string | null {
  const id = innerId(question.id)
  const [kind = id, subject = ''] = id.split(':')
  const rows = question.rows.flatMap((row) => written.get(row) ?? [])
  const isEvery = (test: (row: WrittenRow) => boolean) => rows.length > 0 && rows.every(test)
  const areHoldings = isEvery(({ line }) => line.role === 'row')
  const areNone = isEvery(({ line }) => line.role !== 'row')
  const own = account === null ? null : accountOf(account, { file, written })
  const either = (holding: string, none: string) => (areHoldings ? holding : areNone ? none : null)
  const isGerman = file.truth.layout === 'harwick' && file.truth.may_ask.includes('layout')
  /** The column with this content, by its name: a reader may count columns from another one on. */
  const columnOf = (...wanted: ColumnKey[]): string | null => {
    for (const key of wanted) {
      const header = [...written.values()].find(
        ({ line }) => line.role === 'header' && line.columns?.includes(key),
      )?.line
      const title = header?.cells[header.columns?.indexOf(key) ?? -1]
      const choice = question.choices.find(({ label }) => title !== undefined && label.startsWith(`${title}:`))
      if (choice !== undefined) return choice.value
    }
    return null
  }
  switch (kind) {
    case 'is':
      return file.truth.outcome === 'refuse' ? 'other' : 'holdings'
    case 'value':
      return columnOf('value')
    case 'name':
      return columnOf('name', 'symbol', 'cusip')
    case 'header': {
      const found = [...written].find(([, { line }]) => line.role === 'header' && line.columns?.includes('value'))
      return found ? String(found[0]) : null
    }
    case 'more-names':
      return isEvery(({ line }) => line.role === 'header') ? 'names' : 'records'
    case 'dates':
      return isGerman ? 'day-first' : 'month-first'
    case 'mark':
      return isGerman ? 'comma' : 'point'
    case 'serials':
      return 'days'
    case 'scale':
      return '1'
    case 'merged-cells':
      return 'first'
    case 'hidden-rows':
      return 'leave'
    case 'thousands':
      return 'one'
    case 'rows':
    case 'marks':
      return either('take', 'refuse')
    case 'per-unit':
    case 'unit-price':
      return 'position'
    case 'base':
      return 'dollars'
    case 'with-accrued':
      // No value of these files contains it.
      return 'beside'
    case 'exponents':
      return isEvery(({ truth }) => truth === null || truth.value !== null) ? 'exact' : 'rounded'
    case 'sides':
    case 'owed':
      if (isEvery(({ truth }) => truth !== null && Number(truth.value) < 0)) return 'owed'
      return isEvery(({ truth }) => truth !== null && Number(truth.value) > 0) ? 'held' : null
    case 'short':
      return 'owed'
    case 'rate': {
      const security = firm.market.find(({ currency }) => currency === subject)
      if (!security) return null
      return `${decimal(quote(firm.seed, security, month.n).rate, 4, 4)} ${month.date}`
    }
    case 'accounts':
      return either('above', 'refuse')
    case 'end':
      return isEvery(({ truth }) => truth?.value === null) ? 'cut' : 'whole'
    case 'parts': {
      const times = file.truth.accounts.filter(({ account_id }) => account_id === own?.account_id).length
      return times > 1 ? 'first' : 'all'
    }
    case 'lots':
      return isEvery(({ line }) => line.role === 'lot') ? 'lots' : areHoldings ? 'holdings' : null
    case 'again':
      return either('more', 'same')
    case 'sum':
    case 'named':
      return either('holding', 'total')
    case 'below':
      return either('holdings', 'aside')
    case 'empty':
      return isEvery(({ truth }) => truth !== null && isZero(truth)) ? 'nothing' : null
    case 'cash':
      if (file.document.kind !== 'ofx') return either('more', 'same')
      return own?.asked?.some(({ true_part }) => true_part !== undefined) ? 'same' : 'more'
    case 'total': {
      const found = question.rows.find((row) => {
        const { line, owner } = written.get(row) ?? {}
        return line?.role === 'total' && owner === own && own?.stated_total !== null
      })
      return found === undefined ? 'none' : String(found)
    }
    default:
      // What a difference is, or whether zeros are dates, is on no paper.
      return null
  }
}

/** Rows of the advisor's lines that the stated total counts. */
export function explainedRows(account: StatementAccount, own: AccountTruth): number[] {
  const counted = (own.asked ?? []).filter(({ in_total }) => in_total)
  return account.lines.flatMap(({ row, value }) =>
    counted.some((each) => Math.round(Number(each.value) * 100) === Math.round(Number(value) * 100)) ? [row] : [],
  )
}

/** The truth of a row of an OFX file: one with the same amount and no other identifier. */
export function ofxTruth(row: StatementRow, left: RowTruth[]): RowTruth | null {
  const cents = (text: string) => Math.round(Number(text) * 100)
  const at = left.findIndex(({ value, ids, currency, key }) => {
    if (value === null) return false
    const amount = currency === undefined ? row.value : (row.converted?.amount ?? row.value)
    const all = Object.values(ids)
    const isOwn =
      row.identifiers.length === 0 ? all.length === 0 : row.identifiers.some((one) => all.includes(one.value))
    const isBalance = row.identifiers.length === 0 && (key === 'cash' || key === 'margin')
    return cents(amount) === cents(value) && (isOwn || isBalance)
  })
  return at < 0 ? null : (left.splice(at, 1)[0] ?? null)
}

/** What the advisor knows about the plan: where each asset and each record of an account comes from. */
export type PlanKnowledge = {
  /** World's account by the id of an asset of a current valuation; null if it is kept by hand. */
  origins: ReadonlyMap<string, string | null>
  /** World's security by the id of such an asset. */
  keys: ReadonlyMap<string, string>
  /** World's account by the id of a record. */
  records: ReadonlyMap<string, string>
  accountOf: (ref: AccountRef) => AccountTruth | null
  /** How a question names an account. */
  wordsOf: (ref: AccountRef) => string
  /** World's account that a choice of a question names; null if none. */
  namedIn: (choice: string) => string | null
  ownerOf: (ref: RowRef) => string | null
  keyOf: (ref: RowRef) => string | null
}

/** The answers to a question of an entity that may be right, best first: several where only their effect shows which one is. */
export function planAnswers(question: Question, entity: Pick<EntityPlan, 'accounts'>, known: PlanKnowledge): string[] {
  const [kind = '', subject = ''] = question.id.split(':')
  const offered = question.choices.map(({ value }) => value)
  switch (kind) {
    case 'older':
      return ['log']
    case 'unread':
      return offered
    case 'unread-asset': {
      const read = entity.accounts.map((ref) => known.accountOf(ref)?.account_id)
      const origin = known.origins.get(subject)
      return [origin != null && read.includes(origin) ? 'replace' : 'keep']
    }
    case 'same': {
      const own = entity.accounts.filter((ref) => question.text.includes(known.wordsOf(ref)))
      const ids = new Set(own.map((ref) => known.accountOf(ref)?.account_id))
      return [offered.find((value) => ids.has(known.records.get(value))) ?? 'new']
    }
    case 'twice': {
      const accounts = question.choices.filter(({ value }) => value !== 'all').map(({ label }) => known.namedIn(label))
      const count = new Set(accounts).size
      if (count === 1) return [String(accounts.length - 1)]
      return count === accounts.length && offered.includes('all') ? ['all'] : []
    }
    case 'whose': {
      const origin = known.origins.get(subject)
      return [offered.find((value) => known.records.get(value) === origin) ?? 'none']
    }
    case 'asset': {
      const row = question.rows[0] ?? 0
      const ref = entity.accounts.find(({ file_id }) => subject.startsWith(`${file_id}.`))
      const key = ref ? known.keyOf({ ...ref, row }) : null
      const own = ref ? known.ownerOf({ ...ref, row }) : null
      return [offered.find((id) => known.keys.get(id) === key && known.origins.get(id) === own) ?? 'new']
    }
    default:
      return []
  }
}
