import { AppError } from '../../shared/domain/app-error.ts'
import { wordsOf } from '../../shared/domain/fold.ts'
import { parseDecimal, roundToCents } from '../../shared/domain/money.ts'
import type { ContractInputs, ContractOutputs } from '../../shared/ipc/contract.ts'
import { endOf } from '../../shared/statements/accounts.ts'
import type { EntityChoice } from '../../shared/statements/batch.ts'
import type { Statement } from '../../shared/statements/statement.ts'
import { amountForm } from '../../shared/tables/amounts.ts'
import { csvText } from '../exports/csv-table.ts'
import { hiddenRow } from '../imports/workbook.ts'
import type { StatementReviews } from './review.ts'
import { gone, type KnownFile, type StatementParts, type Statements } from './statements.ts'

type Inputs = ContractInputs['statements']
type Outputs = ContractOutputs['statements']
type Of = Pick<Inputs['filing'], 'id' | 'entity_id'>

/** Files a statement with a household: the original where all of it is that household's, else an extract. */
export type StatementFiling = {
  filing(of: Of): Promise<Outputs['filing']>
  /** Throws `statements/not-only-theirs`. */
  file(of: Of & Pick<Inputs['file'], 'what'>): Promise<Outputs['file']>
  /** The rows of an entity as CSV, and a name for the file. Throws `statements/gone`. */
  extract(of: Of): Promise<{ name: string; text: string }>
}

type Parts = Pick<StatementParts, 'store' | 'files' | 'outbox'>

