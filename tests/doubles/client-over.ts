import { type Client, connectOver, type PlainLink } from '../../renderer/lib/client/connect-client.ts'

export type { Client }

/** The page's client over a link of the test's own. */
export const clientOver = (link: PlainLink): Client => connectOver({ link: async () => link }).client
