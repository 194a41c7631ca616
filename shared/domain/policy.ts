import { z } from 'zod'
import { ruleFile } from '../rules/rules.ts'
import { presetFields } from './connection-fields.ts'
import { programLevels } from './program-levels.ts'
import { securityKinds } from './security-kinds.ts'

/** The longest idle time before locking that a firm may set, in minutes. */
export const maxIdleMinutes = 720

const { user: _user, ...fieldsOfFirm } = presetFields

/** A tenant's connection without its secret and its user, so that a firm can distribute it to all computers. */
const presetConnection = z.strictObject(fieldsOfFirm)

/**
 * A firm's policy for a computer. A missing setting leaves the decision to the user; a setting that is present applies to every
 * way of performing the action.
 */
export const firmPolicy = z.strictObject({
  /** Base URLs of the services that may be used: https origins, optionally with a path to allow only URLs below it. */
  allowed_base_urls: z.array(z.string().max(2000)).max(100).optional(),
  /** A connection that is created automatically. The user types or imports its secret. */
  connection: presetConnection.optional(),
  /** No changes can be made from this computer. */
  read_only: z.boolean().optional(),
  /** A copy of the firm's records that was not checked with the service for this many hours is removed from this computer. */
  max_cache_age_hours: z.number().int().min(1).max(8_760).optional(),
  /** Lists, activity and directories cannot be exported as files, and nothing can be printed. */
  no_export: z.boolean().optional(),
  /** Documents' files cannot be saved elsewhere, dragged out, opened in other programs or printed. */
  no_save_as: z.boolean().optional(),
  /** Custodians' files cannot be read as statements. */
  no_statements: z.boolean().optional(),
  /** The text of documents' files is neither read nor searched; what was read is deleted. */
  no_document_text: z.boolean().optional(),
  /** The text of a file is deleted with the file; the user cannot let it stay. */
  no_text_without_file: z.boolean().optional(),
  /** Other programs on this computer cannot read anything through Steward. */
  no_other_programs: z.boolean().optional(),
  /** The most that other programs may read; the user may choose less. */
  other_programs: programLevels.partial().optional(),
  /** Steward locks after this many minutes without keyboard or mouse input; the user may choose fewer. */
  idle_minutes: z.number().int().min(1).max(maxIdleMinutes).optional(),
  /** Whether Steward may check for newer versions. */
  updates: z.enum(['ask', 'off']).optional(),
  /** The firm's rules, in place of those with the same ids or beside them. */
  rules: ruleFile.optional(),
  /** The firm's asset classes by a custodian's kind of security, instead of the user's own. */
  security_kinds: securityKinds.optional(),
})

/**
 * A policy in force: what the firm set, and whether a place where it keeps its policy exists and cannot be read. Then nothing can be added,
 * signed in to or exported, and either the last policy that could be read applies (`kept`), or, where none is known, every restriction that
 * removes nothing (`unknown`).
 */
export const policyInForce = firmPolicy.extend({ unreadable: z.enum(['kept', 'unknown']).optional() })

export type FirmPolicy = z.infer<typeof policyInForce>
