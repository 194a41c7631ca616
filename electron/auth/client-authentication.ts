import { type ClientAuth, ClientSecretPost, None } from 'oauth4webapi'
import type { Connection } from '../tenants/connection.ts'

/**
 * How a token request proves which client sends it.
 *
 * @param clientSecret - null for a public client
 */
export function authenticateClient(tokenAuth: Connection['token_auth'], clientSecret: string | null): ClientAuth {
  if (tokenAuth === 'none' || clientSecret === null) return None()
  return tokenAuth === 'post' ? ClientSecretPost(clientSecret) : sendBasic(clientSecret)
}

/**
 * RFC 6749, section 2.3.1: both parts are encoded like a form, then joined. oauth4webapi also encodes `-`, `_` and `.`, which a form leaves
 * as they are: servers that do not decode would refuse nearly every secret.
 */
function sendBasic(clientSecret: string): ClientAuth {
  return (_server, client, _body, headers) => {
    const credentials = `${encodeForm(client.client_id)}:${encodeForm(clientSecret)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }
}

const encodeForm = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)
