import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sealAccounts } from '../../electron/statements/accounts-file.ts'
import { sheet, workbook } from '../doubles/workbook.ts'
import { createSandboxClient } from '../integration/support/sandbox-client.ts'
import type { SandboxProcess } from '../integration/support/sandbox-process.ts'
import { frame } from './pages/frame.ts'
import { dragFiles } from './pages/intake.ts'
import { statements } from './pages/statements.ts'
import { expect, test } from './support/fixtures.ts'
import { misplaced, windows } from './support/layout.ts'
import { onePage } from './support/pdf-writer.ts'
import { openTenant } from './support/tenant.ts'
import { words } from './words.ts'

type Entity = { id: string; name: string }
type Valuation = {
  id: string
  effective_date: string
  description: string
  directly_held_assets: { display_name: string; value: number }[]
}
type Holding = readonly [symbol: string, name: string, cents: number]

const accounts = ['Family trust 8841-0417', 'Marital trust 8841-0982', 'Descendants 8841-0555'] as const
const dollars = (cents: number) =>
  `$${Math.floor(cents / 100).toLocaleString('en-US')}.${String(cents % 100).padStart(2, '0')}`

/** The calendar day this many days before today, as a custodian writes it. */
function dayBefore(days: number): { written: string; iso: string } {
  const day = new Date(Date.now() - days * 86_400_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const [year, month, date] = [day.getFullYear(), two(day.getMonth() + 1), two(day.getDate())]
  return { written: `${month}/${date}/${year}`, iso: `${year}-${month}-${date}` }
}

/** A custodian's file of several accounts, each with its stated total. */
function statementOf(day: string, holdings: readonly (readonly Holding[])[]): string {
  const blocks = holdings.map((rows, at) =>
    [
      '',
      `"${accounts[at]}"`,
      '"Symbol","Description","Qty (Quantity)","Mkt Val (Market Value)","Asset Type",',
      ...rows.map(([symbol, name, cents]) => `"${symbol}","${name}","10","${dollars(cents)}","Equity",`),
      `"Account Total","--","--","${dollars(rows.reduce((sum, [, , cents]) => sum + cents, 0))}","--",`,
    ].join('\n'),
  )
  return [`"Positions for All-Accounts as of 09:15 AM ET, ${day}"`, ...blocks, ''].join('\n')
}

const first: readonly (readonly Holding[])[] = [
  [
    ['LARX', 'LARCH TOTAL MARKET INDEX', 12_191_949],
    ['NGH', 'NORTHGATE HOLDINGS INC', 5_829_240],
  ],
  [['NGH', 'NORTHGATE HOLDINGS INC', 1_880_400]],
  [['OAKB', 'OAK BOND FUND', 2_462_511]],
]
const second = first.map((rows) => rows.map(([symbol, name, cents]) => [symbol, name, cents + 101] as const))

/** Three entities of the service that have no valuation, so that nothing but the files decides their totals. */
async function threeEntities(tenant: SandboxProcess): Promise<Entity[]> {
  const client = createSandboxClient(tenant)
  const { body } = await client.api('/entities?limit=1000')
  const found: Entity[] = []
  for (const { id, display_name: name } of (body as { data: { id: string; display_name: string }[] }).data) {
    if (found.length === 3) break
    const { status } = await client.api(`/entities/${id}/valuation`)
    if (status === 404 && /^[\w .·’'&-]{6,50}$/.test(name) && found.every((one) => one.name !== name))
      found.push({ id, name })
  }
  await client.close()
  return found
}

async function latest(tenant: SandboxProcess, { id }: Entity): Promise<Valuation | null> {
  const client = createSandboxClient(tenant)
  const { status, body } = await client.api(`/entities/${id}/valuation`)
  await client.close()
  return status === 200 ? (body as Valuation) : null
}

function write(folder: string, name: string, text: string | Uint8Array): string {
  const into = join(folder, 'statements')
  mkdirSync(into, { recursive: true })
  const path = join(into, name)
  writeFileSync(path, text)
  return path
}

async function drop(page: Page, path: string): Promise<void> {
  const drag = await dragFiles(page, [path])
  await drag.over()
  await expect(statements(page).overlay).toBeVisible()
  await drag.drop()
  await expect(frame(page).heading).toHaveText(words.statements.title)
}

/** Finds a line by its name with the keys of the review, if the keyboard is not on it already. */
async function moveTo(page: Page, name: string): Promise<void> {
  for (let line = 0; line < 30; line += 1) {
    if (await page.evaluate((text) => document.activeElement?.textContent?.includes(text), name)) return
    await page.keyboard.press('j')
  }
  throw new Error(`The review has no line with ${name}.`)
}

test('three new accounts become valuations, and the second month of the same file is logged with one key', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const entities = await threeEntities(tenant)
  await openTenant({ page, computer, launch, tenant })
  const screen = statements(page)
  const october = dayBefore(34)
  await drop(page, write(computer.folder, 'october.csv', statementOf(october.written, first)))
  await expect(screen.files).toHaveCount(1)
  await expect(screen.files.first()).toContainText('october.csv')

  // Each account is given its entity, and each security its class, once.
  for (const [at, account] of accounts.entries()) {
    await expect(screen.account(account)).toContainText(words.statements.ties)
    await screen.entity(account).fill(entities[at]?.name ?? '')
    await screen.option(entities[at]?.name ?? '').click()
    await expect(screen.account(account)).toHaveCount(0)
  }
  for (const name of ['LARCH TOTAL MARKET INDEX', 'NORTHGATE HOLDINGS INC', 'OAK BOND FUND']) {
    await screen.class(name).click()
    await page.getByRole('option').first().click()
    await expect(screen.class(name)).toHaveCount(0)
  }
  for (const { name } of entities) await expect(screen.valuation(name)).toBeVisible()
  const [family, marital, descendants] = entities.map(({ name }) => name)
  // By the keys of the review: opened, then approved, with every row named.
  await moveTo(page, family ?? '')
  await page.keyboard.press('Enter')
  await expect(screen.assets(family ?? '').getByRole('row')).toHaveCount(3)
  await expect(screen.assets(family ?? '')).toContainText('Row 5')
  await page.keyboard.press('a')
  await expect(screen.saved).toBeVisible()
  await expect(screen.valuation(family ?? '')).toHaveCount(0)
  await screen.undo.click()
  await expect(page.getByText(words.statements.undone)).toBeVisible()
  for (const name of [family, marital, descendants]) {
    await screen.approve(name ?? '').click()
    await expect(screen.valuation(name ?? '')).toHaveCount(0)
  }
  await expect(screen.files.first()).toContainText(words.statements.approved)
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.getByRole('button', { name: words.outbox.sendNowAny }).first().click()
  await expect.poll(async () => (await latest(tenant, entities[0] as Entity))?.effective_date).toBe(october.iso)
  await expect.poll(async () => (await latest(tenant, entities[2] as Entity))?.effective_date).toBe(october.iso)
  const held = await latest(tenant, entities[0] as Entity)
  expect(held?.directly_held_assets.map(({ display_name, value }) => [display_name, value])).toEqual([
    ['LARCH TOTAL MARKET INDEX', 121_919.49],
    ['NORTHGATE HOLDINGS INC', 58_292.4],
  ])
  expect(held?.description).not.toContain('october.csv')

  // The second month: dropped, then one key.
  const november = dayBefore(4)
  await drop(page, write(computer.folder, 'november.csv', statementOf(november.written, second)))
  await expect(screen.approveAll).toHaveText(/Approve all 3/)
  await page.keyboard.press('Shift+A')
  await expect(screen.saved).toBeVisible()
  await expect(screen.approveAll).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.getByRole('button', { name: words.outbox.sendNowAny }).first().click()
  await expect.poll(async () => (await latest(tenant, entities[2] as Entity))?.effective_date).toBe(november.iso)
  expect((await latest(tenant, entities[2] as Entity))?.directly_held_assets.map(({ value }) => value)).toEqual([
    24_626.12,
  ])

  // The valuation says what it was read from. The file is about other households as well, so only an extract is filed.
  const logged = await latest(tenant, entities[0] as Entity)
  await page.goto(page.url().replace(/\/outbox.*/, `/valuations/${logged?.id}`))
  await expect(screen.readFrom).toContainText('november.csv')
  await expect(screen.readFrom).toContainText(`${accounts[0]} (2 rows)`)
  await screen.readFrom.getByRole('button', { name: words.statements.fileExtract }).click()
  await expect(page.getByText(words.statements.filed)).toBeVisible()
  await expect(screen.readFrom).toContainText('The original is not filed')
})

/** Counts what a pointer does on the page from now on. */
async function countPointers(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const counted = { times: 0 }
    document.addEventListener('pointerdown', () => (counted.times += 1), { capture: true })
    return counted
  })
  return () => counter.evaluate(({ times }) => times)
}

