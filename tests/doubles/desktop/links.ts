import { claimInstance } from '../../../electron/hosts/common/instance-lock.ts'
import { app } from '../electron/app.ts'
import { calls } from '../electron/calls.ts'
import { connectPage, prevented, type Scenario } from './desk.ts'
import { listen } from './listen.ts'
import { silentTenant } from './tenant.ts'

// Links that another start or the system hands over go to the focused window, locked and unlocked.

export const run: Scenario = async ({ folder, window }) => {
  const client = connectPage(window)
  const { id: connectionId } = await client.connections.add(silentTenant)
  await client.connections.open({ connectionId })
  const { record_id: id } = await client.outbox.save({
    connectionId,
    write: { action: 'create', resource: 'households', fields: { primary_relationship_owner_id: 'user_1' } },
  })
  const link = `steward://household/${id}`
  const place = `/c/${connectionId}/households/${id}`
  const page = await listen(client)
  const shown = () => window.acts.splice(0)
  const start = async (...links: string[]) => {
    await claimInstance(folder, { given: { links, files: [] }, onHandedOver: () => {} })
    const event = await page.next('go', 'problem')
    return event.type === 'go' ? event.path.replace(place, 'its place') : event.problem.code
  }
  shown()
  const byStart = { known: await start(link), shown: shown() }
  const others = {
    unknown: await start('steward://household/nobody'),
    notUnderstood: await start('steward://evil/<script>'),
    lastOfTwo: await start('steward://household/nobody', link),
  }
  const opened = prevented(app, 'open-url', {}, link)
  const byEvent = { opened, ...(await page.next('go')) }

  await client.custody.lock({})
  shown()
  prevented(app, 'open-url', {}, 'steward://household/forgotten')
  prevented(app, 'open-url', {}, link)
  const whileLocked = shown()
  await client.custody.unlock({ passphrase: null })
  const afterwards = await page.next('go', 'problem')

  await client.app.openWindow({ path: '/connect' })
  const front = await listen(connectPage(calls.windows[1]))
  prevented(app, 'open-url', {}, link)
  const inFront = await front.next('go')
  prevented(app, 'open-url', {}, 'steward://nothing')
  const problem = await front.next('problem')
  await client.app.setPreferences({ theme: 'dark' })
  // Events arrive in order: if the window behind had received the link, it would have received it before this event.
  const behind = await page.next('go', 'problem', 'preferences-changed')
  return {
    byStart,
    others,
    byEvent: { opened: byEvent.opened, leads: byEvent.path === place },
    locked: { shown: whileLocked, afterwards: afterwards.type === 'go' && afterwards.path === place },
    front: { leads: inFront.path === place, problem: problem.problem, behind: behind.type },
  }
}
