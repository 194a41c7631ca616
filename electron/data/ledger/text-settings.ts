import { z } from 'zod'
import { textScopes } from '../../../shared/domain/text-query.ts'
import type { ReadableStores, WritableDatabase } from '../open-database.ts'

const setting = 'text-search'

const settingsSchema = z.object({ scope: z.enum(textScopes), keeps_text: z.boolean(), is_paused: z.boolean() })

/** Which documents' texts are read, and whether they stay without their files, as the user chose. */
export type TextSettings = z.infer<typeof settingsSchema>

const initial: TextSettings = { scope: 'here', keeps_text: false, is_paused: false }

/** The user's choices; those at first, if another version of Steward stored something else. */
export function readTextSettings({ ledger }: Pick<ReadableStores, 'ledger'>): TextSettings {
  const json = ledger.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck().get(setting)
  if (json === undefined) return initial
  try {
    return settingsSchema.parse(JSON.parse(json))
  } catch {
    return initial
  }
}

/** Changes some of the choices. */
export function setTextSettings(ledger: WritableDatabase, changed: Partial<TextSettings>): void {
  const all: TextSettings = { ...readTextSettings({ ledger }), ...changed }
  ledger.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(setting, JSON.stringify(all))
}
