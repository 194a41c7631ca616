import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import Papa from 'papaparse'
import { afterEach, describe, expect, it } from 'vitest'
import { claimInstance } from '../../../electron/hosts/common/instance-lock.ts'
import type { OpenRequest } from '../../../electron/hosts/common/open-request.ts'
import { commandOptions } from '../../../electron/programs/command-line/arguments.ts'
import { exitCodes } from '../../../electron/programs/command-line/exit-codes.ts'
import { commandHelp } from '../../../electron/programs/command-line/help.ts'
import { readRecordLink } from '../../../shared/domain/record-link.ts'
import { allow, cleanUp, openDoor } from './support/open-door.ts'
import { serveManyPeople } from './support/serve-many.ts'

afterEach(cleanUp)

const script = resolve(import.meta.dirname, '../../../electron/programs/command-line/main.ts')

/** Runs the command line to its end. */
const run = (args: readonly string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    execFile(process.execPath, [script, ...args], { maxBuffer: 64 * 1024 * 1024 }, (error, out, err) => {
      done({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })

/** A Steward that allowed the command line of this test. */
async function openToCommandLine() {
  const door = await openDoor()
  const steward = (...args: string[]) => run([...args, '--user-data-dir', door.userDataDir])
  const asked = steward('status')
  await allow(door.core)
  return { ...door, steward, status: await asked }
}

describe('the command line', () => {
  it('asks for the user’s consent once, naming what started it, and answers with the age of the copy', async () => {
    const { core, status, steward } = await openToCommandLine()
    expect(status).toMatchObject({ code: 0, err: '' })
    expect(status.out).toMatch(/firm +id.*\nAlder /s)
    const { allowed } = await core.programs.state({})
    expect(allowed).toMatchObject([{ name: 'Steward command line' }])
    if (process.platform === 'linux') expect(allowed[0]?.started_by).toMatch(/^\//)
    expect((await steward('list', 'people', '--limit', '3')).out.split('\n')[2]).toMatch(/^title .* id$/)
    const { out } = await steward('list', 'people', '--columns', 'title', '--limit', '2')
    expect(out).toMatch(/^Alder: as of \d{4}-\d\d-\d\dT.*, values checked since .*\n\ntitle\n.+\n.+\n$/)
  })

  it('is known by the program that started it, not by npm or another Node in between', async () => {
    const { core, userDataDir } = await openDoor()
    const other = join(userDataDir, 'node')
    await copyFile(process.execPath, other)
    const args = JSON.stringify([script, 'status', '--user-data-dir', userDataDir])
    const inner = `require('node:child_process').execFileSync(${JSON.stringify(process.execPath)}, ${args})`
    const child = spawn('bash', ['-c', '"$0" -e "$1"; true', other, inner], { stdio: 'ignore' })
    await allow(core)
    await once(child, 'close')
    const [program] = (await core.programs.state({})).allowed
    if (process.platform === 'linux') expect(program?.started_by).toMatch(/\/bash$/)
  })

  it('prints JSON and CSV of the same rows, and writes a file that is not there yet', async () => {
    const { core, id, steward, userDataDir } = await openToCommandLine()
    const sort = { column: 'title', direction: 'asc' } as const
    const page = await core.individuals.list({ connectionId: id, offset: 0, limit: 500, sort })
    const json = await steward('list', 'people', '--columns', 'id,title,is_primary', '--json')
    const told = JSON.parse(json.out)
    expect(told.rows).toEqual(page.rows.map((row) => ({ id: row.id, title: row.title, is_primary: row.is_primary })))
    expect(told).toMatchObject({ firm: 'Alder', as_of: expect.any(String), more: false })
    for (const option of ['--sort', '-s']) {
      const reversed = await steward('list', 'people', '--columns', 'id', option, '-title', '--json')
      const ids = JSON.parse(reversed.out).rows.map((row: { id: string }) => row.id)
      expect(ids).toHaveLength(page.rows.length)
      expect(ids[0]).not.toBe(page.rows[0]?.id)
    }
    const csv = await steward('list', 'people', '--columns', 'id,is_primary', '--csv')
    expect(Papa.parse<string[]>(csv.out.trim()).data).toEqual([
      ['id', 'is_primary'],
      ...page.rows.map((row) => [row.id, String(row.is_primary).toUpperCase()]),
    ])
    expect(csv.err).toContain('as of')
    const file = join(userDataDir, 'people.csv')
    expect(await steward('export', 'people', '--to', file)).toMatchObject({ code: 0, out: '' })
    const written = await readFile(file, 'utf8')
    expect(written).toContain('as of')
    expect(Papa.parse<string[]>(written.trim()).data.length).toBeGreaterThan(page.rows.length)
    expect(await steward('export', 'people', '--to', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists already'),
    })
  })

  it('says on the standard error why there is no answer, with an exit code of its own', async () => {
    const { core, steward } = await openToCommandLine()
    const codes: [string[], number, RegExp][] = [
      [['list', 'nothing'], 2, /There is no list/],
      [['list', 'people', '--where', 'nonsense=1'], 2, /cannot be filtered/],
      [['list', 'people', '--where', 'title>=3'], 2, /not a condition/],
      [['frobnicate'], 2, /no command/],
      [['get', 'no-such-id'], 8, /no such record/],
      [['list', 'people', '--firm', 'Another'], 9, /No firm of this name/],
    ]
    for (const [args, code, err] of codes) {
      expect(await steward(...args)).toEqual({ code, out: '', err: expect.stringMatching(err) })
    }
    await core.lock.lock({})
    expect(await steward('status')).toMatchObject({ code: 5, err: expect.stringContaining('locked') })
    await core.lock.unlock({ passphrase: null })
    await core.programs.switchOff({})
    expect(await steward('status')).toMatchObject({ code: 3, out: '' })
  })

  it('opens the link to a record in the Steward that runs, and refuses any other link', async () => {
    const { userDataDir } = await openDoor()
    const open = (link: string) => run(['open', link, '--user-data-dir', userDataDir])
    const [example = ''] = commandHelp.open.examples
    const link = example.replace('steward open ', '')
    expect(readRecordLink(link)).toMatchObject({ resource: 'households' })
    expect(await open(link)).toMatchObject({ code: 3, out: '' })
    const handedOver = Promise.withResolvers<OpenRequest>()
    const given = { links: [], files: [] }
    const instance = await claimInstance(userDataDir, { given, onHandedOver: handedOver.resolve })
    expect(await open(link)).toEqual({ code: 0, out: '', err: '' })
    expect(await handedOver.promise).toEqual({ links: [link], files: [] })
    for (const wrong of ['steward://households/hh_123', 'steward:nonsense', 'https://example.com']) {
      expect(await open(wrong)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('not a link') })
    }
    await instance?.release()
  })

  it('ends without an error when its reader has enough', async () => {
    const { steward: _steward, userDataDir } = await openToCommandLine()
    const child = spawn(process.execPath, [script, 'list', 'entities', '--json', '--user-data-dir', userDataDir])
    child.stdout.once('data', () => child.stdout.destroy())
    const err: Buffer[] = []
    child.stderr.on('data', (piece: Buffer) => err.push(piece))
    const [code] = await once(child, 'close')
    expect({ code, err: Buffer.concat(err).toString() }).toEqual({ code: 0, err: '' })
  })

  it.skipIf(process.platform === 'win32')(
    'prints one line of 5,000 people through a pipe of the shell to “head”, and both end with 0',
    async () => {
      const served = await serveManyPeople(5_000)
      const pipe = `"$0" "$1" list people $3 --user-data-dir "$2" | head -1; echo "\${PIPESTATUS[@]}"`
      const print = (format: string) =>
        promisify(execFile)('bash', ['-c', pipe, process.execPath, script, served.userDataDir, format])
      const asked = print('')
      await allow({ programs: served.programs.useCases })
      const printed = [await asked, await print('--json'), await print('--csv')]
      await served.close()
      for (const { stdout } of printed) expect(stdout.trim().split('\n').slice(1)).toEqual(['0 0'])
      expect(printed.map(({ stderr }) => stderr)).toEqual(['', '', expect.stringMatching(/^Alder: .*\n$/)])
    },
  )

  it('has help for every command, the same in the manual page, and completes every command in both shells', async () => {
    const { out } = await run(['help'])
    for (const name of Object.keys(commandOptions)) {
      expect(out).toContain(`steward ${name}`)
      expect((await run(['help', name])).out).toMatch(new RegExp(`^steward ${name}`))
    }
    const manual = (await readFile(resolve(import.meta.dirname, '../../../resources/steward.1'), 'utf8')).replaceAll(
      '\\',
      '',
    )
    for (const [name, { usage, words }] of Object.entries(commandHelp)) {
      expect(manual).toContain(`.B ${usage}\n${words}`)
      for (const option of commandOptions[name as keyof typeof commandOptions]) expect(manual).toContain(`--${option}`)
    }
    for (const [name, code] of Object.entries(exitCodes)) expect(manual).toContain(`${code} ${name}`)
    for (const shell of ['bash', 'zsh']) {
      const completion = await run(['completion', shell])
      for (const name of Object.keys(commandOptions)) expect(completion.out).toContain(`${name})`)
    }
  })
})
