import { z } from 'zod'

/** The longest wait before Steward locks itself that a firm may ask for, minutes. */
export const maxIdleMinutes = 720

/** A tenant's description without its secret, as a firm may give it to every computer. */
const presetConnection = z.strictObject({
  name: z.string().max(200),
  base_url: z.string().max(2000),
  auth_url: z.string().max(2000),
  client_id: z.string().max(500),
  redirect_uri: z.string().max(2000).default(''),
  flow: z.enum(['authorization_code', 'client_credentials']).default('authorization_code'),
  pkce: z.boolean().default(true),
  ca_certificate: z.string().max(100_000).default(''),
})

/**
 * What a firm decides for a computer. A setting that is absent leaves the decision to the person; one that is there wins
 * over every way of doing the thing.
 */
export const firmPolicy = z.strictObject({
  /** Addresses of services that may be connected to: https origins, with a path where only what is below it is meant. */
  allowed_base_urls: z.array(z.string().max(2000)).max(100).optional(),
  /** A connection that is there without anybody's doing. The secret is asked for, or imported. */
  connection: presetConnection.optional(),
  /** Nothing is written to any service from this computer. */
  read_only: z.boolean().optional(),
  /** A copy of the firm's records that was not checked with the service for so long is removed from this computer. */
  max_cache_age_hours: z.number().int().min(1).max(8_760).optional(),
  /** Lists, activity and directories do not leave Steward as files, and nothing is printed. */
  no_export: z.boolean().optional(),
  /** Files of documents are neither saved elsewhere, nor dragged out, nor opened in other programs, nor printed. */
  no_save_as: z.boolean().optional(),
  /** Steward locks itself after so many minutes without a key or the mouse; a person may choose fewer. */
  idle_minutes: z.number().int().min(1).max(maxIdleMinutes).optional(),
  /** Whether newer versions may be looked for. */
  updates: z.enum(['ask', 'off']).optional(),
})

export type FirmPolicy = z.infer<typeof firmPolicy>
