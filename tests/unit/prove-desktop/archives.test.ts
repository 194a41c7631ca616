import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPackage } from '@electron/asar'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Desk } from '../../../tools/prove-desktop/step.ts'
import { steps } from '../../../tools/prove-desktop/steps/index.ts'

// The steps that compare and change archives, on small ones.

const folder = mkdtempSync(join(tmpdir(), 'steward-archives-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Packs a program with an archive of these files. */
async function pack(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const source = join(folder, `${name}-files`)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, file)), { recursive: true })
    writeFileSync(join(source, file), text)
  }
  mkdirSync(join(folder, name, 'resources'), { recursive: true })
  await createPackage(source, join(folder, name, 'resources/app.asar'))
  const program = join(folder, name, 'steward')
  writeFileSync(program, 'made up')
  return program
}

const common = { 'package.json': '{}', 'out/main/main.js': '// Composition root' }
const added = { ...common, 'out/main/proof-entry.mjs': '//' }
const programs = { released: '', proof: '', other: '' }
beforeAll(async () => {
  programs.released = await pack('released', common)
  programs.proof = await pack('proof', { ...added, 'package.json': '{"main":"out/main/proof-entry.mjs"}' })
  programs.other = await pack('other', { ...added, 'out/main/main.js': '// Changed' })
})

const stepFolder = () => mkdtempSync(join(folder, 'step-'))

const run = (id: string, desk: object) =>
  Promise.resolve(steps.find((step) => step.id === id)?.run(desk as unknown as Desk))

it('a proof build with another difference than those that are named fails', async () => {
  const named = 'Differing: out/main/proof-entry.mjs, package.json'
  await expect(run('same-bytes', { programs, folder: stepFolder() })).resolves.toEqual([named])
  const other = { programs: { ...programs, proof: programs.other }, folder: stepFolder() }
  await expect(run('same-bytes', other)).rejects.toThrow('These files differ too: out/main/main.js.')
})

it('a program that starts from an archive with one changed bit fails', async () => {
  const started: string[] = []
  const desk = (ready: boolean) => ({
    programs,
    folder: stepFolder(),
    startReleased: ({ program }: { program: string }) => {
      started.push(program)
      return { ready: async () => ready }
    },
  })
  await expect(run('changed-archive', desk(false))).resolves.toHaveLength(1)
  await expect(run('changed-archive', desk(true))).rejects.toThrow('starts from a changed archive')
  const archive = readFileSync(join(dirname(programs.released), 'resources/app.asar'))
  for (const program of started) {
    const changed = readFileSync(join(dirname(program), 'resources/app.asar'))
    expect(changed.filter((byte, at) => byte !== archive[at])).toHaveLength(1)
  }
})
