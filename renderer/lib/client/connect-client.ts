import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../../shared/ipc/contract.ts'
import { type AheadLink, askAhead } from './ask-ahead.ts'
import { createBrowserTransport } from './browser-transport.ts'
import { createDesktopTransport } from './desktop-transport.ts'
import { createSessionLink } from './session-link.ts'
import type { OnLinkState } from './transport.ts'

/** Everything the main process offers, as promises and event streams. */
export type Client = ContractRouterClient<typeof contract>

export type Connected = { client: Client; ahead: Omit<AheadLink, 'link'> }

/**
 * Connects this page to the main process, once, in whichever shell it runs. The client stays the same over dropped and
 * mended connections; event streams end with `ipc/session-ended` and are to be subscribed to again.
 *
 * @param onState - told of every change, beginning with `connecting`
 * @throws LinkFailure when the page could not be connected at all: `expired-link` or `disconnected`
 */
export async function connectClient(onState: OnLinkState = () => {}): Promise<Connected> {
  const transport = location.protocol === 'app:' ? createDesktopTransport(onState) : createBrowserTransport(onState)
  await transport.link()
  const { link, ...ahead } = askAhead(createSessionLink(transport))
  return { client: createORPCClient<Client>(link), ahead }
}
