import type { Core } from '../../../../electron/api/core.ts'
import type { Log } from '../../../../electron/logs/log.ts'
import { createKeychainDouble } from '../../../doubles/keychain.ts'
import { type CoreSetup, type createTenantCores, inputFor, signIn, synced } from './tenant-cores.ts'

/** The grace period of saved valuations: none is sent while a test looks at it. */
export const minute = async () => 60_000

export type Opened = Awaited<ReturnType<ReturnType<typeof createStatementFirm>>>

/** Opens cores of a firm whose entities have valuations; `valued` are their ids, those with the oldest valuation first. */
export const createStatementFirm =
  ({ tempFolder, startCore, startTenant }: ReturnType<typeof createTenantCores>) =>
  async (setup: Partial<CoreSetup> = {}) => {
    const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
    const sandbox = await startTenant(5)
    const logged: string[] = []
    const log: Log = (...words) => void logged.push(JSON.stringify(words))
    const core = await startCore({ userDataDir, keychain, log, graceMs: minute, ...setup })
    const { id } = await core.connections.add(inputFor(sandbox, 'Alder'))
    await signIn(core, id)
    await synced(core, id)
    const { rows } = await core.valuations.list({
      ...{ connectionId: id, offset: 0, limit: 100, filters: [], scope: {} },
      sort: { column: 'effective_date', direction: 'asc' },
    })
    const valued = rows.map((row) => row.entity_id)
    return { core, id, sandbox, valued, userDataDir, keychain, logged }
  }

const header = 'Account Number,Account Name,Symbol,Description,Quantity,Last Price,Current Value,Type'
type Line = { account: string; name: string; symbol: string; holding: string; value: string }

/** A custodian's file that has a date of download and no totals. */
export const statement = (date: string, lines: readonly Line[]) =>
  [
    header,
    ...lines.map(
      ({ account, name, symbol, holding, value }) =>
        `${account},${name},${symbol},${holding},1,$${value},$${value},Cash`,
    ),
    '',
    `"Date downloaded ${date} 4:35 p.m ET"`,
    '',
  ].join('\n')

/** Drops a file; returns the id of its row once its bytes are received. */
export async function drop(
  { core, id }: Pick<Opened, 'core' | 'id'>,
  name: string,
  content: string | Uint8Array,
): Promise<string> {
  const bytes = Buffer.from(content as string)
  const files = [{ name, folder: '', size: bytes.byteLength }]
  const { rows } = await core.statements.announce({ connectionId: id, files })
  async function* source() {
    yield bytes
  }
  const isReceived = await core.takeFile(rows[0]?.ticket ?? '')?.receive(source())
  if (isReceived !== true) throw new Error(`${name} was not received.`)
  return rows[0]?.row_id ?? ''
}

/** Two accounts: the first one with two holdings. */
export const october = statement('Oct-30-2026', [
  { account: 'X10442871', name: 'Trust', symbol: 'LARX', holding: 'LARCH TOTAL MARKET INDEX', value: '384661.31' },
  { account: 'X10442871', name: 'Trust', symbol: 'NGH', holding: 'NORTHGATE HOLDINGS INC', value: '10342.20' },
  { account: 'Z20913355', name: 'Rollover', symbol: 'NGH', holding: 'NORTHGATE HOLDINGS INC', value: '1000.10' },
])

/** Answers everything that a first file asks: its accounts belong to the first entities, which keep what they have. */
export async function answerAll(
  { core, id, valued }: Pick<Opened, 'core' | 'id' | 'valued'>,
  file: string,
): Promise<void> {
  const { reading } = await core.statements.read({ connectionId: id, id: file })
  const answer = (change: Parameters<Core['statements']['answer']>[0]['change']) =>
    core.statements.answer({ connectionId: id, id: file, change })
  await answer({ what: 'as-of', date: '2026-10-30' })
  for (const [at, account] of (reading?.accounts ?? []).entries()) {
    await answer({ what: 'entity', account: account.key, entity_id: valued[at] ?? '' })
    await answer({ what: 'total', account: account.key, total: account.sum })
  }
  const classes = await core.assetClasses.list({ connectionId: id })
  for (const { keys } of (await core.statements.review({ connectionId: id })).securities)
    await core.statements.setClass({ connectionId: id, keys, asset_class_id: classes[0]?.id ?? '' })
  const { entities } = await core.statements.review({ connectionId: id })
  const answers = Object.fromEntries(
    entities.flatMap(({ questions }) =>
      questions.map(({ id: question, choices }) => {
        const keep = choices.find(({ value }) => value === 'none' || value === 'log') ?? choices.at(-1)
        return [question, keep?.value ?? '']
      }),
    ),
  )
  await core.statements.answerReview({ connectionId: id, answers })
}

/** What approves everything that the review shows. */
export const approvable = async ({ core, id }: Pick<Opened, 'core' | 'id'>) =>
  (await core.statements.review({ connectionId: id })).entities.map(({ entity, fingerprint }) => ({
    entity_id: entity.id,
    fingerprint,
  }))
