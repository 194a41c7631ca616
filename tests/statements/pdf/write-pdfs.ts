import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { decode } from '../../../shared/tables/decode.ts'
import { splitText } from '../../../shared/tables/split.ts'

// Prints statements of tests/fixtures/statements as PDF in three styles, and one of them damaged: node tools/run-script.mjs tests/statements/pdf/write-pdfs.ts

type Row = readonly string[]

/** `ruled`: a table with lines, names wrapped; `plain`: no lines, amounts to the right, repeated head and foot on short pages; `accounting`: signs of dollars apart. */
const styles = ['ruled', 'plain', 'accounting'] as const
type Style = (typeof styles)[number]

const folder = 'tests/fixtures/statements'
const statements = ['one-account', 'all-accounts', 'with-transactions', 'option-and-treasury', 'funds-then-trades']

/** The columns that are printed: a page has no room for all of them. */
const left = /chng|change|gain|reinvest|ratings|% of|cost basis|last price/i

function rowsOf(name: string): Row[] {
  const { rows } = splitText(decode(readFileSync(`${folder}/${name}.csv`)).text, { chosen: null, pasted: false })
  let unused = new Set<number>()
  return rows.map(({ cells }) => {
    if (cells.filter((cell) => cell.trim() !== '').length > 4 && cells.some((cell) => left.test(cell)))
      unused = new Set(cells.flatMap((cell, at) => (left.test(cell) ? [at] : [])))
    return cells.length > 2 ? cells.filter((_, at) => !unused.has(at)) : cells
  })
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const isAmount = (text: string) => /^[-($]*[\d,]+(?:\.\d+)?[)%]?$/.test(text.trim())

function cellOf(text: string, style: Style): string {
  const own = style !== 'ruled' && /^(?:--|N\/A)$/.test(text.trim()) ? '' : text
  const kind = isAmount(own) ? ' class="amount"' : ''
  const [, sign, digits] = /^\$([\d,.]+)$/.exec(own.trim()) ?? []
  if (style === 'accounting' && sign === undefined && digits === undefined) return `<td${kind}>${escaped(own)}</td>`
  if (style === 'accounting') return `<td class="amount"><i>$</i>${own.trim().slice(1)}</td>`
  return `<td${kind}>${escaped(own)}</td>`
}

/** Rows of one cell are titles; the others are one table until the next title. */
function htmlOf(rows: readonly Row[], style: Style): string {
  const parts: string[] = []
  let table: Row[] = []
  const end = () => {
    const width = Math.max(0, ...table.map((row) => row.length))
    if (table.length > 0)
      parts.push(
        `<table>${table.map((row) => `<tr>${Array.from({ length: width }, (_, at) => cellOf(row[at] ?? '', style)).join('')}</tr>`).join('')}</table>`,
      )
    table = []
  }
  for (const row of rows) {
    const filled = row.filter((cell) => cell.trim() !== '')
    if (filled.length > 1) table.push(row)
    else {
      end()
      parts.push(`<p>${escaped(filled[0] ?? '')}</p>`)
    }
  }
  end()
  const own = {
    ruled:
      'body { font: 10px Helvetica } table { border-collapse: collapse } td { border: 1px solid #999; padding: 4px 6px; max-width: 110px }',
    plain: 'body { font: 11px Times } table { width: 100% } td { padding: 2px 10px } .amount { text-align: right }',
    accounting:
      'body { font: 9px Helvetica } table { width: 100% } td { padding: 3px 14px } .amount { text-align: right } i { float: left; font-style: normal }',
  }[style]
  return `<!doctype html><meta charset="utf-8"><style>@page { size: ${style === 'plain' ? '11in 4.2in' : '11in 8.5in'} } td { vertical-align: ${style === 'ruled' ? 'middle' : 'top'} } ${own}</style>${parts.join('\n')}`
}

const totalOf = (row: Row) => row.some((cell) => /^(?:account )?total/i.test(cell.trim()))

/** The damages of tests/statements/world/damage.ts that a printed page can have. */
const damages: Record<string, (rows: readonly Row[]) => Row[]> = {
  'no-total': (rows) => rows.filter((row) => !totalOf(row)),
  'total-off': (rows) =>
    rows.map((row) => (totalOf(row) ? row.map((cell) => cell.replace('198,950.00', '198,950.01')) : row)),
  'missing-values': (rows) =>
    rows.map((row) => (row[0] === 'NGH' ? row.map((cell) => (cell === '$58,292.40' ? '--' : cell)) : row)),
  'renamed-headers': (rows) =>
    rows.map((row) => row.map((cell) => cell.replace('Mkt Val (Market Value)', 'Total Worth Today'))),
  'reordered-headers': (rows) => rows.map((row) => (row.length > 3 ? row.toReversed() : row)),
  'sentence-case-headers': (rows) =>
    rows.map((row) =>
      row.includes('Symbol') ? row.map((cell) => cell.slice(0, 1) + cell.slice(1).toLowerCase()) : row,
    ),
  'extra-column': (rows) =>
    rows.map((row) => (row.length > 3 ? [row[0] ?? '', row.includes('Symbol') ? 'Note' : 'A', ...row.slice(1)] : row)),
  'missing-row': (rows) => rows.filter((row) => row[0] !== 'NGH'),
}

const head = (text: string) => `<div style="font-size:7px; width:100%; padding:0 40px">${text}</div>`

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
const page = await browser.newPage()
async function write(name: string, rows: readonly Row[], style: Style): Promise<void> {
  await page.setContent(htmlOf(rows, style))
  const bytes = await page.pdf({
    preferCSSPageSize: true,
    displayHeaderFooter: style === 'plain',
    headerTemplate: head('Rampart Clearing Corp. &nbsp; Statement of account'),
    footerTemplate: head('Page <span class="pageNumber"></span> of <span class="totalPages"></span>'),
    margin: { top: '0.6in', bottom: '0.6in', left: '0.5in', right: '0.5in' },
    tagged: false,
  })
  writeFileSync(`${folder}/pdf/${name}.pdf`, bytes)
}
for (const name of statements) for (const style of styles) await write(`${name}-${style}`, rowsOf(name), style)
for (const [name, damage] of Object.entries(damages))
  await write(`damaged-${name}`, damage(rowsOf('one-account')), 'plain')
const one = rowsOf('one-account')
const many = one.flatMap((row) =>
  row[0] === 'LARX'
    ? Array.from({ length: 60 }, (_, at) =>
        row.map((cell) => cell.replace('LARX', `LAR${at}`).replace(/^\$121,919.49$/, '$1,000.00')),
      )
    : [row],
)
await write(
  'many-rows',
  many.map((row) => row.map((cell) => cell.replace('$198,950.00', '$137,030.51'))),
  'plain',
)
await browser.close()
