import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { createSessionLink } from '../../renderer/lib/client/connect-client.ts'
import type { PlainLink } from '../../renderer/lib/client/transport.ts'
import type { contract } from '../../shared/ipc/contract.ts'

export type Client = ContractRouterClient<typeof contract>

/** The page's client over a link of the test's own. */
export const clientOver = (link: PlainLink): Client =>
  createORPCClient<Client>(createSessionLink({ link: async () => link }))
