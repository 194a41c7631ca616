import type { FirmPolicy } from './policy.ts'

/** The settings of a firm's policy that forbid something outright. */
export type ForbiddingSetting = keyof FirmPolicy & ('read_only' | 'no_export' | 'no_save_as')

/**
 * What something does, as far as a firm may forbid it, and the settings any of which forbids it.
 * - `read`: shows what is on this computer, or asks the service for it
 * - `keep`: changes only what is kept on this computer
 * - `connect`: reaches a service; which ones may be reached is judged by their address
 * - `write`: changes the firm's records at the service, now or later
 * - `export`: takes lists, activity or directories out of Steward as files
 * - `save-as`: takes files of documents out of Steward
 * - `print`: paper, or a PDF of what is on paper, which is a file of a document as well
 */
export const permissions = {
  read: [],
  keep: [],
  connect: [],
  write: ['read_only'],
  export: ['no_export'],
  'save-as': ['no_save_as'],
  print: ['no_export', 'no_save_as'],
} as const satisfies Record<string, readonly ForbiddingSetting[]>

export type Permission = keyof typeof permissions

/** What a firm decided, as a person is told. */
export const decidedByFirm: Readonly<Record<ForbiddingSetting, string>> = {
  read_only: 'Your firm allows reading only on this computer.',
  no_export: 'Your firm does not allow exports and printing on this computer.',
  no_save_as: 'Your firm does not allow files to leave Steward on this computer.',
}

/** The setting that forbids something; null when none does. */
export function forbiddingSetting(purpose: Permission, policy: FirmPolicy): ForbiddingSetting | null {
  return permissions[purpose].find((setting) => policy[setting] === true) ?? null
}
