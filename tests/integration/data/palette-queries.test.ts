import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { sectionsFor } from '../../../renderer/features/palette/entries.ts'
import { generateFirm } from '../../../sandbox/data/firm.ts'
import { type CommandId, commandIds, commands } from '../../../shared/domain/commands.ts'
import { type ListedResource, listedResources } from '../../../shared/service/resource.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'

let folder: string
let store: OpenedStore
const firm = new Map<string, Readonly<Record<string, unknown>>[]>()

beforeAll(async () => {
  generateFirm(
    { seed: 7, households: 500, hostile: false, fullFiles: true },
    { record: (table, record) => (firm.get(table) ?? firm.set(table, []).get(table))?.push(record), file: () => {} },
  )
  folder = makeFolder()
  store = await openStore(folder)
  for (const resource of listedResources) await sweep(store, resource, [recordsOf(resource)])
  await store.flush()
})
afterAll(async () => {
  await store.close()
  removeFolder(folder)
})

const recordsOf = (resource: ListedResource) => firm.get(resource.replace('-', '_')) ?? []

/** Every line of the palette for a typed text, as it is drawn, with all commands. */
async function lines(text: string) {
  const { hits } = await store.read('search.query', { text, limit: 30 })
  const available = commandIds.map((id: CommandId) => ({ ...commands[id], id, run: () => {} }))
  return sectionsFor({ documents: null, text, hits, recents: [], favourites: [], commands: available }).flatMap(
    ({ entries }) => entries,
  )
}

async function firstLine(text: string): Promise<string> {
  const [first] = await lines(text)
  if (!first) return 'nothing'
  if (first.kind !== 'record' && first.kind !== 'command') return first.key
  if (first.kind === 'command') return `command: ${first.command.title}`
  return `${first.hit.resource}: ${first.hit.title} (${first.hit.subtitle})`
}

