import type { PackSection } from '../../../shared/domain/pack.ts'
import type { PackFirm, PackTemplate } from '../../../shared/ipc/packs.ts'
import type { ReadableStores, WritableDatabase } from '../open-database.ts'

// Stored in the ledger, which is encrypted: a firm's logo and name are not written anywhere else.

const firmSetting = 'pack-firm'
const templatesSetting = 'pack-templates'
const lastSetting = 'pack-last'

/** The most templates; an older one is never dropped, a further one is refused by its use case. */
export const maxPackTemplates = 100

type Ledger = Pick<ReadableStores, 'ledger'>

function settingOf({ ledger }: Ledger, name: string): string | undefined {
  return ledger.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck().get(name)
}

const put = (ledger: WritableDatabase, name: string, value: unknown) =>
  void ledger.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(name, JSON.stringify(value))

/** The firm's name and logo for packs; an empty name and no logo if none were chosen. */
export function readPackFirm(reader: Ledger): PackFirm {
  const stored = settingOf(reader, firmSetting)
  return stored === undefined ? { name: '', logo: null } : JSON.parse(stored)
}

export const setPackFirm = (ledger: WritableDatabase, firm: PackFirm): void => put(ledger, firmSetting, firm)

/** The sections of the pack that was saved last, in its order; null before the first one. */
export function readLastSections(reader: Ledger): PackSection[] | null {
  const stored = settingOf(reader, lastSetting)
  return stored === undefined ? null : JSON.parse(stored)
}

export const setLastSections = (ledger: WritableDatabase, sections: readonly PackSection[]): void =>
  put(ledger, lastSetting, sections)

/** By name. */
export function readPackTemplates(reader: Ledger): PackTemplate[] {
  const stored = settingOf(reader, templatesSetting)
  return stored === undefined ? [] : JSON.parse(stored)
}

/** Replaces the template of this name, or removes it. */
export function setPackTemplate(
  ledger: WritableDatabase,
  { name, template }: { name: string; template: PackTemplate | null },
): void {
  const others = readPackTemplates({ ledger }).filter((one) => one.name !== name)
  const all = template === null ? others : [...others, template]
  put(
    ledger,
    templatesSetting,
    all.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  )
}
