import type { Page } from 'playwright'
import { frame } from './pages/frame.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { atService, openTenant, type ServiceRecord } from './support/tenant.ts'
import { words } from './words.ts'

const nameOf = ({ first_name, middle_name, last_name, suffix }: ServiceRecord) =>
  [[first_name, middle_name, last_name].filter(Boolean).join(' '), suffix].filter(Boolean).join(', ')

/** Chooses in a field of the dialog by the keyboard alone. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
  await expect(page.getByRole('option', { name: text, exact: true }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('family is drawn by keys and by pointer, decides the generations, and is said on both pages', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const service = atService(tenant)
  const all = await service.list('/individuals?limit=1000')
  await service.close()
  const byHousehold = Map.groupBy(all, ({ household_id }) => String(household_id))
  const found = [...byHousehold].find(
    ([, people]) => people.length >= 3 && new Set(people.map(nameOf)).size === people.length,
  )
  if (!found) throw new Error('No household has three people of different names.')
  const [household, [one, two, three]] = found
  const [first, second, third] = [one, two, three].map((person) => (person ? nameOf(person) : ''))
  if (!first || !second || !third || !one) throw new Error('The household has three people.')
  await openTenant({ page, computer, launch, tenant })
  const [, connection] = /\/c\/([0-9a-f]{32})\//.exec(page.url()) ?? []
  const open = async (path: string) => {
    await page.goto(new URL(`/c/${connection}/${path}`, page.url()).href)
    await record(page).lastChecked.waitFor()
  }
  await open(`households/${household}`)
  const section = page.getByRole('region', { name: words.family.people })
  const dialog = page.getByRole('dialog', { name: words.family.dialog })

  await section.getByRole('button', { name: words.family.add }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: words.family.person })).toBeFocused()
  await type(page, first)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await type(page, second)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(words.estate.saved)).toBeVisible()

  await section.getByRole('button', { name: words.family.add }).click()
  await dialog.getByRole('combobox', { name: words.family.person }).click()
  await page.getByRole('option', { name: third, exact: true }).click()
  await dialog.getByRole('combobox', { name: words.family.isThe }).click()
  await page.getByRole('option', { name: 'Child', exact: true }).click()
  await dialog.getByRole('combobox', { name: words.family.of }).click()
  await page.getByRole('option', { name: first, exact: true }).click()
  await dialog.getByRole('button', { name: words.family.save }).click()
  await expect(dialog).toBeHidden()
  const rowOf = (name: string) =>
    section
      .getByRole('list')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
      .getByRole('listitem')
  await expect(rowOf(first).filter({ hasText: second })).toHaveCount(1)
  await expect(rowOf(third).filter({ hasText: first })).toHaveCount(0)

  await open(`individuals/${one.id}`)
  const family = page.getByRole('region', { name: words.family.title, exact: true })
  await expect(family.getByRole('listitem').filter({ hasText: second })).toContainText('Spouse of')
  await expect(family.getByRole('listitem').filter({ hasText: third })).toContainText('Parent of')
  await family.getByRole('link', { name: third, exact: true }).click()
  await expect(family.getByRole('listitem').filter({ hasText: first })).toContainText('Child of')
  await family.getByRole('button', { name: words.family.menu(first) }).click()
  await page.getByRole('menuitem', { name: 'Remove', exact: true }).click()
  await expect(family.getByText('Child of')).toHaveCount(0)
  await page.getByRole('button', { name: words.estate.undo }).click()
  await expect(family.getByRole('listitem').filter({ hasText: first })).toContainText('Child of')
  await expect(frame(page).heading).toBeVisible()
})
