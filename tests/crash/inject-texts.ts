import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { integrityProblems } from './inspect.ts'
import type { CampaignResult } from './result.ts'
import { type InjectionOptions, killAt, killAtEachCall, type RunOnce } from './strace.ts'
import {
  begin,
  canaries,
  damageMirror,
  fileProblems,
  finish,
  listAgain,
  openTexts,
  textProblems,
} from './texts-story.ts'

const script = fileURLToPath(new URL('./texts-child.ts', import.meta.url))

/** Files are read while others are replaced and removed; or a damaged mirror is started empty and takes over the files beside it. */
type Story = 'read' | 'rebuilt'

/**
 * A Steward that lives through a story is killed at its n-th call that reaches the disk, for each n and each kind of call. Nothing of the
 * pages may be readable on the disk then; after the next start each file that is here must have exactly its pages, and nothing else. After
 * a mirror was started empty, all files must be here.
 */
export async function injectIntoTexts(options: InjectionOptions): Promise<CampaignResult> {
  const root = mkdtempSync(join(tmpdir(), 'steward-texts-'))
  const folder = join(root, 'stores')
  const templateOf = (story: Story) => join(root, story)
  const found: CampaignResult = { problems: [], figures: { texts_kills: 0, texts_kills_while_pages_were_written: 0 } }
  const runOnce = async (story: Story, [call, n, { problems, figures }]: Parameters<RunOnce>): Promise<boolean> => {
    rmSync(folder, { recursive: true, force: true })
    cpSync(templateOf(story), folder, { recursive: true })
    const [program = '', ...args] = [...killAt(call, n), process.execPath, script, folder, story]
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    const isKilled = signal === 'SIGKILL'
    const where = `texts, ${story}, ${call} ${n}`
    if (!isKilled && code !== 0) problems.push(`${where}: it ended with ${code ?? signal}`)
    const readable = readableFiles(folder)
    const after = await look(story, folder, isKilled)
    problems.push(...[...readable, ...after.found].map((problem) => `${where}: ${problem}`))
    if (isKilled) figures.texts_kills = 1
    if (after.wasWriting) figures.texts_kills_while_pages_were_written = 1
    return isKilled
  }
  try {
    for (const story of ['read', 'rebuilt'] as const) {
      mkdirSync(templateOf(story))
      const opened = await openTexts(templateOf(story))
      await begin(opened)
      if (story === 'rebuilt') await finish(opened)
      await opened.close()
      if (story === 'rebuilt') damageMirror(templateOf(story))
      await killAtEachCall(`texts_${story}`, found, { ...options, runOnce: (...run) => runOnce(story, run) })
    }
    return found
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** The files in which words of the pages can be read. */
function readableFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name))
      return canaries.some((words) => bytes.includes(words) || bytes.includes(Buffer.from(words, 'utf16le')))
    })
    .map(({ name }) => `pages can be read in ${name}`)
}

/** What the next start finds, and what is there once it has read the rest. */
async function look(
  story: Story,
  folder: string,
  isKilled: boolean,
): Promise<{ found: string[]; wasWriting: boolean }> {
  const opened = await openTexts(folder, { scansAreRead: story === 'rebuilt' })
  const { mirror, ledger } = opened
  try {
    const found = [...integrityProblems({ mirror, ledger }), ...textProblems(opened, { isFinished: !isKilled })]
    const wasWriting =
      mirror.prepare<[], number>("SELECT count(*) FROM file_text WHERE state = 'reading'").pluck().get() !== 0
    await (story === 'rebuilt' ? listAgain(opened) : finish(opened))
    if (story === 'rebuilt') found.push(...(await fileProblems(opened)))
    found.push(...textProblems(opened, { isFinished: true }), ...integrityProblems({ mirror, ledger }))
    return { found, wasWriting }
  } finally {
    await opened.close()
  }
}
