import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { createSandboxClient } from '../integration/support/sandbox-client.ts'
import type { SandboxProcess } from '../integration/support/sandbox-process.ts'
import { estate } from './pages/estate.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { list } from './pages/list.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { atService, openTenant, type ServiceRecord } from './support/tenant.ts'
import { words } from './words.ts'

type Scene = { household: string; person: { id: string; name: string }; entity: { id: string; name: string } }

const plainName = /^[A-Z][a-z]+(?: [A-Z][a-z]+)*$/

/** Gives a trust of the firm a document whose summary names a person of the same household as its trustee. */
async function nameSomeone(tenant: SandboxProcess): Promise<Scene> {
  const service = atService(tenant)
  const client = createSandboxClient(tenant)
  const all = (path: string) => service.list(`/${path}?limit=1000`)
  const [entities, people, documents, summaries] = await Promise.all(
    ['entities', 'individuals', 'documents', 'document-summaries'].map(all),
  )
  const text = (record: ServiceRecord, field: string) => String(record[field] ?? '')
  for (const summary of summaries ?? []) {
    const document = documents?.find(({ id, individual_id }) => id === summary.document_id && !individual_id)
    const household = document ? text(document, 'household_id') : ''
    const person = people?.find(
      (each) =>
        each.household_id === household &&
        !each.middle_name &&
        !each.suffix &&
        plainName.test(text(each, 'first_name')) &&
        plainName.test(text(each, 'last_name')),
    )
    const entity = entities?.find(
      (each) =>
        each.household_id === household &&
        text(each, 'kind').endsWith('_TRUST') &&
        /^[A-Z][\w .,'–·-]+$/.test(text(each, 'display_name')),
    )
    if (!document || !person || !entity) continue
    const name = `${text(person, 'first_name')} ${text(person, 'last_name')}`
    const change = async (path: string, json: object) => {
      const { status } = await client.api(path, { method: 'PUT', json })
      expect(status).toBeLessThan(300)
    }
    await change(`/documents/${document.id}`, { entity_id: entity.id })
    await change(`/document-summaries/${summary.id}`, { summary: `${name} serves as trustee of this trust.` })
    await client.close()
    await service.close()
    return { household, person: { id: person.id, name }, entity: { id: entity.id, name: text(entity, 'display_name') } }
  }
  throw new Error('No summary of a household with a person and an entity.')
}

async function openHousehold(page: Page, household: string): Promise<void> {
  const [, connection] = /\/c\/([0-9a-f]{32})\//.exec(page.url()) ?? []
  await page.goto(new URL(`/c/${connection}/households/${household}`, page.url()).href)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await record(page).lastChecked.waitFor()
}

/** Presses Tab until the focused element has this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    if (name.test(label)) return
  }
  throw new Error(`The keyboard does not reach ${name}.`)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

test('the keyboard alone reaches every card, confirms a role, adds one and removes it @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const { household, person, entity } = await nameSomeone(tenant)
  await openTenant({ page, computer, launch, tenant })
  await openHousehold(page, household)
  const map = estate(page)
  await expect(map.toConfirm).toBeVisible()

  // One tab stop; the arrows reach every part.
  const count = await map.parts.count()
  await map.parts.first().focus()
  const reached = new Set<string>()
  for (let step = 0; step < count; step += 1) {
    reached.add(await page.evaluate(() => document.activeElement?.getAttribute('data-part') ?? ''))
    await page.keyboard.press('ArrowRight')
  }
  expect(reached.size).toBe(count)
  await page.keyboard.press('Home')
  await expect(map.parts.first()).toBeFocused()

  // Enter leads from a person to the evidence, where one key confirms.
  const part = map.part(new RegExp(`^${escaped(person.name)}\\. `))
  await part.focus()
  await page.keyboard.press('Enter')
  const proposal = map.items.filter({ hasText: 'serves as trustee' })
  await expect(proposal).toBeFocused()
  await page.keyboard.press('y')
  await expect(map.items.filter({ hasText: words.estate.note })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(map.evidence).toHaveCount(0)
  await expect(part).toBeFocused()

  // L adds a role of the person; role and entity are typed.
  await page.keyboard.press('l')
  await map.dialog.waitFor()
  await page.keyboard.type('Protector')
  await page.keyboard.press('Tab')
  await page.keyboard.type(entity.name)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(map.dialog).toHaveCount(0)
  await expect(
    map.part(new RegExp(`^${escaped(entity.name)}\\. .*protector: ${escaped(person.name)}`, 'i')),
  ).toHaveCount(1)

  // A removed link can be restored.
  await map.openLists()
  await expect(map.links).toHaveCount(2)
  await tabTo(page, /^Remove the link .*Protector of /)
  await page.keyboard.press('Enter')
  await expect(map.links).toHaveCount(1)
  await map.undo.click()
  await expect(map.links).toHaveCount(2)
})

test('a rejected proposal stays rejected, and the chosen view is remembered @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const { household, person, entity } = await nameSomeone(tenant)
  await openTenant({ page, computer, launch, tenant })
  await openHousehold(page, household)
  const map = estate(page)
  const proposed = map.part(new RegExp(`^${escaped(entity.name)}\\. .*${escaped(person.name)} \\(proposed\\)`))
  await expect(proposed).toHaveCount(1)
  await map.part(new RegExp(`^${escaped(person.name)}\\. `)).click()
  const item = map.items.filter({ hasText: 'serves as trustee' })
  await item.getByRole('button', { name: words.estate.reject }).click()
  await expect(proposed).toHaveCount(0)
  await map.undo.click()
  await expect(proposed).toHaveCount(1)
  await item.getByRole('button', { name: words.estate.reject }).click()
  await expect(proposed).toHaveCount(0)
  await map.show(words.estate.table)
  await expect(map.entities).toContainText(entity.name)
  await page.reload()
  await expect(map.entities).toContainText(entity.name)
  await expect(map.view(words.estate.table)).toBeChecked()
  await map.show(words.estate.map)
  await map.drawing.waitFor()
  await expect(proposed).toHaveCount(0)
})

test('every text of every card is whole at six widths', async ({ page, launch }) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await frame(page).link(words.lists.households).click()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await page.getByRole('grid').getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
  const map = estate(page)
  await map.drawing.waitFor()
  for (const width of [640, 760, 1000, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(() => map.drawing.evaluate((svg) => Math.abs((svg.parentElement?.clientWidth ?? 0) - svg.clientWidth)))
      .toBeLessThan(1)
    const outside = await map.parts.evaluateAll((parts) =>
      parts.flatMap((part) => {
        const card = part.getBoundingClientRect()
        return [...(part.previousElementSibling?.querySelectorAll('text') ?? [])].flatMap((text) => {
          const box = text.getBoundingClientRect()
          const isInside =
            box.left >= card.left && box.right <= card.right && box.top >= card.top - 1 && box.bottom <= card.bottom + 1
          return isInside && !text.textContent.endsWith('…') ? [] : [text.textContent]
        })
      }),
    )
    expect(outside, `at ${width}`).toEqual([])
    await page.keyboard.press('Tab')
    await map.parts.first().focus()
    const isRingWhole = await map.parts.first().evaluate((part) => {
      const { outlineWidth, outlineOffset } = getComputedStyle(part)
      const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
      const [card, picture] = [part, part.closest('svg')].map((one) => one?.getBoundingClientRect())
      return ring <= Math.min((card?.top ?? 0) - (picture?.top ?? 0), (card?.left ?? 0) - (picture?.left ?? 0))
    })
    expect(isRingWhole, `at ${width}`).toBe(true)
    const names = await map.parts.evaluateAll((parts) =>
      parts.map((part) => [part.ariaLabel ?? '', part.previousElementSibling?.textContent ?? '']),
    )
    for (const [label = '', text = ''] of names) {
      expect(text.replaceAll(/\s/g, '')).toContain((label.split('. ')[0] ?? '').replaceAll(/\s/g, ''))
    }
  }
})

test('a map is exported as SVG and PNG, and the user’s links as a file @campaign', async ({
  page,
  computer,
  launch,
}) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await frame(page).link(words.lists.households).click()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await page.getByRole('grid').getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
  const map = estate(page)
  await map.drawing.waitFor()
  const folder = join(computer.folder, 'downloads')
  const written = (ending: string) => readdirSync(folder).filter((name) => name.endsWith(ending))
  await map.export.click()
  await map.menuItem(words.estate.svg).click()
  await page.getByText(words.estate.exported).first().waitFor()
  await expect.poll(() => written('.svg')).toHaveLength(1)
  const svg = readFileSync(join(folder, written('.svg')[0] ?? ''), 'utf8')
  expect(svg).not.toMatch(/<(?:script|foreignObject|a|image|use|style)\b|href=|var\(--|class="_/i)
  expect(svg).toContain('<svg xmlns="http://www.w3.org/2000/svg"')
  const title = await record(page).title.innerText()
  const opened = await page.context().newPage()
  await opened.setContent(svg.replace(/^<\?xml.*\?>\n/, ''))
  await expect(opened.getByRole('img', { name: `Estate map of ${title}` })).toBeVisible()
  await opened.close()

  await map.export.click()
  await map.menuItem(words.estate.png).click()
  await expect.poll(() => written('.png')).toHaveLength(1)
  const saved = () => readFileSync(join(folder, written('.png')[0] ?? ''))
  // The file is there before it is whole.
  await expect.poll(() => saved().subarray(1, 4).toString()).toBe('PNG')
  const png = saved()
  // Twice the size of the drawing.
  expect(png.readUInt32BE(16)).toBe(2400)

  await map.export.click()
  await expect(map.menuItem(words.estate.exportLinks)).toBeDisabled()
})

test('a confirmed trustee is in the list of entities, which is filtered and sorted by trustees', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const { household, person, entity } = await nameSomeone(tenant)
  await openTenant({ page, computer, launch, tenant })
  await openHousehold(page, household)
  const map = estate(page)
  await map.part(new RegExp(`^${escaped(person.name)}\\. `)).click()
  await map.items.filter({ hasText: 'serves as trustee' }).getByRole('button', { name: words.estate.confirm }).click()
  await expect(map.items.filter({ hasText: words.estate.note })).toHaveCount(1)

  await frame(page).navigation.getByRole('link', { name: words.lists.entities, exact: true }).click()
  const entities = grid(page, words.lists.entities)
  await entities.waitForRows()
  const whole = (await entities.total()) ?? 0
  await list(page).columns.click()
  await list(page).columnShown('Trustees').click()
  await page.keyboard.press('Escape')
  const header = page.getByRole('columnheader', { name: 'Trustees' })
  await header.click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(entities.rows.first()).toContainText(entity.name)
  await expect(entities.rows.first()).toContainText(person.name)

  await list(page).filter.click()
  await list(page).form.column.selectOption({ label: 'Trustees' })
  await list(page).form.value().fill(person.name.toUpperCase())
  await list(page).form.apply.click()
  await expect.poll(() => entities.total()).toBe(1)
  await list(page).clearAll.click()
  await list(page).filter.click()
  await list(page).form.column.selectOption({ label: 'Trustees' })
  await list(page).form.condition.selectOption({ label: 'has no value' })
  await list(page).form.apply.click()
  await expect.poll(() => entities.total()).toBe(whole - 1)
})
