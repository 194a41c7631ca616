import type { Core } from '../../../electron/api/core.ts'
import { sealAccounts } from '../../../electron/statements/accounts-file.ts'
import { readBytes } from '../../../electron/statements/read-bytes.ts'
import type { KnownAccount } from '../../../shared/statements/batch.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { createTenantCores, inputFor, signIn, synced } from '../../integration/app/support/tenant-cores.ts'
import { accountNumber, positions } from './positions.ts'

const [small, large] = [12, 50_000]
const passphrase = 'correct horse'
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const toRead = (name: string, text: string) => ({
  ...{ bytes: new TextEncoder().encode(text), name, answers: {}, today: '2026-11-02' },
})

/** Reads the bytes of a file in this thread, without anything else; returns the time in ms. */
export async function parse(name: string, text: string): Promise<number> {
  const began = performance.now()
  await readBytes(toRead(name, text))
  return performance.now() - began
}

type Firm = { core: Core; id: string }

/** The time of a review of twelve mapped accounts in a firm that knows 50,000 accounts, beside one that knows these twelve. */
export async function measureMapped(rounds: number): Promise<number[]> {
  const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()
  try {
    const sandbox = await startTenant(5)
    const text = positions({ accounts: small, rows: 200, tag: '1' })
    const { reading } = await readBytes(toRead('positions.csv', text))
    if (reading.is !== 'statement') throw new Error('The file of the bench is not read as a statement.')
    const layout = reading.statement.layout.key
    const open = async (known: number): Promise<Firm> => {
      const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble() })
      const { id } = await core.connections.add(inputFor(sandbox, `Firm of ${known}`))
      await signIn(core, id)
      await synced(core, id)
      const { rows } = await core.entities.list({
        ...{ connectionId: id, offset: 0, limit: 100, filters: [] },
        sort: { column: 'title', direction: 'asc' },
      })
      const entities = rows.map((row) => row.id)
      const accounts = Array.from({ length: known }, (_, at): KnownAccount => {
        const entity_id = at < small ? (entities[at] ?? '') : `entity_other_${at}`
        return {
          ...{ id: String(at), number: accountNumber('1', at), isMasked: false, name: null, custodian: null },
          ...{ layout, entity_id, as_of: '2026-09-30', total: '0', assets: [], kept: [] },
        }
      })
      const sealed = await sealAccounts(accounts, passphrase)
      await core.statements.importAccounts({
        ...{ connectionId: id, passphrase, answers: {} },
        base64: Buffer.from(sealed).toString('base64'),
      })
      await drop({ core, id }, text)
      return { core, id }
    }
    const firms = { small: await open(small), large: await open(large) }
    const review = async ({ core, id }: Firm) => {
      const began = performance.now()
      const { entities } = await core.statements.review({ connectionId: id })
      if (entities.length !== small) throw new Error(`The review has ${entities.length} entities instead of ${small}.`)
      return performance.now() - began
    }
    const times = { small: [] as number[], large: [] as number[] }
    for (let at = -3; at < rounds * 5; at += 1) {
      const [few, many] = [await review(firms.small), await review(firms.large)]
      if (at < 0) continue
      times.small.push(few)
      times.large.push(many)
    }
    console.log(
      `review with ${small} accounts known: ${median(times.small).toFixed(1)} ms, with ${large}: ${median(times.large).toFixed(1)} ms`,
    )
    return times.large.map((ms, at) => ms / (times.small[at] ?? Number.NaN))
  } finally {
    await cleanUp()
  }
}

async function drop({ core, id }: Firm, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  const files = [{ name: 'positions.csv', folder: '', size: bytes.byteLength }]
  const { rows } = await core.statements.announce({ connectionId: id, files })
  async function* source() {
    yield bytes
  }
  await core.takeFile(rows[0]?.ticket ?? '')?.receive(source())
  await core.statements.read({ connectionId: id, id: rows[0]?.row_id ?? '' })
}
