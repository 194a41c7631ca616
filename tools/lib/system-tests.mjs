import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Parts of Linux that tests use directly: its process folder, its keyring, its tracer, its screens. */
const ofLinux = /\/proc\/|strace|dbus-run-session|gnome-keyring|xvfb/
/** Parts of Linux and macOS: shell scripts that stand in for programs, file modes, links, users. */
const ofUnix = /#!\/bin\/sh|mkfifo|getuid|\b0o[0-7]{3}\b|symlink|'sh', /

const isTest = /\.test\.tsx?$/
const importsOf = (text) => [...text.matchAll(/from '(\.{1,2}\/[^']+\.tsx?)'/g)].map(([, path]) => path)

/**
 * Returns the tests that use parts of another operating system, themselves or by a helper of the tests.
 *
 * @param {readonly string[]} files paths of tests, with slashes
 * @param {NodeJS.Platform} platform
 * @param {(path: string) => string | null} read
 * @returns {string[]} empty on Linux, where all tests run
 */
export function testsOfOtherSystems(files, platform, read) {
  if (platform === 'linux') return []
  const marks = platform === 'darwin' ? [ofLinux] : [ofLinux, ofUnix]
  const known = new Map()
  const uses = (path) => {
    const before = known.get(path)
    if (before !== undefined) return before
    known.set(path, false)
    const text = read(path) ?? ''
    const beside = importsOf(text).map((name) => join(path, '..', name).replaceAll('\\', '/'))
    const found = marks.some((mark) => mark.test(text)) || beside.filter((name) => name.startsWith('tests/')).some(uses)
    known.set(path, found)
    return found
  }
  return files.filter(uses)
}

/** The tests that cannot run on this system; says so once if there are any. */
export function testsLeftOut(root) {
  if (process.platform === 'linux') return []
  const files = readdirSync(join(root, 'tests'), { recursive: true })
    .map((name) => `tests/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => isTest.test(name))
  const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null)
  const left = testsOfOtherSystems(files, process.platform, read)
  if (process.env.VITEST_WORKER_ID === undefined)
    console.log(
      `Not run on ${process.platform}: ${left.length} of ${files.length} test files, which use parts of Linux.`,
    )
  return left
}
