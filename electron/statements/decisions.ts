import { z } from 'zod'
import type { ContractInputs } from '../../shared/ipc/contract.ts'
import type { FileDecisions } from '../../shared/statements/batch.ts'
import { figureKey } from '../../shared/statements/scan-figures.ts'
import { rememberedStatementAnswers } from '../../shared/statements/statement.ts'

/** The advisor's decisions about one file, as the ledger has them. */
const stored = z.strictObject({
  answers: z.record(z.string(), z.string()),
  asOf: z.string().nullable(),
  /** The custodian's name; the headers alone prove none. */
  custodian: z.string().nullable().default(null),
  accounts: z.record(
    z.string(),
    z.union([z.strictObject({ entity_id: z.string() }), z.strictObject({ leaveOut: z.literal(true) })]),
  ),
  totals: z.record(z.string(), z.string()),
  explained: z.record(z.string(), z.array(z.number())),
  /** Of a scan: the texts that the advisor confirmed, each beside the text that was read. */
  figures: z.record(z.string(), z.strictObject({ text: z.string(), read: z.string() })).default({}),
})

/** {@link FileDecisions} with the answers that hold for this file alone. */
export type StoredDecisions = z.infer<typeof stored> & FileDecisions

const none: StoredDecisions = {
  ...{ answers: {}, asOf: null, custodian: null, accounts: {}, totals: {}, explained: {}, figures: {} },
}

/** Nothing is decided if there is none, or one that a later version of Steward wrote. */
export function readDecisions(json: string | undefined): StoredDecisions {
  return json === undefined ? none : (stored.safeParse(JSON.parse(json)).data ?? none)
}

type Change = ContractInputs['statements']['answer']['change']

/** The decisions after a change, and what it decides for all files with the same headers; null if nothing. */
export function decide(
  before: StoredDecisions,
  change: Change,
): { decisions: StoredDecisions; forHeaders: Record<string, string> | null } {
  const changed = (decisions: Partial<StoredDecisions>) => ({
    decisions: { ...before, ...decisions },
    forHeaders: null,
  })
  switch (change.what) {
    case 'answers': {
      const forHeaders = rememberedStatementAnswers(change.answers)
      const own = Object.entries(change.answers).filter(([id]) => !Object.hasOwn(forHeaders, id))
      const answers = { ...before.answers, ...Object.fromEntries(own) }
      const kept = Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== ''))
      return { decisions: { ...before, answers: kept }, forHeaders }
    }
    case 'as-of':
      return changed({ asOf: change.date })
    case 'custodian':
      return changed({ custodian: change.name })
    case 'entity':
      return changed({ accounts: { ...before.accounts, [change.account]: { entity_id: change.entity_id } } })
    case 'leave-out': {
      const { [change.account]: _, ...others } = before.accounts
      return changed({ accounts: change.left_out ? { ...others, [change.account]: { leaveOut: true } } : others })
    }
    case 'total': {
      const { [change.account]: _, ...others } = before.totals
      return changed({ totals: change.total === null ? others : { ...others, [change.account]: change.total } })
    }
    case 'figures': {
      const own = change.figures.map((figure) => ({ ...figure, key: figureKey({ ...figure, row: change.row }) }))
      const kept = Object.entries(before.figures).filter(([key]) => !own.some((one) => one.key === key))
      const confirmed = own.flatMap(({ key, text, read }) => (text === null ? [] : [[key, { text, read }] as const]))
      return changed({ figures: Object.fromEntries([...kept, ...confirmed]) })
    }
    case 'lines':
      return changed({ explained: { ...before.explained, [change.account]: change.rows } })
  }
}

/** The sources of a valuation, as the ledger has them. */
const source = z.object({
  save_id: z.string(),
  effective_date: z.string(),
  accounts: z.array(
    z.object({
      file_id: z.string(),
      key: z.string(),
      number: z.string(),
      name: z.string().nullable(),
      rows: z.number(),
    }),
  ),
  files: z.array(z.object({ id: z.string(), file_name: z.string(), sha256: z.string(), layout: z.string() })),
})

export type Source = z.infer<typeof source>

export const sourceOf = (json: string): Source => source.parse(JSON.parse(json))
