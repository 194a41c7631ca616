import { claimInstance } from '../../../electron/hosts/common/instance-lock.ts'
import { app } from '../electron/app.ts'
import { calls } from '../electron/calls.ts'
import { actsOf, connectPage, prevented, type Scenario } from './desk.ts'
import { listen } from './listen.ts'
import { silentTenant } from './tenant.ts'

// Links that another start or the system hands over go to the focused window, locked and unlocked.

/** The system hands a link over; returns true if the program takes it. */
const openUrl = (link: string) => prevented((event) => app.emit('open-url', event, link))

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
  const shown = () => actsOf(window).splice(0)
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
  const opened = openUrl(link)
  const byEvent = { opened, ...(await page.next('go')) }

  await client.lock.lock({})
  shown()
  openUrl('steward://household/forgotten')
  openUrl(link)
  const whileLocked = shown()
  await client.lock.unlock({ passphrase: null })
  const afterwards = await page.next('go', 'problem')

  await client.app.openWindow({ path: '/connect' })
  const front = await listen(connectPage(calls.windows[1]))
  openUrl(link)
  const inFront = await front.next('go')
  openUrl('steward://nothing')
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
