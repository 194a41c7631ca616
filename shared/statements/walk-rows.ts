import { fold } from '../domain/fold.ts'
import { compare, type Decimal } from '../domain/money.ts'
import { amountForm } from '../tables/amounts.ts'
import { inDollars } from '../tables/conversion.ts'
import { cellState, stateText } from '../tables/damage.ts'
import { type Answers, answerTo, type LeftOutRow, type Question, type RefusedRow } from '../tables/doubts.ts'
import type { findTables } from '../tables/find-tables.ts'
import { filledIn, rowText, type SheetRow, textIn } from '../tables/split.ts'
import { isLabelledTotal, isTotalLabel, totalLabel } from '../tables/totals.ts'
import { type AccountDraft, type AccountTotal, type Entry, sumOf } from './account-draft.ts'
import { type AccountTitle, accountInCell, accountInPair, accountInTitle, pairIn } from './account-titles.ts'
import {
  currencyOfPair,
  cutOffQuestion,
  isAboutAccount,
  isHeading,
  owedQuestion,
  partWords,
  titlesQuestion,
  valueWords,
  writtenAmount,
} from './between-rows.ts'
import { identifiersIn } from './columns.ts'
import { factIn, namingText, type ReadGroup } from './groups.ts'
import { isCashName, isMarginName, isTotalFundName, whyExplained } from './holding-names.ts'
import { readHolding } from './holding-row.ts'
import type { StatementSheet } from './source.ts'

/** The content of the rows of a file, account by account. */
export type Walk = {
  drafts: AccountDraft[]
  leftOut: LeftOutRow[]
  refused: RefusedRow[]
  waiting: LeftOutRow[]
  /** Texts that may name the statement's date. */
  texts: string[]
  /** The account of each row that has one. */
  owners: Map<number, AccountDraft>
}

type WalkOptions = {
  found: ReturnType<typeof findTables>
  groups: readonly ReadGroup[]
  questions: Question[]
  of: (scope: string) => Answers
}

