import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readWorkbook } from '../../../electron/imports/workbook.ts'
import { readStatement } from '../../../shared/statements/read-statement.ts'
import { joinSheets, statementContent } from '../../../shared/statements/source.ts'
import type { StatementAccount, StatementReading } from '../../../shared/statements/statement.ts'
import type { Answers } from '../../../shared/tables/doubts.ts'
import { damage, damageKinds } from '../../statements/world/damage.ts'
import type { StatementFile } from '../../statements/world/documents.ts'
import { makeFirm } from '../../statements/world/firm.ts'
import { makeMonth } from '../../statements/world/month.ts'
import { accountsAt, writeStatement } from '../../statements/world/statement.ts'
import { type AccountTruth, custodianNames, type StatementTruth } from '../../statements/world/types.ts'
import { fixture, rowsIn } from './support.ts'

const today = '2027-01-15'

async function read(name: string, bytes: Uint8Array, answers: Answers = {}): Promise<StatementReading> {
  const content = statementContent(bytes)
  if (content.is === 'other') return content
  if (content.is === 'pdf') throw new Error('No custodian of the world prints a PDF.')
  if (content.is !== 'workbook') return readStatement({ ...content, name }, { answers, today })
  const first = await readWorkbook(bytes, { name: null, answers: {} }).catch(() => null)
  if (first === null) return { is: 'other', what: 'The workbook is damaged.', nextStep: '' }
  const sheets: { name: string; rows: typeof first.rows }[] = []
  for (const sheet of first.visible) {
    const workbook = await readWorkbook(bytes, { name: sheet, answers: {} })
    sheets.push({ name: sheet, rows: workbook?.rows ?? [] })
  }
  return readStatement({ name, ...joinSheets(sheets) }, { answers, today })
}

const digits = (number: string | null): string => (number ?? '').replace(/[x*.…-]/gi, '')
const cents = (value: string): number => Math.round(Number(value) * 100)
const isAmount = (value: string | null): value is string => value !== null && cents(value) !== 0

/** The account that a file's truth is about: by number, and by name where several numbers end alike. */
function accountOf(
  accounts: readonly StatementAccount[],
  { account, name }: AccountTruth,
): StatementAccount | undefined {
  const alike = accounts.filter(({ number }) => digits(number) === digits(account))
  return alike.length === 1 ? alike[0] : alike.find((one) => one.name === name)
}

/** Figures of an account that stand in no row of its truth, and such rows that it lacks. */
function differences(account: StatementAccount, truth: AccountTruth): { extra: string[]; missing: string[] } {
  const wanted = truth.rows.flatMap(({ value }) => (isAmount(value) ? [value] : []))
  const extra: string[] = []
  for (const { value } of account.rows.filter((row) => isAmount(row.value))) {
    const at = wanted.indexOf(value)
    if (at < 0) extra.push(value)
    else wanted.splice(at, 1)
  }
  return { extra, missing: wanted }
}

/** Fails if a figure that is not true would be logged without a question, a refusal or a total that does not tie. */
function judge(reading: StatementReading, truth: StatementTruth, label: string): void {
  if (reading.is === 'other') {
    expect(truth.outcome, `${label}: ${reading.what}`).not.toBe('read')
    return
  }
  const { statement } = reading
  expect(rowsIn(statement), label).toHaveLength(statement.rowsIn)
  for (const account of statement.accounts) {
    const open =
      statement.questions.length + statement.waiting.length + account.questions.length + account.refused.length
    const sum = account.rows.reduce((all, { value }) => all + cents(value), 0)
    const isTied = account.statedTotal !== null && cents(account.statedTotal.value) === sum
    if (open > 0 || !isTied) continue
    const true_ = truth.accounts.find((one) => accountOf(statement.accounts, one) === account)
    expect(true_, `${label}: ${account.key} is an account of the file`).toBeDefined()
    if (true_) expect(differences(account, true_), `${label}: ${account.key}`).toEqual({ extra: [], missing: [] })
  }
}

const files = readdirSync('tests/fixtures/statements/world').filter((name) => !name.endsWith('.json'))

it.each(files)('%s of an invented custodian has its accounts, rows and totals, or asks', async (name) => {
  const truth = JSON.parse(
    fixture(`world/${name.slice(0, name.lastIndexOf('.'))}.expected.json`).toString('utf8'),
  ) as StatementTruth
  const reading = await read(name, fixture(`world/${name}`))
  judge(reading, truth, name)
  if (reading.is === 'other') throw new Error(reading.what)
  const { statement } = reading
  expect(statement.accounts).toHaveLength(truth.accounts.length)
  if (statement.questions.length > 0) return
  for (const one of truth.accounts) {
    const account = accountOf(statement.accounts, one)
    expect(account?.name ?? null).toBe(one.name)
    if (account === undefined || account.questions.length + account.refused.length > 0) continue
    expect(differences(account, one)).toEqual({ extra: [], missing: [] })
    expect(account.statedTotal?.value ?? null).toBe(one.stated_total)
  }
})

it('files of invented custodians, whole and with each damage, never state a figure that is not true without saying so', async () => {
  for (const seed of [1, 2, 3]) {
    const firm = makeFirm(seed)
    const month = makeMonth(firm, 1)
    for (const custodian of custodianNames) {
      if (accountsAt(firm, custodian, 1).length === 0) continue
      const file = writeStatement(firm, month, { custodian })
      const damaged = damageKinds.flatMap((kind): { label: string; file: StatementFile }[] => {
        const changed = damage(file, kind, { seed, rows: 200 })
        return changed === null ? [] : [{ label: `${seed} ${custodian} with ${kind}`, file: changed }]
      })
      for (const one of [{ label: `${seed} ${custodian}`, file }, ...damaged])
        judge(await read(one.file.name, one.file.bytes), one.file.truth, one.label)
    }
  }
})
