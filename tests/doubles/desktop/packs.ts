import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from '../electron/app.ts'
import { calls, user } from '../electron/calls.ts'
import { forTests } from '../electron/for-tests.ts'
import { actsOf, connectPage, type Scenario } from './desk.ts'
import { silentTenant } from './tenant.ts'

// A meeting pack that is printed in a hidden window, and what its page can reach.

export const run: Scenario = async ({ folder, window }) => {
  const client = connectPage(window)
  const { id: connectionId } = await client.connections.add(silentTenant)
  const fields = { primary_relationship_owner_id: 'user_1' }
  const write = { action: 'create', resource: 'households', fields } as const
  const { record_id } = await client.outbox.save({ connectionId, write })
  const options = { sections: ['cover' as const, 'people' as const], since: '2026-01-01', since_met: false }
  const make = async () => {
    const input = { connectionId, households: [record_id], options, questions: [] }
    const steps: unknown[] = []
    for await (const step of await client.packs.start(input)) steps.push(step)
    return steps.at(-1)
  }
  user.savesTo = folder
  const before = calls.windows.length
  const made = (await make()) as { file: { name: string } } | null
  const printer = calls.windows.at(-1)
  const { webPreferences, ...shown } = printer?.[forTests].options ?? {}
  const { session, ...preferences } = webPreferences ?? {}
  user.canMakePdf = false
  const failed = await make().catch((failure) => failure.data.code)
  user.pdfCrashes = true
  let navigations = 0
  app.on('browser-window-created', (_event, created) => {
    created.webContents.on('did-start-navigation', () => (navigations += 1))
  })
  const crashed = await make().catch((failure) => failure.data.code)
  return {
    crashed: { code: crashed, messages: [...calls.messages], navigations },
    made,
    content: readFileSync(join(folder, made?.file.name ?? ''), 'utf8'),
    windows: calls.windows.length - before,
    acts: calls.windows.slice(before).map(actsOf),
    shown,
    refused: session?.webRequest[forTests].beforeRequest?.filter,
    preferences,
    partition: session?.[forTests].partition,
    print: calls.prints.at(0),
    failed,
  }
}
