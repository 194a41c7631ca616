import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { demoColleagueResources } from '../domain/demo-colleague.ts'
import { wellFormed } from '../service/fields.ts'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'

export const flows = ['authorization_code', 'client_credentials'] as const

/**
 * A tenant as a person describes it, by form or by file. Text is judged field by field in the main process
 * (`connection/invalid` with one issue per field), so this schema only bounds sizes.
 */
export const connectionInput = z.strictObject({
  name: z.string().max(200),
  base_url: z.string().max(2000),
  auth_url: z.string().max(2000),
  client_id: wellFormed(z.string().max(500)),
  client_secret: z.string().max(2000),
  /** Only for the Authorization Code flow; empty otherwise. */
  redirect_uri: z.string().max(2000),
  flow: z.enum(flows),
  /** Who signs in, so that two advisors on one computer never share a cache; empty for the organization. */
  user: z.string().max(320),
  pkce: z.boolean(),
  /** PEM text of an extra certificate authority; empty for the system's own. */
  ca_certificate: z.string().max(100_000),
})

export const sessionStates = ['signed-out', 'signed-in', 'sign-in-needed'] as const

/** A connection as the renderer may know it: never a secret, never a token. */
export const connectionSummary = z.strictObject({
  id: connectionId,
  name: z.string(),
  kind: z.enum(['demo', 'tenant']),
  base_url: z.string(),
  auth_url: z.string(),
  client_id: z.string(),
  redirect_uri: z.string().nullable(),
  flow: z.enum(flows),
  user: z.string().nullable(),
  pkce: z.boolean(),
  session: z.enum(sessionStates),
  /** `open`: can be read. `closed`: not opened yet. `failed`: see `cacheProblem`. */
  cache: z.enum(['open', 'closed', 'failed']),
  cacheProblem: z.strictObject({ code: z.string(), message: z.string(), nextStep: z.string() }).nullable(),
  /** Only for the demo firm: whether its service runs. */
  demoServiceRunning: z.boolean().nullable(),
  /** Nothing is written to the service and nothing is queued: a person decided so, or the firm for all connections. */
  read_only: z.boolean(),
  /** The firm gave it to this computer: it is neither changed nor removed here. */
  managed: z.boolean(),
  /** Its client secret is not on this computer, and nobody can sign in before it is given. */
  needs_secret: z.boolean(),
  /** Writes that are kept here and not done; 0 while the cache is not open, since they cannot be counted then. */
  unsent: z.number().int(),
})

/** Sign-in as it goes; failures are thrown as `APP_ERROR` with an `auth/…` code. */
export const signInProgress = z.strictObject({
  step: z.enum(['preparing', 'waiting-for-browser', 'exchanging-code', 'opening-cache', 'done']),
  /** No browser could be opened: an address of this computer that leads one browser to the sign-in page, once. */
  address: z.string().optional(),
})

const byId = z.strictObject({ connectionId })

/** Without `unsent: 'keep'` it throws `outbox/unsent` while there are unsent writes; with it they stay in the ledger. */
const leaving = byId.extend({ unsent: z.literal('keep').optional() })

export const connectionsContract = {
  list: procedure({ permission: 'read' }).input(nothing).output(z.array(connectionSummary)),
  add: procedure({ permission: 'connect' }).input(connectionInput).output(connectionSummary),
  /** Forgets the connection, its tokens, its secret and its cache. The ledger stays, and is found again. */
  remove: procedure({ permission: 'keep' }).input(leaving).output(nothing),
  /** Ends when signed in; leaving the iterator cancels. */
  signIn: procedure({ permission: 'connect' }).input(byId).output(eventIterator(signInProgress)),
  /** Removes tokens, cache and the cache's key from this computer. */
  signOut: procedure({ permission: 'keep' }).input(leaving).output(nothing),
  /** Opens the cache of a known connection, without touching the network. */
  open: procedure({ permission: 'connect' }).input(byId).output(connectionSummary),
  /** Forbids writing through this connection, or allows it again; kept on this computer. */
  setReadOnly: procedure({ permission: 'keep' })
    .input(byId.extend({ read_only: z.boolean() }))
    .output(connectionSummary),
  /**
   * Puts the client secret of a tenant in the keychain, in place of a wrong one, or where a connection came without. It takes
   * effect at the next sign-in. Throws `connection/invalid`.
   */
  giveSecret: procedure({ permission: 'keep' })
    .input(byId.extend({ client_secret: z.string().max(2000) }))
    .output(nothing),
  /** Starts the demo firm's service, signs in and opens it. */
  openDemo: procedure({ permission: 'connect' }).input(nothing).output(connectionSummary),
  /** Stops or starts the demo firm's service, to see Steward offline. */
  setDemoService: procedure({ permission: 'keep' })
    .input(z.strictObject({ running: z.boolean() }))
    .output(connectionSummary),
  /** Has a colleague edit a record of the demo firm at its service: the names of the changed fields. */
  demoColleague: procedure({ permission: 'write' })
    .input(byId.extend({ resource: z.enum(demoColleagueResources), id: idInput }))
    .output(z.strictObject({ changed: z.array(z.string()) })),
}

export type ConnectionInput = z.infer<typeof connectionInput>
export type ConnectionSummary = z.infer<typeof connectionSummary>
export type SignInProgress = z.infer<typeof signInProgress>
