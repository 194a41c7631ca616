import { get } from './small-browser.ts'

/** Acts as the user on the sandbox's page; resolves with the address that the browser was sent back to. */
export async function answerSignInPage(url: string, ca: string, decision: 'authorize' | 'deny'): Promise<string> {
  const page = await get(url, { ca })
  const transaction = /name="transaction" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const user = /<option value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const { origin, pathname } = new URL(url)
  const headers = { origin, 'sec-fetch-site': 'same-origin' }
  const sent = await get(`${origin}${pathname}`, { ca, headers, form: { transaction, user_id: user, decision } })
  const callback = sent.location ?? ''
  await get(callback)
  return callback
}
