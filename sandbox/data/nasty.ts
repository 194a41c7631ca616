import type { StoredRecord } from '../store/records.ts'

/**
 * Legal records that break careless clients, for a hostile firm (`--hostile`). One record in fifty is nasty. The kinds take
 * turns, so that even a small firm shows many of them and a seed always shows the same ones.
 */
export const NASTY_EVERY = 50
/** The position of the nasty record within each run of fifty. */
const NASTY_AT = 11

const NOTES_MAX = 65_536

/** Texts that are allowed in any name field. */
export const NASTY_NAMES: readonly string[] = [
  '👩‍👩‍👧‍👦 Émilie 🏳️‍🌈',
  'محمد بن عبد الله',
  'שרה כהן\u200f',
  'Zero\u200bWidth\u200dJoiner\ufeff',
  'W'.repeat(300),
  "<script>alert('steward')</script>",
  '"><img src=x onerror=alert(1)>',
  "Robert'); DROP TABLE individuals;--",
  'invoice\u202Egnp.exe',
  'Z̸̢̛͇a̷̛͓l̶̢̛g̷̡̛o̸̢͝',
  '../../../../etc/passwd',
  'null',
  '   leading and trailing   ',
  'Line\nbreak\tand tab',
  '=HYPERLINK("https://example.com","click")',
  '한국어 이름 中文名字 日本語',
  'CON',
]

const NASTY_TEXTS: readonly string[] = [
  'x'.repeat(NOTES_MAX),
  `# Title\n\n<iframe src="https://example.com"></iframe>\n\n[link](javascript:alert(1)) ![](https://example.com/t.png)`,
  'NUL \u0000 inside, and a bell \u0007',
  '',
  `${'👍'.repeat(2000)} ${'ﷺ'.repeat(500)}`,
]

type Change = (turn: number) => Record<string, unknown>

const name = (turn: number) => NASTY_NAMES[turn % NASTY_NAMES.length] ?? ''
const text = (turn: number) => NASTY_TEXTS[turn % NASTY_TEXTS.length] ?? ''
const externalId = (turn: number) => `${['urn:x:2099/Ω?&#%25', '0', '-1', 'null', '1e5', ' '][turn % 6]}·${turn}`

const CHANGES: Record<string, readonly Change[]> = {
  households: [
    (turn) => ({ notes: text(turn) }),
    (turn) => ({ name: name(turn + 9) }),
    (turn) => ({ external_id: externalId(turn) }),
    () => ({ name: undefined, notes: undefined, external_id: undefined }),
    () => ({ notes: null, external_id: null }),
  ],
  individuals: [
    (turn) => ({ first_name: name(turn) }),
    (turn) => ({ last_name: name(turn), middle_name: name(turn + 3) }),
    (turn) => ({ notes: text(turn) }),
    () => ({ date_of_birth: '1960-02-29' }),
    () => ({ email: null, middle_name: null, suffix: null, date_of_birth: null, notes: null, state: null }),
    () => ({ email: undefined, address_line1: undefined, city: undefined, state: undefined, date_of_birth: undefined }),
    (turn) => ({ address_line1: name(turn), city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch' }),
    () => ({ date_of_birth: '1899-12-31', is_deceased: true, date_of_death: '2000-02-29' }),
    () => ({ email: "o'hara+tag_weird@sub.domain.example.com", country: 'Côte d’Ivoire', postal_code: '00501-0001' }),
  ],
  entities: [
    (turn) => ({ display_name: name(turn + 4) }),
    (turn) => ({ external_id: externalId(turn) }),
    () => ({ external_id: null }),
  ],
  documents: [
    (turn) => ({ name: name(turn + 8) }),
    () => ({ entity_id: null, individual_id: null, enable_ai_suggestions: null }),
    () => ({ name: `${'long name '.repeat(40)}.pdf` }),
  ],
  document_summaries: [
    (turn) => ({ summary: text(turn) }),
    (turn) => ({ display_name: name(turn + 14) }),
    () => ({ entry_mode: null, summary_format: null }),
  ],
  valuations: [
    () => amounts(1e15),
    () => amounts(-250_000.75),
    () => ({ directly_held_assets: [], directly_held_asset_value: 0, total_value: 0 }),
    () => ({ effective_date: '2024-02-29' }),
    () => amounts(0.1 + 0.2),
    (turn) => ({ description: name(turn + 12) }),
    () => amounts(1234.005),
    () => ({ description: null }),
    () => ({ total_value: -0.01 }),
  ],
}

function amounts(value: number): Record<string, unknown> {
  const asset = { asset_class: { id: 'asset_class_private_equity', display_name: 'Private Equity' } }
  return {
    directly_held_assets: [{ id: 'assetv2_odd', ...asset, display_name: 'Odd holding', value, external_id: null }],
    directly_held_asset_value: value,
    total_value: value,
  }
}

/** Returns true if the record at this position of its resource is a nasty one. */
export function isNasty(position: number): boolean {
  return position % NASTY_EVERY === NASTY_AT
}

/** Returns the record itself, or a nasty version of it with the same id. A change to undefined removes the field. */
export function perhapsNasty(resource: keyof typeof CHANGES, record: StoredRecord, position: number): StoredRecord {
  const changes = CHANGES[resource]
  if (changes === undefined || !isNasty(position)) return record
  const turn = Math.floor(position / NASTY_EVERY)
  const change = changes[turn % changes.length]
  const changed: StoredRecord = { ...record, ...change?.(Math.floor(turn / changes.length)) }
  const assets = changed.directly_held_assets
  if (Array.isArray(assets)) {
    // An asset keeps its own id even if the assets are replaced.
    changed.directly_held_assets = assets.map((asset: { id: string }, index) =>
      asset.id === 'assetv2_odd' ? { ...asset, id: `assetv2_${record.id.slice(-20)}${index}` } : asset,
    )
  }
  return changed
}
