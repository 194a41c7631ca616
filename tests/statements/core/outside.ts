import { type Agent, request } from 'undici'
import type { OpenConnection } from '../../../electron/connections/open-connection.ts'
import { createMutex } from '../../../shared/lib/calls.ts'

// What a run reaches outside of itself: the service over HTTPS, and files on the disk.

/** A request to the service over HTTPS, and its whole answer. */
export async function overHttps(
  url: string,
  agent: Agent,
  { method, headers, payload }: { method: string; headers: Record<string, string>; payload?: string | Buffer },
) {
  const answer = await request(url, {
    ...{ method: method as 'GET', headers, dispatcher: agent },
    ...(payload === undefined ? {} : { body: payload }),
  })
  const rawPayload = Buffer.from(await answer.body.arrayBuffer())
  return {
    ...{ statusCode: answer.statusCode, headers: answer.headers, rawPayload },
    json: (): unknown => JSON.parse(rawPayload.toString()),
  }
}

/** A token of the firm’s client. */
export async function tokenOf(baseUrl: string, { agent, id, secret }: { agent: Agent; id: string; secret: string }) {
  const answer = await overHttps(`${baseUrl}/auth/oauth2/token`, agent, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }).toString(),
  })
  return (answer.json() as { access_token: string }).access_token
}

type ReadStaged = OpenConnection['files']['staged']['read']

/** Files are read one after the other, and whole: which disk answers first must not matter. */
export function inTurn(
  read: ReadStaged,
  whileBusy: <Result>(work: () => Promise<Result>) => Promise<Result>,
): ReadStaged {
  const mutex = createMutex()
  return async function* (...of) {
    yield* await mutex(() =>
      whileBusy(async () => {
        const chunks: Uint8Array[] = []
        for await (const chunk of read(...of)) chunks.push(Buffer.from(chunk))
        return chunks
      }),
    )
  }
}