test('three new accounts become valuations by the keyboard alone, and the second month takes one key after its file is chosen', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const entities = await threeEntities(tenant)
  await openTenant({ page, computer, launch, tenant })
  const screen = statements(page)
  const pointers = await countPointers(page)
  const read = async (path: string) => {
    const choosing = page.waitForEvent('filechooser')
    await page.keyboard.press('n')
    await page.keyboard.press('s')
    await (await choosing).setFiles([path])
    await expect(frame(page).heading).toHaveText(words.statements.title)
  }
  const sendNow = async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.getByRole('button', { name: words.outbox.sendNowAny }).first().focus()
    await page.keyboard.press('Enter')
  }
  const october = dayBefore(34)
  await read(write(computer.folder, 'october.csv', statementOf(october.written, first)))
  await expect(screen.account(accounts[0])).toBeVisible()
  await moveTo(page, accounts[0])
  await page.keyboard.press('Enter')
  // From each answer the keyboard goes on to the next field.
  for (const [at, account] of accounts.entries()) {
    await expect(screen.account(account)).toContainText(words.statements.ties)
    await expect(screen.entity(account)).toBeFocused()
    await page.keyboard.type(entities[at]?.name ?? '')
    await expect(screen.option(entities[at]?.name ?? '')).toHaveAttribute('data-combobox-selected')
    await page.keyboard.press('Enter')
    await expect(screen.account(account)).toHaveCount(0)
  }
  for (const name of ['LARCH TOTAL MARKET INDEX', 'NORTHGATE HOLDINGS INC', 'OAK BOND FUND']) {
    await expect(screen.class(name)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('[data-combobox-selected]')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(screen.class(name)).toHaveCount(0)
  }
  for (const { name } of entities) {
    await moveTo(page, name)
    await page.keyboard.press('a')
    await expect(screen.valuation(name)).toHaveCount(0)
  }
  await expect(screen.files.first()).toContainText(words.statements.approved)
  await sendNow()
  for (const [at, entity] of entities.entries()) {
    await expect.poll(async () => (await latest(tenant, entity))?.effective_date).toBe(october.iso)
    const held = (await latest(tenant, entity))?.directly_held_assets.map(({ display_name, value }) => [
      display_name,
      value,
    ])
    expect(held).toEqual(first[at]?.map(([, name, cents]) => [name, cents / 100]))
  }

  const november = dayBefore(4)
  await read(write(computer.folder, 'november.csv', statementOf(november.written, second)))
  await expect(screen.approveAll).toHaveText(/Approve all 3/)
  await page.keyboard.press('Shift+A')
  await expect(screen.approveAll).toHaveCount(0)
  await sendNow()
  for (const [at, entity] of entities.entries()) {
    await expect.poll(async () => (await latest(tenant, entity))?.effective_date).toBe(november.iso)
    expect((await latest(tenant, entity))?.directly_held_assets.map(({ value }) => value)).toEqual(
      second[at]?.map(([, , cents]) => cents / 100),
    )
  }
  expect(await pointers()).toBe(0)
})

