import { filePanel } from './pages/file-panel.ts'
import { goTo } from './support/alarms.ts'
import { expect, test } from './support/fixtures.ts'
import { manyPages } from './support/pdf-writer.ts'
import { openTenant } from './support/tenant.ts'
import { uploadDocuments } from './support/upload.ts'
import { words } from './words.ts'

test('a PDF reader that does not start is started once more, and then by Try again @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const deed = (name: string) => ({
    ...{ name, fileName: `${name}.pdf` },
    content: manyPages(1, () => `${name} of the sheet`),
  })
  const ids = await uploadDocuments(tenant, [deed('First'), deed('Second')])
  await openTenant({ page, computer, launch, tenant })
  // How many starts are still refused; a thumbnail has a reader of its own.
  let toRefuse = 0
  await page.route(/pdf\.worker/, (route) => {
    if (toRefuse === 0) return route.continue()
    toRefuse -= 1
    return route.abort()
  })
  const files = filePanel(page)
  const open = async (at: number, name: string) => {
    await goTo(page, `${new URL(page.url()).pathname.split('/').slice(0, 3).join('/')}/documents/${ids[at]}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await files.download.click()
  }
  toRefuse = 1
  await open(0, 'First')
  await expect(files.pdfPage(1)).toContainText('First of the sheet')
  expect(toRefuse).toBe(0)
  toRefuse = Number.POSITIVE_INFINITY
  await open(1, 'Second')
  await files.root.getByRole('button', { name: words.buttons.tryAgain }).waitFor()
  toRefuse = 0
  await files.root.getByRole('button', { name: words.buttons.tryAgain }).click()
  await expect(files.pdfPage(1)).toContainText('Second of the sheet')
})
