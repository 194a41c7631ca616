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
 * @param {{ quiet?: boolean, print?: (text: string) => void, env?: Record<string, string | undefined>, cwd?: string }} [options]
 *   quiet: collect the output, print none; print: called with each piece of the output, instead of printing it
 * @returns {Promise<{ code: number, output: string }>} code 127 if the command was not found
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const { quiet = false, print } = options
    const taken = quiet || print !== undefined ? 'pipe' : 'inherit'
    const missing = (error) => resolve({ code: 127, output: String(error.message) })
    try {
      const child = spawn(...programOf(command, args, thisComputer(root)), {
        cwd: options.cwd ?? root,
        env: toolEnvironment(options.env),
        stdio: ['ignore', taken, taken],
      })
      const chunks = []
      for (const stream of [child.stdout, child.stderr]) {
        if (print) stream?.setEncoding('utf8').on('data', print)
        else stream?.on('data', (chunk) => chunks.push(chunk))
      }
      child.on('error', missing)
      child.on('close', (code, signal) =>
        resolve({ code: code ?? (signal ? 128 : 1), output: Buffer.concat(chunks).toString() }),
      )
    } catch (error) {
      missing(error)
    }
  })
}

const parent = process.ppid

/** ms between two looks for the process that started this one. */
const parentEvery = 500

/**
 * Runs a program in the terminal's foreground until it exits; its exit code becomes this process's. It is ended by the signals that end
 * this process, and when npm ends, which passes no signal on. On Windows a process keeps the number of a parent that is gone, so there
 * only the console's Ctrl+C ends it.
 *
 * @param {readonly string[]} args the program's arguments; its file first if it is run by Node
 * @param {string} [program] the project's Node if it is left out
 */
export async function runInFront(args, program = nodeBinary()) {
  const child = spawn(program, args, { stdio: 'inherit', env: toolEnvironment() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // Without npm the parent may be a shell that starts this and ends at once.
  const watch =
    process.env.npm_lifecycle_event && setInterval(() => process.ppid !== parent && child.kill(), parentEvery)
  try {
    process.exitCode = await new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => resolve(code ?? 1))
    })
  } finally {
    clearInterval(watch)
  }
}