/** The file of one account as a PDF: each cell at its place, and a foot with the number of the page. */
function pdfOf(day: string, account: string, holdings: readonly Holding[]): Buffer {
  const total = holdings.reduce((sum, [, , cents]) => sum + cents, 0)
  const lines: (readonly (readonly [x: number, text: string])[])[] = [
    [[60, `Positions for account ${account} as of 09:15 AM ET, ${day}`]],
    [],
    [
      [60, 'Symbol'],
      [130, 'Description'],
      [330, 'Quantity'],
      [400, 'Market Value'],
    ],
    ...holdings.map(
      ([symbol, name, cents]) =>
        [
          [60, symbol],
          [130, name],
          [345, '10'],
          [410, dollars(cents)],
        ] as const,
    ),
    [
      [60, 'Account Total'],
      [410, dollars(total)],
    ],
  ]
  const put = ([x, text]: readonly [number, string], y: number) =>
    `1 0 0 1 ${x} ${y} Tm (${text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`)}) Tj\n`
  const texts = lines.flatMap((line, at) => line.map((cell) => put(cell, 720 - at * 20)))
  return onePage({
    resources: '/Font << /F1 5 0 R >>',
    content: { entries: '', stream: `BT /F1 9 Tf\n${texts.join('')}${put([280, 'Page 1 of 1'], 40)}ET` },
  })
}

test('a statement as PDF is logged by keys, each row with its page and line; a PDF whose rows do not tie, and a scan, are refused by name', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const [entity] = await threeEntities(tenant)
  const name = entity?.name ?? ''
  await openTenant({ page, computer, launch, tenant })
  const screen = statements(page)
  const day = dayBefore(20)
  const [account, holdings] = ['Individual ...417', first[0] ?? []]
  await drop(page, write(computer.folder, 'october.pdf', pdfOf(day.iso, account, holdings)))
  await expect(screen.files.first()).toContainText('october.pdf')
  await screen.entity(account).focus()
  await page.keyboard.type(name)
  await expect(screen.option(name)).toHaveAttribute('data-combobox-selected')
  await page.keyboard.press('Enter')
  for (const security of ['LARCH TOTAL MARKET INDEX', 'NORTHGATE HOLDINGS INC']) {
    await screen.class(security).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('[data-combobox-selected]')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(screen.class(security)).toHaveCount(0)
  }
  await moveTo(page, name)
  await page.keyboard.press('a')
  await expect(screen.saved).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.getByRole('button', { name: words.outbox.sendNowAny }).first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await latest(tenant, entity as Entity))?.effective_date).toBe(day.iso)
  expect((await latest(tenant, entity as Entity))?.directly_held_assets.map(({ value }) => value)).toEqual([
    121_919.49, 58_292.4,
  ])

  const wrong = pdfOf(day.iso, account, holdings)
    .toString('latin1')
    .replace(/\$180,211\.89/, '$180,211.90')
  await drop(page, write(computer.folder, 'wrong.pdf', Buffer.from(wrong, 'latin1')))
  await expect(screen.notRead).toContainText([/wrong\.pdf.*come to 180211\.89, and the printed total is 180211\.90/])
  await drop(page, write(computer.folder, 'scan.pdf', onePage({ content: { entries: '', stream: '0 0 99 99 re f' } })))
  await expect(screen.notRead.filter({ hasText: 'scan.pdf' })).toContainText(/is a scan.*CSV, Excel or OFX/)
  await page.getByRole('link', { name: 'october.pdf' }).first().click()
  await screen.rows
    .filter({ hasText: 'LARCH TOTAL MARKET INDEX' })
    .getByRole('link', { name: 'page 1, line 3' })
    .focus()
  await page.keyboard.press('Enter')
  await expect(screen.onPage(/^Row 3 on page 1 of october.pdf, its amount marked$/)).toBeVisible()
})

test('a total that is one cent off blocks that account alone, and what is no statement says what it is', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const [entity] = await threeEntities(tenant)
  await openTenant({ page, computer, launch, tenant })
  const screen = statements(page)
  const text = statementOf(dayBefore(10).written, first).replace('"$18,804.00","--"', '"$18,804.01","--"')
  await drop(page, write(computer.folder, 'off.csv', text))
  await expect(screen.account(accounts[1])).toContainText(words.statements.difference)
  await expect(screen.account(accounts[0])).toContainText(words.statements.ties)
  await screen.entity(accounts[0]).fill(entity?.name ?? '')
  await screen.option(entity?.name ?? '').click()
  await expect(screen.valuation(entity?.name ?? '')).toBeVisible()

  await drop(page, write(computer.folder, 'letter.pdf', '%PDF-1.7 and more'))
  await expect(screen.notRead).toContainText(['letter.pdf'])
  await page.getByRole('link', { name: 'off.csv' }).first().click()
  await expect(screen.rows.filter({ hasText: 'LARCH TOTAL MARKET INDEX' })).toContainText('Holding')
})

test('hidden sheets of a workbook are named on its page, and read when the advisor wants them', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const screen = statements(page)
  const holding = (account: string, value: string) => [account, 'NGH', 'NORTHGATE HOLDINGS INC', `:0:${value}`]
  const header = ['Account Number', 'Symbol', 'Description', 'Current Value']
  const book = workbook(
    {
      Positions: sheet([header, holding('X10442871', '10.25')]),
      'Closed accounts': sheet([header, holding('Z20913355', '7.5')]),
    },
    {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="Positions" sheetId="1" r:id="r0"/><sheet name="Closed accounts" sheetId="2" state="hidden" r:id="r1"/></sheets></workbook>',
    },
  )
  await drop(page, write(computer.folder, 'positions.xlsx', book))
  await screen.files.getByRole('link', { name: 'positions.xlsx' }).click()
  await expect(screen.otherSheets).toContainText(['Closed accounts'])
  await expect(screen.rows).not.toContainText(['Z20913355'])
  expect(await misplacedAtAnyWidth(page)).toEqual([])
  await page.getByRole('button', { name: words.statements.readHidden }).click()
  await expect(screen.rows.filter({ hasText: 'Z20913355' })).toHaveCount(1)
  await page.getByRole('button', { name: words.statements.leaveHidden }).click()
  await expect(screen.rows.filter({ hasText: 'Z20913355' })).toHaveCount(0)
})

/** What is cut or covered in any of the windows. */
async function misplacedAtAnyWidth(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const size of windows) {
    await page.setViewportSize(size)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    found.push(...(await misplaced(page)).map((problem) => `at ${size.width}: ${problem}`))
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  return found
}

test('the demo firm’s sample statements find their accounts by number, and nothing is shown of them while presenting', async ({
  page,
  launch,
}) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  const screen = statements(page)
  await screen.link.click()
  await screen.trySample.click()
  await expect(screen.files).toHaveCount(3)
  await expect(screen.valuations).toHaveCount(4)
  const found = await misplacedAtAnyWidth(page)
  await page
    .getByRole('link', { name: /^Row \d+$/ })
    .first()
    .click()
  await expect(screen.rows.filter({ hasText: 'Account Total' }).first()).toContainText('Total')
  expect([...found, ...(await misplacedAtAnyWidth(page))]).toEqual([])
  await screen.link.click()
  await screen.trySample.click()
  await expect(screen.files).toHaveCount(6)
  await expect(screen.files.nth(3)).toContainText(words.statements.sameFile)
  await page.keyboard.press('ControlOrMeta+Shift+H')
  await expect(frame(page).heading).toHaveText(words.frame.notShown)
  await expect(screen.files).toHaveCount(0)
})

test('an account that a colleague’s file gives to another entity is asked about, with both entities to choose from', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const [one, other] = await threeEntities(tenant)
  const account = (number: string, entity: Entity | undefined) => ({
    ...{ number, isMasked: false, name: 'Joint', custodian: null, layout: 'h1' },
    ...{ entity_id: entity?.id ?? '', as_of: '2026-10-30' },
  })
  const passphrase = 'correct horse battery'
  const seal = async (name: string, known: ReturnType<typeof account>[]) =>
    write(computer.folder, name, await sealAccounts(known, passphrase))
  await openTenant({ page, computer, launch, tenant })
  await statements(page).link.click()
  const dialog = page.getByRole('dialog')
  const bring = async (path: string) => {
    await page.getByRole('main').getByRole('button', { name: words.buttons.more, exact: true }).click()
    await page.getByRole('menuitem', { name: words.statements.importAccounts }).click()
    await dialog.getByLabel(words.statements.fileOfAccounts).setInputFiles(path)
    await dialog.getByLabel(words.statements.passphraseOfFile).fill(passphrase)
    await page.keyboard.press('Enter')
  }
  await bring(await seal('mine.json', [account('X10442871', one), account('X10442872', one)]))
  await expect(page.getByText(words.statements.taken(2))).toBeVisible()

  const theirs = [account('X10442871', other), account('X10442872', other), account('X10442873', other)]
  await bring(await seal('theirs.json', theirs))
  await expect(dialog).toContainText(words.statements.whichEntity)
  await expect(dialog).toContainText(
    'Of 3 accounts in the file, 1 was taken, 0 stay as known here, and 2 are known here',
  )
  await expect(dialog).not.toContainText('X1044')
  expect(await misplacedAtAnyWidth(page)).toEqual([])
  await dialog.getByRole('radio', { name: words.statements.keepMine }).first().check()
  await dialog.getByRole('radio', { name: words.statements.takeTheirs }).last().check()
  await dialog.getByRole('button', { name: words.statements.applyAnswers }).click()
  await expect(page.getByText(words.statements.taken(1))).toBeVisible()
  await expect(page.getByText('Of 3 in the file, 2 accounts stay as known here.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