export function createFiling(statements: Statements, reviews: StatementReviews, parts: Parts): StatementFiling {
  const { store, files, outbox } = parts

  async function look({ id, entity_id }: Of) {
    const known = await statements.settledFile(id)
    if (known.read?.reading.is !== 'statement') throw gone()
    const { statement } = known.read.reading
    const [owners, entities] = await Promise.all([reviews.entitiesOf(known), statements.entities()])
    const entity = entities.find((each) => each.id === entity_id)
    const own = statement.accounts.filter(({ key }) => owners.get(key)?.id === entity_id)
    if (entity === undefined || own.length === 0) throw gone()
    return { known, statement, owners, entity, own }
  }
  type Looked = Awaited<ReturnType<typeof look>>

  /** Why the original is not this household's alone; null if it is. */
  async function whyNot({ known, statement, owners, entity }: Looked): Promise<string | null> {
    const { household } = entity
    const other = statement.accounts.find(({ key }) => owners.get(key)?.household.id !== household.id)
    if (other) {
      const which = other.number === '' ? 'An account without a number' : `Account ${endOf(other.number)}`
      return `${which} is not known to belong to this household.`
    }
    const unread = whatIsUnread(known, statement)
    if (unread !== null) return unread
    const beside = await textsBeside(known, statement)
    const hidden = statement.textsBeside.map((each) => plainText(each.text))
    const text = [...statement.leftOut.map((row) => row.text), ...beside, ...hidden]
    const names = statement.accounts.flatMap(({ name }) => name ?? [])
    const numbers = statement.accounts.map(({ number }) => plain(number))
    const stranger = text.flatMap(accountNumbersIn).find((found) => !numbers.some((own) => own.endsWith(plain(found))))
    if (stranger !== undefined) return 'A row has a number that may be another account’s.'
    const found = await store.read('statements.namesIn', {
      text: [...text, ...names].join('\n'),
      household_id: household.id,
    })
    if (found.names.length > 0) return 'It names a household, an entity or a person that is not of this household.'
    const isKnown = knownWords([...found.own, known.decisions.custodian ?? ''], statement)
    const strange = statement.textsBeside.find((_, at) => !wordsOf(hidden[at] ?? '').every(isKnown))
    return strange ? `A ${strange.place} is not known to be about this household alone.` : null
  }

  /**
   * The texts that stand beside holdings in columns that are not read, such as remarks: these may be about others too. Amounts are left out.
   */
  async function textsBeside({ file }: KnownFile, statement: Statement): Promise<string[]> {
    const tables = statement.tables.toSorted((a, b) => (a.headerRow ?? 0) - (b.headerRow ?? 0))
    const texts: string[] = []
    let [offset, total] = [0, 1]
    while (tables.length > 0 && offset < total) {
      const window = await statements.rows({ id: file.id, offset, limit: rowsAtOnce })
      total = window.total
      offset += rowsAtOnce
      for (const { row, cells, taken } of window.rows) {
        if (taken !== 'holding' && taken !== 'line') continue
        const table = tables.findLast(({ headerRow }) => (headerRow ?? 0) < row) ?? tables[0]
        const unread = cells.filter((cell, at) => {
          const use = table?.uses[at] ?? 'ignore'
          const isAmount = amountForm(cell) !== null && amountColumn.test(table?.headers[at] ?? '')
          return (use === 'ignore' || use === 'kind') && !isAmount
        })
        texts.push(...unread)
      }
    }
    return texts
  }

  const upload = async (entity: EntityChoice, of: { name: string; fileName: string; bytes: Uint8Array }) => {
    async function* content() {
      yield of.bytes
    }
    const sealed = await files.staged.store.write(content(), { signal: new AbortController().signal })
    const staged = await files.staged.add(sealed, of.fileName)
    const { id: staged_id, name, size, sha256, media_type } = staged
    const fields = {
      household_id: entity.household.id,
      entity_id: entity.id,
      name: of.name,
      type: 'ACCOUNT_DOCUMENTATION_STATEMENT' as const,
    }
    try {
      const [saved] = await outbox.saveDocuments([{ fields, file: { staged_id, name, size, sha256, media_type } }])
      if (saved === undefined) throw gone()
      return saved
    } catch (thrown) {
      await files.staged.remove(staged_id)
      throw thrown
    }
  }

  const extractOf = async ({ known, statement, entity, own }: Looked) => {
    const date = known.decisions.asOf ?? statement.asOf.date ?? ''
    const text = (value: string) => ({ kind: 'text' as const, text: value })
    const sum = (value: string) => {
      const decimal = parseDecimal(value)
      if (decimal === null) return text(value)
      // All digits of the file: some custodians give a value to a thousandth of a dollar.
      if (decimal.scale <= 2) return { kind: 'sum' as const, cents: roundToCents(decimal) }
      return isExactNumber(value) ? { kind: 'number' as const, value: Number(value), money: true } : text(value)
    }
    const rows = own.flatMap((account) => [
      ...account.rows.map((row) => [
        ...[text(account.number), text(date), text(row.name)],
        ...[text(row.identifiers.map(({ value }) => value).join(' ')), text(row.kind ?? ''), sum(row.value)],
      ]),
      ...account.lines
        .filter(({ row }) => known.decisions.explained[account.key]?.includes(row))
        .map((line) => [...[text(account.number), text(date), text(line.name), text(''), text('')], sum(line.value)]),
    ])
    const csv = await csvText(['Account', 'As of', 'Name', 'Identifiers', 'Kind', 'Value'], rows)
    return { name: `Account statement ${date}, ${entity.name}`, text: csv }
  }

  return {
    async filing(of) {
      const why = await whyNot(await look(of))
      return { original: why === null, why }
    },
    async file({ what, ...of }) {
      const looked = await look(of)
      const { known, statement, entity } = looked
      const date = known.decisions.asOf ?? statement.asOf.date ?? ''
      const name = `Account statement ${date}`.trim()
      if (what === 'extract') {
        const { text } = await extractOf(looked)
        return upload(entity, { name, fileName: `${name}.csv`, bytes: Buffer.from(text) })
      }
      const why = await whyNot(looked)
      if (why !== null) throw notOnlyTheirs(why)
      // The file's own name may be about another household.
      const [extension = ''] = /\.[A-Za-z0-9]{1,8}$/.exec(known.file.file_name) ?? []
      return upload(entity, { name, fileName: `${name}${extension}`, bytes: await statements.bytes(known.file) })
    },
    extract: async (of) => extractOf(await look(of)),
  }
}

/** The part of a file that is not read, and may be another household's; null if nothing. */
function whatIsUnread({ read }: KnownFile, statement: Statement): string | null {
  const [sheet] = read?.otherSheets ?? []
  if (read?.hasOtherParts) return 'The file has comments, pictures or other parts that are not read.'
  if (sheet) return `The sheet “${sheet.name}” of the workbook is not read.`
  if (read?.hidesColumns) return 'The workbook hides columns, which may be about another household.'
  if (statement.tablesLeftOut > 0) return 'It has another table or account, which is not read.'
  if (statement.leftOut.some(({ why }) => why === hiddenRow)) return 'The workbook hides rows that are not read.'
  const refused = statement.refused.length + statement.accounts.reduce((sum, each) => sum + each.refused.length, 0)
  if (refused > 0 || statement.waiting.length > 0) return 'It has rows that cannot be read.'
  const questions =
    statement.questions.length + statement.accounts.reduce((sum, each) => sum + each.questions.length, 0)
  return questions > 0 ? 'It has open questions.' : null
}

