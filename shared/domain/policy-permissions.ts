import type { FirmPolicy } from './policy.ts'

/** The policy settings that forbid an action; `unreadable` is not set by a firm but found, see `policyInForce`. */
export const forbiddingSettings = [
  'read_only',
  'no_export',
  'no_save_as',
  'no_statements',
  'no_document_text',
  'no_other_programs',
  'unreadable',
] as const satisfies (keyof FirmPolicy)[]

export type ForbiddingSetting = (typeof forbiddingSettings)[number]

/**
 * The permission that an action needs, with the policy settings that deny it: one of them is enough.
 * - `read`: shows data of this computer, or requests it from the service
 * - `keep`: changes only data on this computer
 * - `connect`: connects to a service; the allowed services are checked by their URL
 * - `sign-in`: adds a connection, changes where one leads, or signs in
 * - `write`: changes the firm's records at the service, now or later
 * - `export`: saves lists, activity or directories as files outside Steward
 * - `save-as`: saves documents' files outside Steward
 * - `statements`: reads custodians' files as statements, on this computer
 * - `log-statements`: takes such files in, or saves valuations and documents that come from them
 * - `export-statements`: saves parts of such files, or which account belongs to which entity, outside Steward
 * - `texts`: reads and searches the text of documents’ files, on this computer
 * - `programs`: lets other programs on this computer read, which takes data outside Steward as an export does
 * - `print`: prints, or writes a PDF of the printed page, which counts as a document's file as well
 */
export const permissions = {
  read: [],
  keep: [],
  connect: [],
  'sign-in': ['unreadable'],
  write: ['read_only'],
  export: ['no_export', 'unreadable'],
  'save-as': ['no_save_as', 'unreadable'],
  statements: ['no_statements'],
  'log-statements': ['read_only', 'no_statements'],
  'export-statements': ['no_export', 'no_statements', 'unreadable'],
  texts: ['no_document_text'],
  programs: ['no_other_programs', 'no_export', 'unreadable'],
  print: ['no_export', 'no_save_as', 'unreadable'],
} as const satisfies Record<string, readonly ForbiddingSetting[]>

export type Permission = keyof typeof permissions

/** The message for the user about a denied action. */
export const decidedByFirm: Readonly<Record<ForbiddingSetting, string>> = {
  read_only: 'Your firm allows reading only on this computer.',
  no_export: 'Your firm does not allow exports and printing on this computer.',
  no_save_as: 'Your firm does not allow files to leave Steward on this computer.',
  no_statements: 'Your firm does not allow statements to be read on this computer.',
  no_document_text: 'Your firm does not allow the text of documents to be searched on this computer.',
  no_other_programs: 'Your firm does not allow other programs to read Steward’s data on this computer.',
  unreadable: 'Your firm’s policy cannot be read. Until it can, nothing can be added, signed in to or exported.',
}

/** The setting that denies a permission; null if none does. */
export function forbiddingSetting(purpose: Permission, policy: FirmPolicy): ForbiddingSetting | null {
  return permissions[purpose].find((setting) => (policy[setting] ?? false) !== false) ?? null
}
