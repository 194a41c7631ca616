import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chooseNode, programOf, thisComputer } from './programs.mjs'

/** The project's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const bin = join(root, 'node_modules', '.bin')

/**
 * Returns the path of the Node that runs the project.
 *
 * @throws if there is none; the message names the command that installs one
 */
export const nodeBinary = () => chooseNode(thisComputer(root))

/** Returns an environment whose PATH puts the project's own tools first. */
export function toolEnvironment(extra = {}) {
  // Windows usually calls it `Path`; a second spelling would leave it open which of them a program gets.
  const others = Object.entries(process.env).filter(([name]) => name.toUpperCase() !== 'PATH')
  return { ...Object.fromEntries(others), PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...extra }
}

/**
 * Runs a command until it exits.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string | undefined>, cwd?: string }} [options] quiet: collect the output, print none
 * @returns {Promise<{ code: number, output: string }>} code 127 if the command was not found
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const missing = (error) => resolve({ code: 127, output: String(error.message) })
    try {
      const child = spawn(...programOf(command, args, thisComputer(root)), {
        cwd: options.cwd ?? root,
        env: toolEnvironment(options.env),
        stdio: ['ignore', options.quiet ? 'pipe' : 'inherit', options.quiet ? 'pipe' : 'inherit'],
      })
      const chunks = []
      child.stdout?.on('data', (chunk) => chunks.push(chunk))
      child.stderr?.on('data', (chunk) => chunks.push(chunk))
      child.on('error', missing)
      child.on('close', (code, signal) =>
        resolve({ code: code ?? (signal ? 128 : 1), output: Buffer.concat(chunks).toString() }),
      )
    } catch (error) {
      missing(error)
    }
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