const isExactNumber = (value: string): boolean => String(Number(value)) === value

/** The text of a page header or footer without its marks of fonts, sizes and page numbers; any other text as it is. */
const plainText = (text: string): string =>
  text.replace(/&(?:"[^"]*"|K[0-9A-F]{6}|K\d\d[+-]\d{3}|\d{1,3}|[A-Z&])/gi, ' ')

/**
 * Tells words that say nothing of another household: those of this one, of the rows that were read, and common ones. Numbers tell people apart:
 * only days, years and the file's own account numbers are known.
 */
function knownWords(names: readonly string[], { accounts, leftOut, layout }: Statement): (word: string) => boolean {
  const known = new Set(wordsOf([...names, layout.words, ...accounts.map(({ name }) => name ?? '')].join('\n')))
  const rows = accounts.flatMap(({ rows: own }) =>
    own.flatMap(({ name, kind, identifiers }) => [name, kind ?? '', ...identifiers.map(({ value }) => value)]),
  )
  for (const word of wordsOf([...rows, ...leftOut.map(({ text }) => text)].join('\n')))
    if (!/^\d+$/.test(word)) known.add(word)
  for (const { number } of accounts) {
    known.add(plain(number).toLowerCase())
    for (const word of wordsOf(number)) known.add(word)
  }
  return (word) => known.has(word) || /^(?:\d{1,2}|(?:19|20)\d\d|sheet\d*)$/.test(word) || commonWords.has(word)
}

/** Words of statements and of their page headers, and the names of programs that write workbooks. */
const commonWords: ReadonlySet<string> = new Set(
  wordsOf(
    `page pages of the and for to in on at by from as is a an date dated time printed created downloaded exported report reports statement
    statements account accounts number portfolio position positions holding holdings asset assets investment investments summary detail
    details interest rate acct allocation disclosures total totals value values market price prices currency usd amount balance balances cash margin long short stock stocks bond
    bonds fund funds mutual equity equities fixed income option options other security securities symbol description quantity name
    confidential private all january february march april may june july august september october november december jan feb mar apr jun
    jul aug sep sept oct nov dec am pm est edt utc normal print area titles filterdatabase xlnm workbook worksheet worksheets data export
    thisworkbook user admin administrator office microsoft excel openpyxl xlsxwriter apache poi aspose cells sheetjs epplus closedxml
    spreadsheetgear libreoffice google sheets numbers jasperreports crystal oracle success ok`,
  ),
)

const rowsAtOnce = 1000
const amountColumn =
  /\b(?:cost|gain|loss|amount|value|price|quantity|shares|units|par|market|income|yield|change|total|basis|accrued|p\/?l|return|weight)\b|[%$]/i

const plain = (number: string): string => number.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Amounts and dates, which are no numbers of accounts. */
const amountsAndDates =
  /\$\s?\d[\d,]*(?:\.\d+)?|\d[\d,]*\.\d+|\d{4}-\d{2}-\d{2}|(?:\d{1,2}|[A-Za-z]{3,9})-\d{1,2}-\d{4}|\d{1,2}-[A-Za-z]{3,9}-\d{4}/g

/** Texts that may be numbers of accounts: many digits in a row or in groups, some behind a mask, or any behind the word for an account. */
const accountNumbersIn = (text: string): string[] => {
  const rest = text.replace(amountsAndDates, ' ')
  const unlabelled = rest.matchAll(
    /[A-Za-z]{0,3}\d[\d-]{5,}\d|\b\d{3,5}(?: \d{3,5})+\b|(?:[*xX•…]|\.{2,})[-\s]?\d{3,}/g,
  )
  const labelled = rest.matchAll(
    /\b(?:accounts?|acct|a\/c)\b[\s.:#]*(?:(?:numbers?|no|nr|id)\b[\s.:#]*)?([A-Z]{0,4}-?\d[\d-]{1,}\d)/gi,
  )
  return [
    ...[...unlabelled].map(([found]) => found.replace(/^[*xX•….\s-]+/, '')),
    ...[...labelled].map(([, found = '']) => found),
  ]
}

const notOnlyTheirs = (why: string): AppError =>
  new AppError('statements/not-only-theirs', {
    message: `The original is not filed. ${why}`,
    nextStep: 'File the extract with the rows of this entity.',
  })
