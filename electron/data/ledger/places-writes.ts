import type { Db } from '../open-database.ts'
import type { LedgerWriteInput } from './ledger-calls.ts'

/** More than are shown, so that records that vanish from the firm do not empty the list. */
const maxRecents = 200

/** A record that is visited again becomes the newest. */
export function visit(ledger: Db, { resource, id }: LedgerWriteInput<'places.visit'>, now: number): void {
  ledger.prepare('INSERT OR REPLACE INTO recent (resource, id, visited_at) VALUES (?, ?, ?)').run(resource, id, now)
  ledger
    .prepare('DELETE FROM recent WHERE seq <= (SELECT seq FROM recent ORDER BY seq DESC LIMIT 1 OFFSET ?)')
    .run(maxRecents)
}

export function setFavourite(ledger: Db, place: LedgerWriteInput<'places.setFavourite'>, now: number): void {
  const { resource, id, favourite } = place
  if (favourite) {
    ledger.prepare('INSERT OR IGNORE INTO favourite (resource, id, added_at) VALUES (?, ?, ?)').run(resource, id, now)
  } else {
    ledger.prepare('DELETE FROM favourite WHERE resource = ? AND id = ?').run(resource, id)
  }
}

/** The setting with the id of the firm's user who works on this computer. */
export const meSetting = 'me'

/** The setting with the query of the last screen, and its path. */
export const lastQuerySetting = 'last-query'

export function setLastQuery(ledger: Db, kept: LedgerWriteInput<'places.setLastQuery'>): void {
  ledger
    .prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)')
    .run(lastQuerySetting, JSON.stringify(kept))
}

export function setMe(ledger: Db, { user_id }: LedgerWriteInput<'places.setMe'>): void {
  if (user_id === null) ledger.prepare('DELETE FROM setting WHERE name = ?').run(meSetting)
  else ledger.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(meSetting, user_id)
}