/** What is typed, and the line that Enter takes. */
const queries: readonly (readonly [typed: string, first: RegExp])[] = [
  // Households and people by their names: whole or begun, in any order, with words around them.
  ['vreeland', /^households: Marilyn & Douglas Vreeland /],
  ['Vreel', /^households: Marilyn & Douglas Vreeland /],
  ['the Vreeland family', /^households: Marilyn & Douglas Vreeland /],
  ['vreeland household', /^households: Marilyn & Douglas Vreeland /],
  ['Marilyn and Douglas Vreeland', /^households: Marilyn & Douglas Vreeland /],
  ['vreeland, marilyn', /^households: Marilyn & Douglas Vreeland /],
  ['schulist', /^households: .*Schulist/],
  ['Abel Schulist', /^households: Abel Schulist /],
  ['quimby', /^households: .*Quimby/],
  ['bergstrom', /^households: .*Bergström/],
  ['GUZMAN', /^households: .*Guzmán/],
  ['lockw', /^households: .*Lockwood/],
  ['newcomb', /^households: .*Newcomb/],
  ['okafor', /^individuals: .*Okafor/],
  ['jasper vreeland', /^individuals: Jasper Vreeland \(Marilyn & Douglas Vreeland · born 2026\)$/],
  ['spencer schulist', /^individuals: Spencer Schulist \(.* · born \d{4}\)$/],
  ['faith hilpert', /^users: Faith Hilpert /],
  // Typing errors, also in every word.
  ['marylin vreeland', /^households: Marilyn & Douglas Vreeland /],
  ['marilin vreland', /^households: Marilyn & Douglas Vreeland /],
  ['marylin', /^households: .*Marilyn/],
  ['vreelnad', /^households: .*Vreeland/],
  ['shulist', /^households: .*Schulist/],
  ['schulits', /^households: .*Schulist/],
  ['castelano monica', /^households: Monica Castellano /],
  ['enelhardt rebeca', /^households: Rebecca & Duncan Engelhardt /],
  // Types of documents by their names on the screens, and by what people call them.
  ['healthcare proxy', /^documents: .*\(Healthcare proxy · /],
  ['health care proxy', /^documents: .*\(Healthcare proxy · /],
  ['healthcare proxies', /^documents: .*\(Healthcare proxy · /],
  ['healthc', /^documents: .*\(Healthcare proxy · /],
  ['helthcare proxy', /^documents: .*\(Healthcare proxy · /],
  ['medical POA', /^documents: .*\(Healthcare proxy · /],
  ['signed trust document', /^documents: .*\(Signed trust document · /],
  ['signed trust', /^documents: .*\(Signed trust document · /],
  ['trust agreement', /^documents: .*\(Signed trust document · /],
  ['POA', /^documents: .*\(Power of attorney · /],
  ['power of attorney', /^documents: .*\(Power of attorney · /],
  ['powr of attorney', /^documents: .*\(Power of attorney · /],
  ['will', /^documents: .*\(Will · /],
  ['last will and testament', /^documents: .*\(Will · /],
  ['living will', /^documents: .*\(Living will · /],
  ['codicil', /^documents: .*\(Will codicil · /],
  ['drivers license', /^documents: .*\(Driver's license · /],
  ['BOI report', /^documents: .*\(Beneficial ownership information report · /],
  ['form 709', /^documents: .*\(Gift tax return · /],
  ['ein', /^documents: .*\(Tax ID confirmation · /],
  ['deeds', /^documents: .*\(Deed · /],
  // The same of one client.
  ['vreeland will', /^documents: Will – (?:Marilyn|Douglas).* Vreeland \(/],
  ["Abel Schulist's will", /^documents: Will – Abel Schulist \(/],
  ['marilyn vreeland proxy', /^documents: Health Care Proxy – Marilyn Miriam Vreeland \(/],
  ['schulist GRAT', /^entities: Abel Schulist 2023 GRAT \(/],
  // Kinds of entities.
  ['revocable trust', /^entities: .*\(Revocable trust · /],
  ['living trust', /^entities: .*\(Revocable trust · /],
  ['ILIT', /^entities: .*\(ILIT · /],
  ['IRA', /^entities: .*\(Retirement account · /],
  ['529 plan', /^entities: .*\(Qualified tuition account · /],
  ['DAF', /^entities: .*\(Donor-advised fund · /],
  ['bank account', /^entities: .*\((?:Individual|Joint) account · /],
  ['s corp', /^entities: .*\(S corporation · /],
  ['Vreeland Lakeside Holdings, LLC', /^entities: Vreeland Lakeside Holdings, LLC \(/],
  // Commands.
  ['print', /^command: Print /],
  ['today', /^command: Today$/],
  ['documents', /^command: Documents$/],
  ['households', /^command: Households$/],
  ['settings', /^command: Settings$/],
  ['new household', /^command: New household…$/],
  ['dark', /^command: Theme: dark$/],
  ['unsent', /^command: Outbox$/],
  // Whole words of a command before the beginnings of names: Lockwood, Newcomb, Packaging, Personal Residence Trust.
  ['lock', /^command: Lock Steward$/],
  ['new', /^command: New household…$/],
  ['pack', /^command: Meeting pack…$/],
  ['light', /^command: Theme: light$/],
  ['person', /^command: (?:People|New person in this household…)$/],
  // The plural and the singular, and words around what is meant.
  ['household', /^command: Households$/],
  ['valuation', /^command: Valuations$/],
  ['my households', /^command: Households$/],
  ['all documents', /^command: Documents$/],
  ['missing', /^command: Missing documents…$/],
  ['log valuation', /^command: Log a valuation…$/],
  ['missing documents', /^command: Missing documents…$/],
  ['what is missing', /^command: Missing documents…$/],
  ['how do I export', /^command: Export to /],
  ['show me the changes', /^command: Changes$/],
  ['what did I change on Tuesday', /^command: Activity$/],
  // What other programs call it.
  ['clients', /^command: Households$/],
  ['contacts', /^command: People$/],
  ['net worth of all', /^documents: .*\(Balance sheet · |^command: Whole book$/],
  ['team', /^command: Users$/],
  ['sign out', /^command: Sign out…$/],
  ['log out', /^command: Sign out…$/],
  ['password', /^command: Settings$/],
  ['dark mode', /^command: Theme: dark$/],
  ['hotkeys', /^command: Keyboard shortcuts$/],
  ['privacy', /^command: Presenter mode$/],
  ['scan', /^command: (?:Files to upload|Add documents…)$/],
  ['print list', /^command: Print this screen…$/],
  ['update value', /^command: Log a valuation…$/],
  ['summaries to review', /^command: (?:Today|Next summary to review)$/],
  ['errors', /^command: Records with problems$/],
]

test.each(queries)('%j offers first what is meant', async (typed, first) => {
  expect(await firstLine(typed)).toMatch(first)
})

test('no two lines of an answer are the same', async () => {
  for (const [typed] of queries) {
    const shown = (await lines(typed)).flatMap((line) =>
      line.kind === 'record'
        ? [[line.hit.resource, line.hit.title, line.hit.subtitle, line.hit.snippet].join(' | ')]
        : [],
    )
    expect([typed, ...shown]).toEqual([...new Set([typed, ...shown])])
  }
})
