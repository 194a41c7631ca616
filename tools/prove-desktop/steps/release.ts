import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { assertFuses } from '../../package/fuses.ts'
import { differingPaths, digestsOfArchive } from '../../release/compare.ts'
import { archiveOf } from '../pack.ts'
import { entry } from '../proof-configuration.ts'
import { type Desk, must, type Step } from '../step.ts'

const readyMs = 90_000
/** How long a start is watched that must not become ready, in ms. */
const refusedMs = 20_000

/** The part of a Mac's app that is signed and has the fuses; elsewhere the program itself. */
const fusesOf = (program: string): string => program.replace(/\.app\/Contents\/MacOS\/[^/]+$/, '.app')

/** The files that are meant to differ. */
const meantToDiffer: readonly string[] = [entry, 'package.json']

const sameBytes: Step = {
  id: 'same-bytes',
  title: 'The proof build’s archive differs from the released one only in the files that are named',
  line: 'fuses',
  systems: 'all',
  limitMs: 120_000,
  async run({ programs, folder }) {
    const proof = await digestsOfArchive(archiveOf(programs.proof), join(folder, 'proof'))
    const released = await digestsOfArchive(archiveOf(programs.released), join(folder, 'released'))
    const differing = differingPaths(proof, released)
    const others = differing.filter((name) => !meantToDiffer.includes(name))
    must(others.length === 0, `These files differ too: ${others.slice(0, 10).join(', ')}.`)
    return [`Differing: ${differing.join(', ')}`]
  },
}

const fuses: Step = {
  id: 'fuses',
  title: 'The released program has its fuses set, and obeys none of Node’s variables',
  line: 'fuses',
  systems: 'all',
  limitMs: 240_000,
  async run(desk) {
    await assertFuses(fusesOf(desk.programs.released))
    const env = { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require=${join(desk.folder, 'no-such-file.cjs')}` }
    const started = desk.startReleased({ env })
    must(await started.ready(readyMs), 'With Node’s variables set, the program did not become ready.')
    return ['ELECTRON_RUN_AS_NODE and NODE_OPTIONS had no effect']
  },
}

const switches = ['--no-sandbox', '--remote-debugging-port=0', '--inspect=0']

async function refuses(desk: Desk, name: string): Promise<void> {
  const started = desk.startReleased({ args: [name] })
  must(!(await started.ready(refusedMs)), `The program starts with ${name}.`)
  must(!/^Debugger listening/m.test(started.output()), `With ${name} the program opens Node’s inspector.`)
  started.kill()
  await started.ended
}

const refusals: Step = {
  id: 'refusals',
  title: 'The released program refuses to run without its sandbox or with a debugger',
  line: 'fuses',
  systems: 'all',
  limitMs: 240_000,
  async run(desk) {
    const plain = desk.startReleased()
    must(await plain.ready(readyMs), 'The program does not start without these switches either.')
    plain.kill()
    await plain.ended
    for (const name of switches) await refuses(desk, name)
    return switches.map((name) => `${name} was refused`)
  },
}

/** Changes one letter of a script inside a copy of the program's archive, and returns the copy's program. */
function tamperedCopy(program: string, folder: string): string {
  const app = process.platform === 'darwin' ? dirname(dirname(dirname(program))) : dirname(program)
  const copy = join(folder, basename(app))
  cpSync(app, copy, { recursive: true, verbatimSymlinks: true })
  const changed = join(copy, relative(app, program))
  const archive = archiveOf(changed)
  const bytes = readFileSync(archive)
  const at = bytes.indexOf('Composition root')
  const place = at < 0 ? bytes.length - 100 : at
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
  writeFileSync(archive, bytes)
  return changed
}

const tampered: Step = {
  id: 'changed-archive',
  title: 'The released program does not start from an archive that was changed',
  line: 'fuses',
  systems: ['win32', 'darwin'],
  limitMs: 180_000,
  async run(desk) {
    const program = tamperedCopy(desk.programs.released, desk.folder)
    const started = desk.startReleased({ program })
    must(!(await started.ready(refusedMs)), 'The program starts from a changed archive.')
    return ['One bit of a script was changed']
  },
}

export const releaseSteps = [sameBytes, fuses, refusals, tampered]