/** Goes through the rows of a file in their order, and gives each to the account above it or in it. */
export function walkRows(sheet: StatementSheet, { found, groups, questions, of }: WalkOptions): Walk {
  const walk: Walk = { drafts: [], leftOut: [], refused: [], waiting: [], texts: [], owners: new Map() }
  const places = new Map<number, { row: SheetRow; group: ReadGroup; table: number }>()
  const headers = new Map<number, ReadGroup>()
  let tables = 0
  for (const group of groups)
    for (const table of group.tables) {
      tables++
      if (table.headerRow !== null) headers.set(table.headerRow, group)
      for (const row of table.rows) places.set(row.row, { row, group, table: tables })
    }
  const asides = new Map(found.leftOut.map((one) => [one.row, one]))
  const doubts = new Map<number, Question>()
  for (const question of questions)
    if (question.id.startsWith('rows:')) for (const row of question.rows) doubts.set(row, question)
  const byNumber = new Map<string, AccountDraft>()
  /** Accounts whose name is in their first row. */
  const namedInRows = new Set<AccountDraft>()
  let current: AccountDraft | null = null
  let [pendingName, title, isClosed]: [string | null, string | null, boolean] = [null, null, false]
  let section: string | null = null
  /** Titles above rows of an account without a number, with the first row of each. */
  const titled = new Map<string, { title: string; row: number }>()
  /**
   * An account without rows that a title names with other marks in its number, such as `7QX-004412` above `7QX004412` in a column; of those with
   * only the end of a number the one whose name is no other.
   */
  const titledAlike = ({ number, isMasked, name }: AccountTitle): AccountDraft | undefined => {
    const plain = (text: string) => text.replace(/[-. ]/g, '').toUpperCase()
    const alike = walk.drafts.filter(
      (draft) =>
        draft.entries.length + draft.refused.length === 0 &&
        draft.isMasked === isMasked &&
        plain(draft.number) === plain(number) &&
        (!isMasked || name === null || draft.name === null || fold(draft.name) === fold(name)),
    )
    return isMasked && alike.length > 1 ? undefined : alike[0]
  }
  const enter = (account: AccountTitle, isTitle: boolean): AccountDraft => {
    const named = account.name ?? (isTitle ? pendingName : null)
    const isWhole = account.number !== '' && !account.isMasked
    const first = isWhole ? byNumber.get(account.number) : undefined
    // In a file of several custodians two accounts may have one number: their names tell them apart.
    const isNamesake =
      !isTitle &&
      named !== null &&
      first !== undefined &&
      namedInRows.has(first) &&
      fold(first.name ?? '') !== fold(named)
    const key = isWhole && !isNamesake ? account.number : `${account.number}\t${fold(named ?? '')}`
    let draft = byNumber.get(key) ?? (account.number !== '' && !isTitle ? titledAlike(account) : undefined)
    if (draft !== undefined) {
      byNumber.set(key, draft)
      draft.isInColumn ||= !isTitle
    }
    if (draft === undefined) {
      draft = {
        ...account,
        name: named,
        custodian: null,
        entries: [],
        totals: [],
        refused: [],
        empty: [],
        waitsForRate: false,
        isInColumn: !isTitle,
        segments: 1,
        visits: 1,
        namesakes: 0,
      }
      byNumber.set(key, draft)
      walk.drafts.push(draft)
      if (!isTitle && named !== null) namedInRows.add(draft)
    } else {
      if (isTitle && draft !== current) draft.segments++
      if (draft !== current) draft.visits++
      draft.name ??= named
    }
    if (isTitle) pendingName = null
    current = draft
    isClosed = false
    return draft
  }
  /** An account for rows that none is named for. */
  const openAccount = () => current ?? enter({ number: '', isMasked: true, name: pendingName }, true)
  const refuse = (row: RefusedRow, draft: AccountDraft | null = current) => {
    ;(draft?.refused ?? walk.refused).push(row)
    if (draft) walk.owners.set(row.row, draft)
  }
  const total = (
    row: SheetRow,
    label: string,
    amount: Decimal | null,
    isApart = false,
    draft: AccountDraft | null = current,
    isPart = false,
    isLoose = false,
  ) => {
    const one: AccountTotal = {
      row: row.row,
      ...{ label, amount, currency: null },
      isApart,
      isPart,
      isLoose,
      after: draft?.entries.length ?? 0,
      segment: draft?.segments ?? 1,
    }
    draft?.totals.push(one)
    return one
  }
  /** A title, a line under a table, or a text between rows. */
  const read = (row: SheetRow, isUnder: boolean) => {
    const text = rowText(row)
    // A date such as October 30, 2026 may be divided by the delimiter.
    if (text.length <= 300) walk.texts.push(filledIn(row).join(', '))
    const [label = '', number = '', owner = '', ...more] = filledIn(row)
    const pair =
      owner !== '' && more.length === 0 && accountInPair(label, number)?.is === 'number'
        ? { label, value: number }
        : pairIn(row.cells)
    const fact = pair && accountInPair(pair.label, pair.value)
    const written = pair && writtenAmount(pair.value)
    if (fact?.is === 'number') {
      const account = accountInCell(fact.text)
      enter({ ...account, name: account.name ?? (owner || null) }, true)
    } else if (fact?.is === 'name') {
      if (current !== null && current.name === null && current.entries.length === 0) current.name = fact.text
      else pendingName = fact.text
    } else if (pair && valueWords.test(pair.label) && amountForm(pair.value) !== null) {
      if (written) total(row, pair.label.replace(/\s*:+$/, ''), written, true).currency = currencyOfPair(pair)
    } else if (pair && written && current !== null && (isCashName(pair.label) || isMarginName(pair.label))) {
      const at = walk.leftOut.findLastIndex((one) => one.row === row.row)
      if (at >= 0) walk.leftOut.splice(at, 1)
      const isMargin = isMarginName(pair.label)
      const amount = signedMargin(row, pair.label, written)
      if (amount === null) return
      current.entries.push({
        ...plainEntry(row, { table: 0, owner: current, name: pair.label, amount }),
        kind: isMargin ? 'margin' : 'cash',
        isCash: !isMargin,
        isInCashTable: !isMargin,
      })
    } else {
      const account =
        filledIn(row).length === 1 && !(isUnder && text.length > 60 && !/\b(?:account|acct)\b/i.test(text))
          ? accountInTitle(text)
          : null
      if (account) enter(account, true)
      else if (!isUnder) {
        title = text
        section = partWords.test(text) ? text : null
      }
    }
  }
  /** Takes a row of one text right below a holding as its name. */
  const takeName = (row: SheetRow): boolean => {
    const last = current?.entries.at(-1)
    if (filledIn(row).length !== 1 || last?.row !== row.row - 1 || totalLabel(row) !== '') return false
    last.name = rowText(row)
    return true
  }
  /** A positive amount that is called a margin balance may be owed: asked; null while that is open. */
  const signedMargin = (row: SheetRow, label: string, amount: Decimal): Decimal | null => {
    if (!isMarginName(label) || amount.units <= 0n) return amount
    const question = owedQuestion(row, label)
    questions.push(question)
    const answer = answerTo(question, of(''))
    if (answer === null) walk.waiting.push({ row: row.row, text: rowText(row), why: question.text })
    return answer === null ? null : answer === 'owed' ? { units: -amount.units, scale: amount.scale } : amount
  }
  const left = (row: SheetRow, why: string) => walk.leftOut.push({ row: row.row, text: rowText(row), why })
  const refusedRows = [...sheet.refused]
  const refusedInTables = new Map(found.refused.map((one) => [one.row, one]))
  let at = 0
  const refuseUpTo = (row: number) => {
    for (; at < refusedRows.length && (refusedRows[at]?.row ?? 0) < row; at++) {
      const one = refusedRows[at]
      if (one) refuse(one, hasAccountColumn ? null : current)
    }
  }
  const hasAccountColumn = groups.some((group) => group.is === 'holdings' && group.column('account_number') >= 0)
  for (const sheetRow of sheet.rows) {
    refuseUpTo(sheetRow.row)
    const aside = asides.get(sheetRow.row)
    const damaged = refusedInTables.get(sheetRow.row)
    const place = places.get(sheetRow.row)
    if (damaged) refuse(damaged, hasAccountColumn ? null : current)
    else if (aside) {
      walk.leftOut.push(aside)
      const isNames = groups.some(({ twoLines }) => twoLines.has(sheetRow.row - 1)) && takeName(sheetRow)
      if (!isNames && aside.why !== 'It repeats the names of the columns.')
        read(sheetRow, aside.why === 'It is a line under the table.')
    } else if (place === undefined) {
      const group = headers.get(sheetRow.row)
      left(sheetRow, group ? 'It names the columns.' : 'It belongs to no table.')
      const account = group?.is === 'holdings' && !hasAccountColumn ? accountBeside(sheetRow) : null
      if (account) enter(account, true)
    } else readRow(place)
  }
  refuseUpTo(Number.POSITIVE_INFINITY)
  if (titled.size > 1) questions.push(titlesQuestion([...titled.values()]))
  return walk

  function readRow({ row, group, table }: { row: SheetRow; group: ReadGroup; table: number }): void {
    if (group.is === 'facts') {
      left(row, 'It is about the file or the account.')
      read({ ...row, cells: factIn(group, row) }, false)
      return
    }
    if (group.is === 'transactions' || group.is === 'other') {
      const isList = group.is === 'transactions'
      const isOfFile = !isList && group.rows.length === 1 && walk.drafts.length === 0 && !hasAccountColumn
      // A table of one row above the holdings names their account.
      if (isOfFile && group.column('account_number') >= 0) accountOf(row, group)
      left(row, isList ? 'It belongs to a list of transactions.' : 'It belongs to another table.')
      return
    }
    if (group.twoLines.has(row.row - 1) && takeName(row)) {
      left(row, 'It is the name of the row above.')
      return
    }
    if (isHeading(row) || isAboutAccount(row, group.column('value') === 1)) {
      left(row, 'It is a title of the rows below it.')
      read(row, false)
      return
    }
    const doubt = doubts.get(row.row)
    // A row whose cells may be out of place opens no account without a number: what stands there may be a label.
    const isUnsure = doubt !== undefined && answerTo(doubt, of('')) !== 'take'
    const draft = isUnsure && !namesKnownAccount(row, group) ? null : accountOf(row, group)
    if (draft === 'open') {
      walk.waiting.push({ row: row.row, text: rowText(row), why: 'It has no account number.' })
      return
    }
    if (draft === 'none') {
      const isNamed = identifiersIn(row, group).length > 0 || row.cells.some((cell) => /\p{L}{2}/u.test(cell))
      const [cause, next_step] = ['It has no account number.', 'Correct it in the file.']
      if (isNamed && group.is !== 'totals')
        refuse({ row: row.row, column: null, text: rowText(row), cause, next_step }, null)
      else left(row, 'It has no account number, and names no holding.')
      return
    }
    if (draft) walk.owners.set(row.row, draft)
    if (doubt) {
      const answer = answerTo(doubt, of(''))
      if (answer === null) walk.waiting.push({ row: row.row, text: rowText(row), why: doubt.text })
      if (answer === 'refuse')
        refuse(
          { row: row.row, column: null, text: rowText(row), cause: doubt.text, next_step: 'Correct it in the file.' },
          draft,
        )
      if (answer !== 'take') return
    }
    const amount = group.amounts.read(row)
    const valueAt = group.column('value')
    if (group.is === 'totals') {
      const label = stateText(textIn(row, Math.max(0, group.column('kind'), group.column('name'))))
      const why = whyExplained(label)
      if (why !== null && draft !== null && !('problem' in amount) && amount.value.units !== 0n) {
        draft.entries.push({ ...plainEntry(row, { table, owner: draft, name: label, amount: amount.value }), why })
        return
      }
      left(row, 'It is a total of other rows.')
      const isOfAccount = group.column('account_number') >= 0 || group.isTotal(row)
      if (isOfAccount && !('problem' in amount))
        total(row, totalLabel(row) || (group.headers[valueAt] ?? 'Total'), amount.value, true, draft)
      return
    }
    if (group.parents.has(row.row)) {
      left(row, 'It is the total of the rows below it.')
      const label = stateText(textIn(row, group.column('name')))
      const account = accountInTitle(label)
      const inside = account && (account.isMasked || account.number.length >= 6) ? enter(account, true) : draft
      section = account === null && partWords.test(label) ? label : null
      const stated = 'problem' in amount ? null : inDollars(amount.value, one, group.conversion.factor)
      if (account !== null) total(row, label, stated, true, inside)
      else if (inside !== null) total(row, label, stated, false, inside, true)
      return
    }
    const name = namingText(row, group)
    const mayBeTotal = group.is === 'holdings' && group.isTotal(row) && totalLabel(row) === '' && isTotalFundName(name)
    if (group.isTotal(row) && !mayBeTotal) {
      left(row, 'It is the total of other rows.')
      const label = totalLabel(row) || name || 'Total'
      const accountAt = group.column('account_number')
      const cell = stateText(textIn(row, accountAt))
      const isLoose = accountAt >= 0 && (cell === '' || isTotalLabel(cell))
      // A total may have two cells alone, its label and its amount, whatever the column of values is.
      const read =
        'problem' in amount ? (isLabelledTotal(row) ? writtenAmount(filledIn(row)[1] ?? '') : null) : amount.value
      const stated = read && totalInDollars(read, row, { group, draft })
      total(row, label, stated, false, draft, false, isLoose)
      if (/\baccount\b|^(?:grand )?total\b/i.test(label)) {
        isClosed = true
        title = null
      }
      return
    }
    if (group.cash !== null && !group.cash.counts(row)) {
      left(row, 'It is a change of cash, or counted in another row.')
      return
    }
    if (isCutOff(row, group)) return
    const owner = draft ?? openAccount()
    walk.owners.set(row.row, owner)
    const holding = readHolding(row, { group, table, owner, section, mayBeTotal })
    if (holding.is === 'holding') owner.entries.push(holding.entry)
    else if (holding.is === 'waiting') {
      walk.waiting.push({ row: row.row, text: rowText(row), why: holding.why })
      owner.waitsForRate ||= group.conversion.rate(row) === 'open'
    } else if (holding.is === 'left') left(row, holding.why)
    else if (holding.is === 'empty') owner.empty.push(holding.refused)
    else refuse(holding.refused, owner)
  }

  /**
   * The account of a row: by its column, else by the title above; null if there is none, `open` while that is asked, and `none` if the
   * advisor says that the row belongs to none.
   */
  function accountOf(row: SheetRow, group: ReadGroup): AccountDraft | 'open' | 'none' | null {
    const at = group.column('account_number')
    const nameAt = group.column('account_name')
    if (at < 0) {
      const isHoldings = group.is === 'holdings' && !group.isTotal(row)
      // Rows below another account's name are not those of the account above.
      if (isHoldings && pendingName !== null && current !== null && current.entries.length > 0)
        if (fold(current.name ?? '') !== fold(pendingName))
          return enter({ number: '', isMasked: true, name: null }, true)
      // A table below an account’s total with a title of its own belongs to another account.
      if (title === null || partWords.test(title) || group.is !== 'holdings') return current
      if (isClosed) return enter({ number: '', isMasked: true, name: title }, true)
      if (isHoldings && (current === null || current.number === '')) return ofTitle(row, title)
      return current
    }
    // A number that a spreadsheet shortened still tells the accounts of a file apart.
    const state = cellState(textIn(row, at))
    const cell =
      state.is === 'text' ? state.text : state.is === 'lost' && state.by === 'shortening' ? textIn(row, at) : ''
    if (cell !== '' && !isTotalLabel(cell)) {
      const account = accountInCell(cell)
      const name = account.name ?? stateText(textIn(row, nameAt))
      // Several custodians may have one number, and one client has the same name at all of them.
      const custodian = stateText(textIn(row, group.custodianAt))
      const parts = [name, custodian].filter((text) => text !== '')
      const draft = enter({ ...account, name: parts.join(' · ') || null }, false)
      draft.custodian ??= custodian || null
      return draft
    }
    if (group.isTotal(row) || current === null) return current
    // A number in an account's first row alone is the custodian's way; where it is missing now and then, each file is asked.
    const question: Question = {
      id: `${group.isNumberedOnce ? group.scope : ''}accounts`,
      rows: [row.row],
      column: at,
      text: 'Some rows have no account number.',
      choices: [
        { value: 'above', label: 'They belong to the account above them' },
        { value: 'refuse', label: 'Leave them out' },
      ],
    }
    const asked = questions.find(({ id }) => id === question.id)
    if (asked) asked.rows.push(row.row)
    else questions.push(question)
    const given = of(group.isNumberedOnce ? group.scope : '').accounts
    const answer = answerTo(question, given === undefined ? {} : { [question.id]: given })
    if (answer === 'above') return current
    return answer === null ? 'open' : 'none'
  }

  /** False if the cell of a row's account has neither a number nor the name of an account that has rows above. */
  function namesKnownAccount(row: SheetRow, group: ReadGroup): boolean {
    const cell = stateText(textIn(row, group.column('account_number')))
    const { number, name } = accountInCell(cell)
    return cell === '' || number !== '' || byNumber.has(`\t${fold(name ?? '')}`)
  }

  /** The account of a row below a title without a number: several such titles may name accounts, or parts of one. */
  function ofTitle(row: SheetRow, title: string): AccountDraft | null {
    const key = fold(title)
    if (current !== null && fold(current.name ?? '') === key) return current
    if (!titled.has(key)) titled.set(key, { title, row: row.row })
    const isOfAccount = answerTo(titlesQuestion([...titled.values()]), of('')) === 'accounts'
    return isOfAccount ? enter({ number: '', isMasked: true, name: title }, true) : current
  }

  /** True for the last row of a file that ends inside it, unless the advisor says that its value is whole. */
  function isCutOff(row: SheetRow, group: ReadGroup): boolean {
    const valueAt = group.column('value')
    const isLast = sheet.isOpenEnded === true && row.row === sheet.rows.at(-1)?.row
    if (!isLast || row.cells.length !== valueAt + 1) return false
    const question = cutOffQuestion(row, valueAt)
    questions.push(question)
    const answer = answerTo(question, of(''))
    if (answer === null) walk.waiting.push({ row: row.row, text: rowText(row), why: 'It may be cut off.' })
    if (answer === 'cut') {
      const cause = 'The file ends before the end of this row.'
      refuse({
        row: row.row,
        column: valueAt,
        text: rowText(row),
        cause,
        next_step: 'Download it from the custodian again.',
      })
    }
    return answer !== 'whole'
  }

  /** A row of a label and an amount. */
  function plainEntry(
    row: SheetRow,
    { table, owner, name, amount }: { table: number; owner: AccountDraft; name: string; amount: Decimal },
  ): Entry {
    walk.owners.set(row.row, owner)
    return {
      ...{ row: row.row, at: row, text: rowText(row), table, name, amount },
      ...{ segment: owner.segments, visit: owner.visits },
      ...{ identifiers: [], kind: null, isCash: false, isInCashTable: false, mayBeTotal: false, why: null },
      ...{ quantity: null, detail: '', acquired: '', accrued: null, converted: null },
    }
  }
}

