import { pkce, press, REDIRECT } from '../sandbox-sign-in.ts'
import type { Sent } from './conformance.ts'
import type { Contract } from './contract.ts'

type Fields = Record<string, string>

/** Values that the options of a variant make necessary. */
export interface SignInNeeds {
  /** The scope to ask for; none if absent. */
  scope?: string
  /** The resource to name; none if absent. */
  resource?: string
}

const huge: Sent = { raw: { mediaType: 'application/x-www-form-urlencoded', text: `x=${'x'.repeat(5_000_000)}` } }
const wrongType: Sent = { raw: { mediaType: 'text/plain', text: 'x' } }

/** Calls every operation of the authorization server for each of its answers. Returns an access token of a user. */
export async function exerciseSignIn(contract: Contract, needs: SignInNeeds = {}): Promise<string> {
  await exercisePage(contract, needs)
  const tokens = await exerciseCodeGrant(contract, needs)
  await exerciseOtherGrants(contract, needs, tokens.refresh_token)
  await exerciseRefusals(contract, needs)
  if (contract.operations.has('getMetadata')) await exerciseMetadata(contract)
  return tokens.access_token ?? ''
}

/** The query of a good sign-in, and the verifier of its challenge. */
function goodSignIn({ sandbox }: Contract, { scope, resource }: SignInNeeds) {
  const { verifier, query } = pkce()
  const more = { ...(scope === undefined ? {} : { scope }), ...(resource === undefined ? {} : { resource }) }
  const required = { client_id: sandbox.clientId, redirect_uri: REDIRECT, response_type: 'code' }
  return { verifier, query: { ...required, state: 's', ...query, ...more } as Fields }
}

async function exercisePage(contract: Contract, needs: SignInNeeds): Promise<void> {
  const { query } = goodSignIn(contract, needs)
  await contract.call('showSignIn', { query: { ...query, response_type: 'token' } }, 303)
  await contract.call('showSignIn', { query: { ...query, client_id: 'other' } }, 400)
  const page = await contract.call('showSignIn', { query }, 200)
  const transaction = /name="transaction" value="([^"]+)"/.exec(String(page.body))?.[1] ?? ''
  await contract.call(
    'answerSignIn',
    { body: { transaction, decision: 'deny' }, headers: { origin: 'https://a.test' } },
    403,
  )
  await contract.call('answerSignIn', { body: { transaction, decision: 'deny' } }, 303)
  await contract.call('answerSignIn', { body: { transaction, decision: 'deny' } }, 400)
  await contract.call('answerSignIn', huge, 413)
  await contract.call('answerSignIn', wrongType, 415)
}

async function exerciseCodeGrant(contract: Contract, needs: SignInNeeds): Promise<Fields> {
  const { verifier, query } = goodSignIn(contract, needs)
  const page = await contract.call('showSignIn', { query }, 200)
  const back = await press(contract.sandbox, page, 'authorize')
  const code = new URL(String(back.headers.location)).searchParams.get('code') ?? ''
  const body = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier }
  const answer = await contract.call('requestToken', authenticated(contract, body), 200)
  await contract.call('requestToken', authenticated(contract, { ...body, code: 'unknown' }), 400)
  return answer.body as Fields
}

/** A grant that the document lacks must be refused, and one that it has must work. */
async function exerciseOtherGrants(contract: Contract, needs: SignInNeeds, refreshToken?: string): Promise<void> {
  const { scope, resource } = needs
  const target = { ...(scope === undefined ? {} : { scope }), ...(resource === undefined ? {} : { resource }) }
  const organization = authenticated(contract, { grant_type: 'client_credentials', ...target })
  await contract.call('requestToken', organization, contract.allows('requestToken', organization) ? 200 : 400)
  const renewal = authenticated(contract, { grant_type: 'refresh_token', refresh_token: refreshToken ?? 'x' })
  const works = contract.allows('requestToken', renewal) && refreshToken !== undefined
  await contract.call('requestToken', renewal, works ? 200 : 400)
  const withoutTarget = authenticated(contract, { grant_type: 'client_credentials', scope: 'never-heard-of' })
  await contract.call('requestToken', withoutTarget, contract.allows('requestToken', withoutTarget) ? 200 : 400)
  const { query } = goodSignIn(contract, needs)
  const strange = { query: { ...query, scope: 'never-heard-of' } }
  await contract.call('showSignIn', strange, contract.allows('showSignIn', strange) ? 200 : 303)
}

async function exerciseRefusals(contract: Contract, needs: SignInNeeds): Promise<void> {
  const good = authenticated(contract, { grant_type: 'client_credentials' })
  await contract.call(
    'requestToken',
    { ...good, body: { ...(good.body as Fields), client_id: 'other' }, headers: {} },
    401,
  )
  const { query } = goodSignIn(contract, needs)
  const { code_challenge: _challenge, code_challenge_method: _method, ...plain } = query
  const allowed = contract.document.paths[new URL(contract.sandbox.authorizeUrl).pathname]?.get?.parameters?.some(
    ({ name, required }) => name === 'code_challenge' && !required,
  )
  await contract.call('showSignIn', { query: plain as Fields }, allowed ? 200 : 303)
  await contract.call('requestToken', huge, 413)
  await contract.call('requestToken', wrongType, 415)
}

async function exerciseMetadata(contract: Contract): Promise<void> {
  const { body } = await contract.call('getMetadata', {}, 200)
  const { authorizeUrl, tokenUrl } = contract.sandbox
  const named = body as Fields
  if (named.authorization_endpoint !== authorizeUrl || named.token_endpoint !== tokenUrl) {
    throw new Error(`The metadata names other endpoints than the document: ${JSON.stringify(body)}`)
  }
}

/** A token request with the client's credentials, as the sandbox accepts them. */
function authenticated({ sandbox }: Contract, form: Fields): Sent {
  const { clientId, clientSecret, tokenAuth } = sandbox
  if (tokenAuth === 'none') return { body: { client_id: clientId, ...form } }
  if (tokenAuth === 'post') return { body: { client_id: clientId, client_secret: clientSecret, ...form } }
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  return { body: form, headers: { authorization: `Basic ${basic}` } }
}
