import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createSandboxClient } from '../../integration/support/sandbox-client.ts'
import type { SandboxProcess } from '../../integration/support/sandbox-process.ts'
import { signIn } from '../pages/connect.ts'
import { frame } from '../pages/frame.ts'
import { words } from '../words.ts'
import { expect } from './fixtures.ts'
import type { Computer, Steward } from './steward.ts'

type Opened = {
  page: Page
  computer: Computer
  launch: (args?: readonly string[]) => Promise<Steward>
  tenant: SandboxProcess
}

/** Presses the button of the sign-in screen. It goes away at once, which on a busy computer can look like one that never came. */
export const signInOrganization = (page: Page): Promise<void> =>
  Promise.race([signIn(page).beginOrganization.click(), frame(page).sync.waitFor()])

/** Shows the list of households. After a sign-in the first screen is Today if everything was read before it was drawn. */
export async function showHouseholds(page: Page): Promise<void> {
  await frame(page).navigation.getByRole('link', { name: words.lists.households, exact: true }).click()
  await expect(frame(page).heading).toHaveText(new RegExp(`^${words.lists.households}`))
}

/** Opens the demo firm, and waits until everything is read. */
export async function openDemoFirm(page: Page, launch: Opened['launch']): Promise<Steward> {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  return steward
}

/** Signs the organization in to a tenant, waits until everything is read, and shows the households. */
export async function openTenant({ page, computer, launch, tenant }: Opened): Promise<Steward> {
  const path = join(computer.folder, 'connection.json')
  const described = {
    name: 'Larch & Partners',
    base_url: tenant.baseUrl,
    auth_url: tenant.authUrl,
    client_id: tenant.clientId,
    client_secret: tenant.clientSecret,
    flow: 'client_credentials',
    ca_file: tenant.caPath,
  }
  writeFileSync(path, JSON.stringify(described))
  const steward = await launch(['--connection', path])
  await page.goto(steward.url)
  await signInOrganization(page)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await showHouseholds(page)
  return steward
}

export type ServiceRecord = { id: string } & Readonly<Record<string, unknown>>

/** Reads records directly from the service, without Steward. */
export function atService(tenant: SandboxProcess) {
  const client = createSandboxClient(tenant)
  return {
    /** Returns the first records of a list. */
    async list(path: string): Promise<ServiceRecord[]> {
      const { body } = await client.api(path)
      return (body as { data: ServiceRecord[] }).data
    },
    /** Returns one record; null if it was deleted. */
    async get(path: string): Promise<ServiceRecord | null> {
      const { status, body } = await client.api(path)
      const record = status === 404 ? null : (body as ServiceRecord)
      return record === null || record.deleted_at ? null : record
    },
    close: () => client.close(),
  }
}
