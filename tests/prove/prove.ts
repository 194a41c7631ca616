import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Proof } from '../../tools/prove-desktop/result.ts'
import { layOutPacked } from '../doubles/made-up-electron/packed.ts'

const root = resolve(import.meta.dirname, '../..')
const main = join(root, 'tools/prove-desktop/main.ts')

export type Proved = { code: number | null; output: string; proof: Proof; page: string }

/** The command on packed programs around the made-up Electron. */
export type Bench = {
  readonly folder: string
  /** Runs steps, with one feature broken or none. */
  prove(only: readonly string[], broken?: string): Promise<Proved>
  /** Starts steps, and interrupts the command as Ctrl-C does once `when` says so. */
  interrupt(only: readonly string[], when: (output: string) => boolean): Promise<Proved>
  remove(): void
}

/** Lays out the programs; out/ must be built. */
export async function createBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-prove-'))
  layOutPacked(join(folder, 'packed'), await freePort())
  const into = join(folder, 'proof')
  // The made-up program draws on no display.
  const env = { ...process.env, DISPLAY: ':none' }
  const argumentsOf = (only: readonly string[]) => [
    ...[main, '--packed', join(folder, 'packed'), '--into', into],
    ...['--only', only.join(',')],
  ]
  const read = (code: number | null, output: string): Proved => ({
    ...{ code, output },
    proof: JSON.parse(readFileSync(join(into, 'proof.json'), 'utf8')),
    page: readFileSync(join(into, 'index.html'), 'utf8'),
  })
  return {
    folder,
    prove: (only, broken = '') =>
      new Promise((done) => {
        const options = { env: { ...env, STEWARD_BROKEN: broken }, maxBuffer: 2 ** 26 }
        execFile(process.execPath, argumentsOf(only), options, (error, stdout, stderr) =>
          done(read(error === null ? 0 : Number(error.code), `${stdout}${stderr}`)),
        )
      }),
    interrupt: (only, when) =>
      new Promise((done) => {
        const child = spawn(process.execPath, argumentsOf(only), { env, stdio: ['ignore', 'pipe', 'pipe'] })
        let output = ''
        const look = (chunk: Buffer) => {
          output += chunk.toString()
          if (when(output)) child.kill('SIGINT')
        }
        child.stdout.on('data', look)
        child.stderr.on('data', look)
        child.once('close', (code) => done(read(code, output)))
      }),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
