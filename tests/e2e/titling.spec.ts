import { writePdf } from '../../sandbox/files/pdf.ts'
import { createSandboxClient } from '../integration/support/sandbox-client.ts'
import { filePanel } from './pages/file-panel.ts'
import { frame } from './pages/frame.ts'
import { record } from './pages/record.ts'
import { close, expect, test } from './support/fixtures.ts'
import { atService, openTenant } from './support/tenant.ts'
import { uploadDocuments } from './support/upload.ts'
import { words } from './words.ts'

test('an account in the name of a trust’s grantor is compared, is not a problem with a reason, also after a restart, and is asked about again @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const service = atService(tenant)
  const trusts = await service.list('/entities?kind=REVOCABLE_TRUST&limit=100')
  const accounts = await service.list('/entities?kind=INDIVIDUAL_PERSONAL_ACCOUNT&limit=100')
  const people = await service.list('/individuals?limit=100')
  await service.close()
  const [chosen] = accounts.flatMap((account) => {
    const trust = trusts.find(({ household_id }) => household_id === account.household_id)
    const owners = people.filter(
      (one) =>
        one.household_id === account.household_id &&
        [one.first_name, one.last_name].every((part) => String(account.display_name).split(' ').includes(String(part))),
    )
    const [owner] = owners
    return trust && owner && owners.length === 1 ? [{ account, trust, owner }] : []
  })
  if (!chosen) throw new Error('No account is in the name of one person of a household with a revocable trust.')
  const { account, trust, owner } = chosen
  const householdId = String(account.household_id)
  const [accountName, trustName] = [account, trust].map((one) => String(one.display_name))
  const name = [owner.first_name, owner.last_name].join(' ')
  const content = writePdf('TRUST AGREEMENT', [
    `${name}, as Grantor, makes this Trust Agreement of the ${trustName}.`,
    'The trust estate, its principal and income are held for the beneficiaries.',
  ])
  const client = createSandboxClient(tenant)
  const papers = [{ name: 'Trust agreement', fileName: 'agreement.pdf', content, householdId }]
  const [documentId = ''] = await uploadDocuments(tenant, papers)
  const filed = { entity_id: trust.id, type: 'SIGNED_TRUST_DOCUMENT' }
  const put = await client.api(`/documents/${documentId}`, { method: 'PUT', json: filed })
  expect(put.status).toBe(200)
  await client.close()

  const first = await openTenant({ page, computer, launch, tenant })
  const base = new URL(page.url()).pathname.split('/').slice(0, 3).join('/')
  const go = (path: string) => page.goto(new URL(`${base}/${path}`, page.url()).href)
  await go(`documents/${documentId}`)
  await filePanel(page).download.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Confirm Grantor ${name}` })).toBeVisible()

  await go(`entities/${account.id}`)
  const titling = record(page).section(/^Titling check/)
  const title = 'An account in the name of a trust’s grantor'
  const sides = titling.getByRole('definition')
  await expect(sides.first()).toHaveText(String(accountName))
  await expect(sides.last()).toContainText(`${name} is the grantor of ${trustName}`)
  await expect(sides.last().getByRole('link', { name: 'Trust agreement, page 1' })).toBeVisible()

  const notProblem = titling.getByRole('button', { name: `Not a problem: ${title}` })
  const dialog = page.getByRole('dialog', { name: 'Not a problem' })
  const noDifference = titling.getByText(/^No (?:other )?differences were found in the documents that were read\.$/)
  await notProblem.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('It passes by its own designation')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(notProblem).toHaveCount(0)
  await close(first)

  await page.goto((await launch()).url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await go(`entities/${account.id}`)
  const closed = titling.getByText('Not a problem (1)')
  await closed.focus()
  await page.keyboard.press('Enter')
  await expect(titling.getByText('It passes by its own designation')).toBeVisible()
  await expect(notProblem).toHaveCount(0)
  await titling.getByRole('button', { name: `Ask again about: ${title}` }).focus()
  await page.keyboard.press('Enter')
  await expect(notProblem).toBeVisible()
  await expect(closed).toHaveCount(0)
  await expect(noDifference).toHaveCount(0)
})
