import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../../shared/ipc/contract.ts'
import { createBrowserTransport } from './browser-transport.ts'
import { createDesktopTransport } from './desktop-transport.ts'
import { type PrefetchLink, prefetchLink } from './prefetch-link.ts'
import { createSessionLink } from './session-link.ts'
import type { OnLinkState } from './transport.ts'

/** All procedures of the main process, as promises and event streams. */
export type Client = ContractRouterClient<typeof contract>

export type Connected = { client: Client; ahead: Omit<PrefetchLink, 'link'> }

/**
 * Connects this page to the main process, once, in either shell. The client stays the same when a dropped connection is restored;
 * event streams end with `ipc/session-ended` and must be subscribed to again.
 *
 * @param onState - called on every change, beginning with `connecting`
 * @throws LinkFailure if the page could not connect at all: `expired-link` or `disconnected`
 */
export async function connectClient(onState: OnLinkState = () => {}): Promise<Connected> {
  const transport = location.protocol === 'app:' ? createDesktopTransport(onState) : createBrowserTransport(onState)
  await transport.link()
  const { link, ...ahead } = prefetchLink(createSessionLink(transport))
  return { client: createORPCClient<Client>(link), ahead }
}
