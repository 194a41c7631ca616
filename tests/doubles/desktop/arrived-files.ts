import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimInstance } from '../../../electron/hosts/common/instance-lock.ts'
import type { Client } from '../client-over.ts'
import { app } from '../electron/app.ts'
import { actsOf, connectPage, prevented, type Scenario } from './desk.ts'
import { listen } from './listen.ts'
import { silentTenant } from './tenant.ts'

// Files that another start or the system hands over, until they are in the tray.

const owner = { household_id: 'household_1', entity_id: null, individual_id: null }

/** Returns the tray once no more files are arriving. */
async function settledTray(client: Client, connectionId: string, told: () => Promise<unknown>) {
  for (;;) {
    const { rows } = await client.intake.list({ connectionId })
    if (rows.every(({ state }) => state !== 'staging')) return rows
    await told()
  }
}

export const run: Scenario = async ({ folder, window }) => {
  const client = connectPage(window)
  const { id: connectionId } = await client.connections.add(silentTenant)
  const page = await listen(client)
  const given = join(folder, 'given')
  mkdirSync(join(given, 'folder.pdf'), { recursive: true })
  for (const name of ['Will.txt', 'Deed.txt', 'Later.txt']) writeFileSync(join(given, name), `the ${name}`)
  symlinkSync(join(given, 'Will.txt'), join(given, 'link.txt'))
  const start = async (...names: string[]) => {
    const files = names.map((name) => join(given, name))
    await claimInstance(folder, { given: { links: [], files }, onHandedOver: () => {} })
    await page.next('arrived')
  }
  actsOf(window).length = 0
  await start('Will.txt', 'folder.pdf', 'link.txt')
  const shown = [...actsOf(window)]
  const opened = prevented((event) => app.emit('open-file', event, join(given, 'Deed.txt')))
  await page.next('arrived')
  const arrived = await client.intake.arrived({})
  const handles = arrived.files.map(({ handle }) => handle)

  await client.lock.lock({})
  const locked = await client.intake.arrived({}).catch((failure) => failure.data.code)
  await client.lock.unlock({ passphrase: null })

  const nobody = await client.intake
    .takeArrived({ connectionId: 'f'.repeat(32), owner, handles })
    .catch((failure) => failure.data.code)
  const taken = await client.intake.takeArrived({ connectionId, owner, handles: [...handles, 'x'.repeat(43)] })
  const again = await client.intake.takeArrived({ connectionId, owner, handles })
  const rows = await settledTray(client, connectionId, () => page.next('files'))

  await start('Later.txt')
  const later = await client.intake.arrived({})
  await client.intake.dismissArrived({ handles: later.files.map(({ handle }) => handle) })
  return {
    shown,
    opened,
    arrived: arrived.files.map(({ name, size }) => [name, size]),
    tellsNoPath: !JSON.stringify([arrived, later, rows]).includes(folder),
    locked,
    nobody,
    taken,
    again,
    rows: rows.map(({ file_name: name, state }) => [name, state]),
    later: later.files.map(({ name }) => name),
    left: (await client.intake.arrived({})).files,
  }
}
