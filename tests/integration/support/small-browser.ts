import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/** The page at which the browser ended. */
export type Landing = { url: string; status: number; headers: Record<string, unknown>; body: string }

const MOST_REDIRECTS = 20

/**
 * Follows redirects and keeps cookies, as far as a sign-in needs them.
 *
 * @param options.stopAt - the beginning of an address that is returned instead of visited
 */
export async function browse(start: string, options: { ca: string; stopAt?: string }): Promise<Landing> {
  const cookies = new Map<string, string>()
  let url = start
  for (let hops = 0; hops < MOST_REDIRECTS; hops += 1) {
    if (options.stopAt !== undefined && url.startsWith(options.stopAt)) return { url, status: 0, headers: {}, body: '' }
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await get(url, { ca: options.ca, headers: cookie === '' ? {} : { cookie } })
    for (const set of answer.setCookies) {
      const [pair = ''] = set.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    if (answer.location === undefined) return { url, status: answer.status, headers: answer.headers, body: answer.body }
    url = new URL(answer.location, url).href
  }
  throw new Error('too many redirects')
}

type Got = Omit<Landing, 'url'> & { location: string | undefined; setCookies: string[] }

/** Sends one GET, or one POST of a form, over http or https; does not follow redirects. */
export function get(
  url: string,
  options: { ca?: string; headers?: Record<string, string>; form?: Record<string, string>; method?: string } = {},
): Promise<Got> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  const form = options.form === undefined ? null : new URLSearchParams(options.form).toString()
  const typed = form === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        ca: options.ca,
        agent: false,
        method: options.method ?? (form === null ? 'GET' : 'POST'),
        headers: { ...typed, ...options.headers },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
            location: response.headers.location,
            setCookies: response.headers['set-cookie'] ?? [],
          }),
        )
      },
    )
    request.on('error', reject)
    request.end(form)
  })
}
