import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { dragFiles } from '../pages/intake.ts'
import { statements } from '../pages/statements.ts'
import { words } from '../words.ts'

/** Files that ask everything: two accounts without a date and a total, a line that may count, amounts that cannot be read, a total one cent off. */
const files = {
  'holdings.csv': [
    'Symbol,Description,Market Value',
    'LARX,LARCH TOTAL MARKET INDEX,"$12,191.49"',
    'NGH,NORTHGATE HOLDINGS INC,750.000',
    'OAKB,OAK BOND FUND,abc',
    'EURX,EUROPE FUND,"€1.200,00"',
    '',
  ],
  'no-total.csv': [
    'Account Number,Account Name,Symbol,Description,Quantity,Last Price,Current Value,Type',
    'X10442871,Trust: Under Agreement,LARX,LARCH TOTAL MARKET INDEX,3800.25,$101.22,$384661.31,Cash',
    'X10442871,Trust: Under Agreement,Pending Activity,,,,$4710.50,',
    'Z20913355,Rollover IRA,NGH,NORTHGATE HOLDINGS INC,55,$188.04,$10342.20,Margin',
    '',
  ],
  'off-by-a-cent.csv': [
    '"Positions for account Individual ...417 as of 04:02 PM ET, 2026/10/30"',
    '',
    '"Symbol","Description","Mkt Val (Market Value)","Security Type",',
    '"NGH","NORTHGATE HOLDINGS INC","$58,292.40","Equity",',
    '"NGH 01/15/2027 200.00 C","CALL NORTHGATE HOLDINGS $200 EXP 01/15/27","-$1,230.00","Option",',
    '"Account Total","--","$57,062.41","--",',
    '',
  ],
  'transactions.csv': [
    'Run Date,Action,Symbol,Description,Quantity,Price,Amount',
    '10/01/2026,YOU BOUGHT,NGH,NORTHGATE,5,188.04,-940.20',
    '10/02/2026,DIVIDEND,NGH,NORTHGATE,,,12.20',
    '',
  ],
} as const

async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const drag = await dragFiles(page, paths)
  await drag.over()
  await statements(page).overlay.waitFor()
  await drag.drop()
}

/** Reads statements in the demo firm and shows every screen on the way: what is asked, refused, reviewed, approved and undone. */
export async function visitStatementScreens(page: Page, show: (screen: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-statements-'))
  const screen = statements(page)
  try {
    await screen.link.click()
    await screen.empty.waitFor()
    await show('statements-empty')
    await screen.menu.click()
    await page.getByRole('menuitem', { name: words.statements.exportAccounts }).click()
    await screen.dialog(words.statements.exporting).waitFor()
    await show('statements-export')
    await page.keyboard.press('Escape')
    await screen.menu.click()
    await page.getByRole('menuitem', { name: words.statements.importAccounts }).click()
    await screen.dialog(words.statements.importing).waitFor()
    await show('statements-import')
    await page.keyboard.press('Escape')

    await screen.trySample.click()
    await screen.valuations.nth(3).waitFor()
    await show('statements-valuations')
    await screen.valuations.first().locator('[data-line]').first().click()
    await screen.questions.first().waitFor()
    await show('statements-questions')
    await screen.questions.first().getByRole('combobox').selectOption({ index: 1 })
    await page.getByRole('table', { name: words.statements.assetsOfAny }).first().waitFor()
    await show('statements-assets')

    const paths = Object.entries(files).map(([name, lines]) => {
      writeFileSync(join(folder, name), lines.join('\n'))
      return join(folder, name)
    })
    await drop(page, paths)
    await screen.files.nth(5).waitFor()
    await screen.notRead.first().waitFor()
    await screen.account('Individual ...417').waitFor()
    await show('statements-accounts')

    await screen.files.filter({ hasText: 'holdings.csv' }).getByRole('link').click()
    await screen.rows.first().waitFor()
    await page.getByRole('button', { name: words.statements.correct }).click()
    await page.getByRole('combobox', { name: words.statements.useOfAny }).first().waitFor()
    await show('statement-file')
    await screen.link.click()
    await screen.notRead.getByRole('button').first().waitFor()
    for (const name of Object.keys(files)) {
      await page.getByRole('button', { name: `Remove ${name}` }).click()
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor({ state: 'detached' })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
