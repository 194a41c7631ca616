import { openAsBlob } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { GitHub } from '../lib/github.ts'

const created = z.object({ upload_url: z.string(), html_url: z.string() })

/**
 * Creates a draft release with every file of a folder; `NOTES.md` becomes its text. A draft is visible only to those who may publish it.
 *
 * @param tag - of the released commit
 * @returns the draft's address
 */
export async function createDraft(github: GitHub, folder: string, tag: string): Promise<string> {
  const body = await readFile(join(folder, 'NOTES.md'), 'utf8')
  const asked = { tag_name: tag, name: tag, body, draft: true, prerelease: false }
  const release = created.parse(await github.ask('POST', `${github.repository}/releases`, asked))
  const address = release.upload_url.replace(/\{.*\}$/, '')
  const names = (await readdir(folder)).filter((name) => name !== 'NOTES.md')
  for (const name of names.sort()) {
    await github.ask('POST', `${address}?name=${encodeURIComponent(name)}`, await openAsBlob(join(folder, name)))
    console.log(`Uploaded ${name}`)
  }
  return release.html_url
}
