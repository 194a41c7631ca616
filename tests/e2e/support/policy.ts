import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a firm's policy into a folder atomically, as an administrator's tool would; returns its path. */
export function writePolicy(folder: string, policy: object): string {
  const path = join(folder, 'policy.json')
  writeFileSync(`${path}.new`, JSON.stringify(policy))
  renameSync(`${path}.new`, path)
  return path
}

/** Every setting that a firm may set, except those that would block the screens to be shown. */
export const strictPolicy = {
  allowed_base_urls: ['https://birch.example'],
  connection: {
    name: 'Birch Advisors',
    base_url: 'https://birch.example',
    auth_url: 'https://auth.birch.example',
    client_id: 'steward',
    flow: 'client_credentials',
  },
  read_only: true,
  max_cache_age_hours: 72,
  no_export: true,
  no_save_as: true,
  no_statements: true,
  no_document_text: true,
  no_text_without_file: true,
  no_other_programs: true,
  other_programs: { names: 'roles', amounts: 'rounded' },
  idle_minutes: 10,
  updates: 'off',
}
