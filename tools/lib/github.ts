import { z } from 'zod'

const environment = z.object({
  GITHUB_API_URL: z.url(),
  GITHUB_REPOSITORY: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  GITHUB_TOKEN: z.string().min(1),
})

/** Requests of GitHub's API on behalf of one workflow run. */
export type GitHub = {
  /** Address of the repository in the API. */
  readonly repository: string
  /**
   * @param body - sent as JSON, or as it is if it is a Blob
   * @returns the answer's JSON
   * @throws if the answer is no success
   */
  ask(method: 'GET' | 'POST', url: string, body?: unknown): Promise<unknown>
}

/**
 * Creates a client from the variables that GitHub sets for every step, and `GITHUB_TOKEN`.
 *
 * @throws if one of them is missing
 */
export function createGitHub(env: Readonly<Record<string, string | undefined>>): GitHub {
  const read = environment.safeParse(env)
  if (!read.success)
    throw new Error('This runs in a GitHub workflow: it needs GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN.')
  const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN } = read.data
  return {
    repository: `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}`,
    async ask(method, url, body) {
      const isFile = body instanceof Blob
      const response = await fetch(url, {
        method,
        redirect: 'error',
        headers: {
          accept: 'application/vnd.github+json',
          authorization: `Bearer ${GITHUB_TOKEN}`,
          'x-github-api-version': '2022-11-28',
          ...(body === undefined ? {} : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
      })
      if (!response.ok)
        throw new Error(`${method} ${new URL(url).pathname}: ${response.status} ${await response.text()}`)
      return response.json()
    },
  }
}
