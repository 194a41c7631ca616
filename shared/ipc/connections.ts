import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { emptyFields, enteredFields, storedFields } from '../domain/connection-fields.ts'
import { demoColleagueResources } from '../domain/demo-colleague.ts'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'

/**
 * A tenant's connection as entered by form or file. The main process validates each field (`connection/invalid` with one issue
 * per field), so this schema only limits sizes.
 */
export const connectionInput = z.strictObject({
  ...enteredFields,
  /** Empty for a public client. */
  client_secret: z.string().max(2000),
})

/** An empty form. */
export const emptyConnection: ConnectionInput = { ...emptyFields, client_secret: '' }

/** The steps of connecting a firm, in order. Each has the fields that its check is about. */
export const connectSteps = ['address', 'client', 'redirect'] as const

export type ConnectStep = (typeof connectSteps)[number]

export const fieldsOfStep = {
  address: ['name', 'base_url', 'auth_url', 'ca_certificate'],
  client: ['flow', 'client_id', 'token_auth', 'client_secret', 'pkce', 'scope', 'resource', 'audience'],
  redirect: ['redirect_uri', 'user'],
} as const satisfies Record<ConnectStep, readonly (keyof z.infer<typeof connectionInput>)[]>

/** The parts of the checks, in the order in which they run. */
export const checkParts = ['service-address', 'sign-in-address', 'client', 'redirect-port', 'redirect-address'] as const

/** The progress of a check; failures are thrown as `APP_ERROR`, with an issue for each field at fault. */
export const checkProgress = z.strictObject({
  part: z.enum(checkParts),
  /** `unproven`: the server gave an answer that proves nothing; signing in will show it. */
  state: z.enum(['running', 'passed', 'unproven']),
})

/** The progress of an edit: its checks, then the id of the saved connection, which is another one if an address changed. */
export const editProgress = z.union([checkProgress, z.strictObject({ saved: connectionId })])

/** The fields to change; an absent one stays as it is, and so does an empty secret. */
export const connectionChanges = connectionInput.omit({ flow: true }).partial()

/** A certificate of the connection's own authority. */
export const certificateFacts = z.strictObject({
  subject: z.string(),
  issuer: z.string(),
  /** YYYY-MM-DD */
  valid_to: z.string(),
  /** SHA-256, in hexadecimal with colons. */
  fingerprint: z.string(),
})

/** A connection for editing: all fields that can be shown again. */
export const connectionDetails = connectionInput.omit({ client_secret: true, ca_certificate: true }).extend({
  certificates: z.array(certificateFacts),
  has_secret: z.boolean(),
})

export const sessionStates = ['signed-out', 'signed-in', 'sign-in-needed'] as const

const { ca_certificate: _certificate, ...shownFields } = storedFields

/** A connection as the renderer sees it: without secrets and tokens. */
export const connectionSummary = z.strictObject({
  id: connectionId,
  kind: z.enum(['demo', 'tenant']),
  ...shownFields,
  session: z.enum(sessionStates),
  /** `open`: can be read. `closed`: not opened yet. `failed`: see `cacheProblem`. */
  cache: z.enum(['open', 'closed', 'failed']),
  cacheProblem: z.strictObject({ code: z.string(), message: z.string(), nextStep: z.string() }).nullable(),
  /** Only for the demo firm: whether its service is running. */
  demoServiceRunning: z.boolean().nullable(),
  /** Nothing is written to the service and nothing is queued. Set by the user, or by the firm for all connections. */
  read_only: z.boolean(),
  /** Provided by the firm: it cannot be changed or removed here. */
  managed: z.boolean(),
  /** The client secret is not on this computer; signing in needs it. */
  needs_secret: z.boolean(),
  /**
   * Set if the last sign-in came without a refresh token: how long its access token lasts, in ms (null if the server did not say), and
   * so how often the user signs in.
   */
  unrenewable: z.strictObject({ lifetimeMs: z.number().nullable() }).nullable(),
  /** The number of unfinished writes on this computer; 0 while the cache is not open, because they cannot be counted then. */
  unsent: z.number().int(),
})

/** The progress of a sign-in; failures are thrown as `APP_ERROR` with an `auth/…` code. */
export const signInProgress = z.strictObject({
  step: z.enum(['preparing', 'waiting-for-browser', 'exchanging-code', 'opening-cache', 'done']),
  /** Set if no browser could be opened: a one-time local URL that leads a browser to the sign-in page. */
  address: z.string().optional(),
})

