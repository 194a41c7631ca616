import { execFile } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { listedResources } from '../../../shared/service/resource.ts'
import { createSandboxClient } from '../../integration/support/sandbox-client.ts'
import { startSandboxProcess } from '../../integration/support/sandbox-process.ts'
import { p50, round2 } from '../query/measure.ts'
import { connect, openFreshStore, sweepOnce } from '../sync/parts.ts'
import type { PeerRow } from './table.ts'

const run = promisify(execFile)
const what = 'First sweep of six lists from a service on this computer'
const name = 'curl, jq and sqlite3 in a shell'
/** The programs of the shell script, which Debian's packages of the same names install. */
const programs = ['bash', 'curl', 'jq', 'sqlite3']

/** Sweeps the sandbox's lists with Steward, and with common programs in a shell script, in turns. */
export async function compareSweeps(rounds: number): Promise<PeerRow[]> {
  const missing = programs.filter((program) => !isInstalled(program))
  const sandbox = await startSandboxProcess(['--households', '2000', '--seed', '7'])
  const { service, close } = await connect(sandbox)
  const rates = { ours: [] as number[], shell: [] as number[] }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { store, remove } = await openFreshStore()
      const { ms, received } = await sweepOnce({ store, service, parallel: 6 })
      await remove()
      rates.ours.push((received / ms) * 1000)
      if (missing.length === 0) rates.shell.push((received / (await sweepByShell(sandbox, received))) * 1000)
    }
  } finally {
    await close()
    await sandbox.stop()
  }
  const rowOf = (of: number[]) => ({
    figures: { rate: `${Math.round(p50(of)).toLocaleString('en-US')} records/s` },
    rounds: { rate: of.map(round2) },
  })
  return [
    {
      what,
      name: 'Steward',
      ...rowOf(rates.ours),
      remarks: 'Encrypted, validated, searchable; resumes where it was interrupted.',
    },
    missing.length > 0
      ? { what, name, figures: { rate: `not installed: apt-get install ${missing.join(' ')}` } }
      : {
          what,
          name,
          ...rowOf(rates.shell),
          remarks: 'Ids and JSON only; not encrypted; begins anew after an interruption.',
        },
  ]
}

async function sweepByShell(
  sandbox: Awaited<ReturnType<typeof startSandboxProcess>>,
  expected: number,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-shell-'))
  const database = join(folder, 'firm.db')
  const script = fileURLToPath(new URL('./page/sweep.sh', import.meta.url))
  try {
    const client = createSandboxClient(sandbox)
    const { body } = await client.token({ grant_type: 'client_credentials' })
    await client.close()
    const { access_token: token } = body as { access_token: string }
    const began = performance.now()
    await run('bash', [script, sandbox.baseUrl, sandbox.caPath, token, database, ...listedResources])
    const ms = performance.now() - began
    const counts = listedResources.map((list) => `(SELECT count(*) FROM "${list}")`).join(' + ')
    const { stdout } = await run('sqlite3', [database, `SELECT ${counts}`])
    if (Number(stdout) !== expected) throw new Error(`The shell swept ${stdout.trim()} records of ${expected}.`)
    return ms
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
