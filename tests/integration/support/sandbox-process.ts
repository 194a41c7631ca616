import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SandboxAddress } from './sandbox-client.ts'

export interface SandboxProcess extends SandboxAddress {
  caPath: string
  controlUrl: string | null
  openApiUrl: string
  child: ChildProcess
  /** Stops the process with SIGTERM and resolves with its exit code. */
  stop(): Promise<number | null>
}

interface ReadyLine {
  base_url: string
  auth_url: string
  ca: string
  control_url: string | null
  client_id: string
  client_secret: string
  openapi_url: string
}

const MAIN = fileURLToPath(new URL('../../../sandbox/main.ts', import.meta.url))

/** Starts `node sandbox/main.ts` with these arguments and resolves when it reports that it is ready. */
export async function startSandboxProcess(args: readonly string[]): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ready = await readyLine(child)
  return {
    baseUrl: ready.base_url,
    authUrl: ready.auth_url,
    caPath: ready.ca,
    caPem: readFileSync(ready.ca, 'utf8'),
    clientId: ready.client_id,
    clientSecret: ready.client_secret,
    controlUrl: ready.control_url,
    openApiUrl: ready.openapi_url,
    child,
    async stop() {
      if (child.exitCode !== null) return child.exitCode
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = (await exit) as [number | null]
      return code
    },
  }
}

function readyLine(child: ChildProcess): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    let output = ''
    let complaint = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint += chunk.toString()
    })
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const end = output.indexOf('\n')
      if (end >= 0) resolve(JSON.parse(output.slice(0, end)) as ReadyLine)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code} before it was ready: ${complaint}`)))
  })
}