const byId = z.strictObject({ connectionId })

/** Without `unsent: 'keep'` it throws `outbox/unsent` if there are unsent writes; with it they stay in the ledger. */
const leaving = byId.extend({ unsent: z.literal('keep').optional() })

/** Why a saved connection is not used, or why the list of them could not be read; `name` is null for the whole list. */
const savedProblem = z.strictObject({ name: z.string().nullable(), message: z.string(), nextStep: z.string() })

export const connectionsContract = {
  list: procedure({ permission: 'read' }).input(nothing).output(z.array(connectionSummary)),
  /** The saved connections that were refused since Steward started, because they do not match their ids or are not valid. */
  problems: procedure({ permission: 'read' }).input(nothing).output(z.array(savedProblem)),
  /**
   * Checks the fields of one step at the firm's servers. Nothing is saved. Ends when every part passed; closing the iterator cancels
   * the check. Throws `connection/invalid` for the fields of that step, and what the check found.
   */
  check: procedure({ permission: 'sign-in' })
    .input(connectionInput.extend({ step: z.enum(connectSteps) }))
    .output(eventIterator(checkProgress)),
  add: procedure({ permission: 'sign-in' }).input(connectionInput).output(connectionSummary),
  /** A tenant's connection for editing, without its secret. */
  describe: procedure({ permission: 'read' }).input(byId).output(connectionDetails),
  /**
   * Edits a tenant's connection. What the changed fields need is checked first; the present settings stay in use until the new ones
   * passed. Another address, client ID or user makes another connection, which needs its own sign-in; this one stays as it is. Closing
   * the iterator before it is saved cancels the edit.
   */
  edit: procedure({ permission: 'sign-in' })
    .input(byId.extend({ changes: connectionChanges }))
    .output(eventIterator(editProgress)),
  /**
   * Removes the connection, its tokens, its secret and its cache. The ledger stays, and is used again if the connection is
   * added again.
   */
  remove: procedure({ permission: 'keep' }).input(leaving).output(nothing),
  /** Ends once signed in; closing the iterator cancels the sign-in. */
  signIn: procedure({ permission: 'sign-in' }).input(byId).output(eventIterator(signInProgress)),
  /** Removes the tokens, the cache and the cache's key from this computer. */
  signOut: procedure({ permission: 'keep' }).input(leaving).output(nothing),
  /** Opens the cache of a known connection without using the network. */
  open: procedure({ permission: 'connect' }).input(byId).output(connectionSummary),
  /** Forbids or allows writing through this connection; stored on this computer. */
  setReadOnly: procedure({ permission: 'keep' })
    .input(byId.extend({ read_only: z.boolean() }))
    .output(connectionSummary),
  /**
   * Stores a tenant's client secret in the keychain, replacing a wrong one or adding a missing one. It takes effect at the next
   * sign-in. Throws `connection/invalid`.
   */
  giveSecret: procedure({ permission: 'keep' })
    .input(byId.extend({ client_secret: z.string().max(2000) }))
    .output(nothing),
  /** Starts the demo firm's service, signs in and opens the connection. */
  openDemo: procedure({ permission: 'connect' }).input(nothing).output(connectionSummary),
  /** Stops or starts the demo firm's service, to show Steward offline. */
  setDemoService: procedure({ permission: 'keep' })
    .input(z.strictObject({ running: z.boolean() }))
    .output(connectionSummary),
  /** Lets the simulated colleague edit a record at the demo firm's service. Returns the names of the changed fields. */
  demoColleague: procedure({ permission: 'write' })
    .input(byId.extend({ resource: z.enum(demoColleagueResources), id: idInput }))
    .output(z.strictObject({ changed: z.array(z.string()) })),
}

export type ConnectionInput = z.infer<typeof connectionInput>
export type ConnectionSummary = z.infer<typeof connectionSummary>
export type SignInProgress = z.infer<typeof signInProgress>
export type CheckProgress = z.infer<typeof checkProgress>
export type CheckPart = CheckProgress['part']
export type EditProgress = z.infer<typeof editProgress>
export type ConnectionChanges = z.infer<typeof connectionChanges>
export type ConnectionDetails = z.infer<typeof connectionDetails>
export type CertificateFacts = z.infer<typeof certificateFacts>