const one: Decimal = { units: 1n, scale: 0 }

/**
 * A total in US dollars. Rows in another currency are rounded to cents one by one: a total that is that of their amounts as written is that of the
 * rows. Any other stays as it is written, so that it does not tie.
 */
function totalInDollars(
  value: Decimal,
  row: SheetRow,
  { group: { conversion }, draft }: { group: ReadGroup; draft: AccountDraft | null },
): Decimal {
  const code = conversion.currency(row)
  const all = code === 'USD' ? [] : (draft?.entries ?? [])
  for (const entries of [all, all.slice(draft?.totals.at(-1)?.after ?? 0)]) {
    const written = entries.flatMap(({ converted }) => (converted?.currency === code ? [converted] : []))
    if (written.length > 0 && written.length === entries.length && compare(sumOf(written), value) === 0)
      return sumOf(entries)
  }
  return inDollars(value, one, conversion.factor)
}

/** The account that a cell beside the names of columns names, as one does that is merged over the rows of the account; null if none or several do. */
function accountBeside({ cells }: SheetRow): AccountTitle | null {
  const named = cells.flatMap((cell) => (/\b(?:account|acct)\b/i.test(cell) ? (accountInTitle(cell) ?? []) : []))
  return named.length === 1 ? (named[0] ?? null) : null
}
