import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { signIn } from '../../../tests/e2e/pages/connect.ts'
import { frame } from '../../../tests/e2e/pages/frame.ts'
import { words } from '../../../tests/e2e/words.ts'
import { answerSignInPage } from '../../../tests/integration/support/answer-sign-in-page.ts'
import { type SandboxProcess, startSandboxProcess } from '../../../tests/integration/support/sandbox-process.ts'
import { missingForKeyring } from '../keyring.ts'
import { must, type Step } from '../step.ts'
import { until } from './until.ts'

/** Runs a step against the complete service as described, which ends with it. */
export async function withTenant<Result>(work: (tenant: SandboxProcess) => Promise<Result>): Promise<Result> {
  const tenant = await startSandboxProcess(['--households', '5', '--seed', '11'])
  try {
    return await work(tenant)
  } finally {
    await tenant.stop()
  }
}

/** Writes a tenant's description, and returns the arguments of a start that connects it. */
export function connectionOf(tenant: SandboxProcess, folder: string, how: object): string[] {
  const path = join(folder, 'connection.json')
  const described = {
    name: 'Larch & Partners',
    base_url: tenant.baseUrl,
    auth_url: tenant.authUrl,
    client_id: tenant.clientId,
    client_secret: tenant.clientSecret,
    ca_file: tenant.caPath,
    ...how,
  }
  writeFileSync(path, JSON.stringify(described))
  return ['--connection', path]
}

type KeychainModule = {
  setPassword(service: string, account: string, secret: string): Promise<void>
  getPassword(service: string, account: string): Promise<string | null>
  deletePassword(service: string, account: string): Promise<boolean>
}

const roundTrip: Step = {
  id: 'keychain',
  title: 'The packed keychain module writes, reads and deletes an entry, and Steward uses the system’s keychain',
  line: 'keychain',
  systems: 'all',
  limitMs: 420_000,
  missing: ({ platform }) => missingForKeyring(platform),
  async run(desk) {
    const steward = await desk.demo()
    const found = await steward.main(async ({ app }) => {
      const { createRequire } = process.getBuiltinModule('node:module')
      const keytar: KeychainModule = createRequire(`${app.getAppPath()}/package.json`)('keytar')
      const entry = ['Steward proof', `proof-${process.pid}`] as const
      await keytar.setPassword(...entry, 'made up')
      const read = await keytar.getPassword(...entry)
      await keytar.deletePassword(...entry)
      return { read, left: await keytar.getPassword(...entry) }
    })
    must(found.read === 'made up', 'What was written to the keychain could not be read.')
    must(found.left === null, 'A deleted entry is still in the keychain.')
    const notices = await steward.page.getByText(/in memory only/).count()
    must(notices === 0, 'Steward says that it keeps everything in memory only.')
    return ['An entry was written, read and deleted']
  },
}

const locked: Step = {
  id: 'keychain-locked',
  title: 'With a locked keyring Steward says so, and goes on without it if its user chooses that',
  line: 'keychain',
  systems: ['linux'],
  limitMs: 420_000,
  missing: ({ platform }) => missingForKeyring(platform),
  async run(desk) {
    const first = await desk.start({ keyring: 'unlocked' })
    await first.page.getByRole('heading').first().waitFor()
    await first.stop()
    await first.ended
    const again = await desk.start({ keyring: 'locked', userDataDir: first.userDataDir })
    const { page } = again
    const says = (title: string) => page.getByText(new RegExp(`^${title}\\.?$`))
    // With a desktop's dialog program installed, the system's dialog is open now, and waits for a password.
    const asks = says(words.keychain.locked).or(says(words.keychain.waiting))
    await asks.waitFor({ timeout: 60_000 })
    const isOpen = await says(words.keychain.waiting).isVisible()
    await desk.picture('locked', again)
    await page.getByRole('button', { name: words.keychain.leave }).click()
    await asks.waitFor({ state: 'hidden' })
    await page.getByText(words.keychain.inMemory).first().waitFor()
    return [isOpen ? 'Steward waits for the system’s dialog' : 'Steward says that the keychain is locked']
  },
}

/** Where an address of this computer redirects the browser. */
const redirectOf = (address: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = get(address, (response) => {
      response.resume()
      resolve(response.headers.location ?? '')
    })
    request.once('error', reject)
  })

const signsIn: Step = {
  id: 'sign-in',
  title: 'A user signs in with the browser, whose answer reaches the program on this computer’s own address',
  line: 'sign-in',
  systems: 'all',
  limitMs: 420_000,
  run: (desk) =>
    withTenant(async (tenant) => {
      const how = { flow: 'authorization_code', redirect_uri: 'http://127.0.0.1/callback' }
      const steward = await desk.start({ args: connectionOf(tenant, desk.folder, how) })
      await steward.main(({ shell }) => {
        const opened: string[] = []
        Object.assign(globalThis, { stewardOpened: opened })
        shell.openExternal = async (address) => void opened.push(address)
      })
      await signIn(steward.page).begin.click()
      const opened = () => steward.main(() => (globalThis as { stewardOpened?: string[] }).stewardOpened?.at(-1))
      const address = await until(opened, 'The program opened no address in the browser.')
      must(new URL(address).hostname === '127.0.0.1', 'The address that is opened is not this computer’s own.')
      await answerSignInPage(await redirectOf(address), tenant.caPem, 'authorize')
      await frame(steward.page).sync.filter({ hasText: words.frame.upToDate }).waitFor({ timeout: 120_000 })
      await desk.picture('signed-in', steward)
      return ['The browser was sent to this computer’s own address, and the answer was accepted']
    }),
}

export const secretSteps = [roundTrip, locked, signsIn]
