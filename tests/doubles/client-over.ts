import { type Client, connectOver } from '../../renderer/lib/client/connect-client.ts'
import type { PlainLink } from '../../renderer/lib/client/transport.ts'

export type { Client }

/** The page's client over a link of the test's own. */
export const clientOver = (link: PlainLink): Client => connectOver({ link: async () => link }).client
