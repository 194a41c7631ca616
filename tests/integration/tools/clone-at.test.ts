import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cloneAt, lastCommit } from '../../reproducible/clone-at.ts'

const folder = mkdtempSync(join(tmpdir(), 'steward-clone-at-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const repository = join(folder, 'repository')

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: repository,
    stdio: 'pipe',
  })

/** Commits one file with this text; `--amend` takes the commit before it off the branch. */
function commit(text: string, ...options: string[]): void {
  writeFileSync(join(repository, 'file.txt'), text)
  git('add', '.')
  git('commit', '--quiet', '--message', text, ...options)
}

const textIn = (clone: string) => readFileSync(join(clone, 'file.txt'), 'utf8')

describe('two clones of one commit', () => {
  it('have the same files although the branch moves between them', async () => {
    execFileSync('git', ['init', '--quiet', repository])
    commit('first')
    const one = await lastCommit(repository)
    await cloneAt(repository, one, join(folder, 'one'))
    commit('second')
    await cloneAt(repository, one, join(folder, 'other'))
    expect([textIn(join(folder, 'one')), textIn(join(folder, 'other'))]).toEqual(['first', 'first'])
    expect(await lastCommit(join(folder, 'other'))).toBe(one)
  })

  it('can be made although the branch no longer contains the commit', async () => {
    const one = await lastCommit(repository)
    commit('instead of the second', '--amend')
    await cloneAt(repository, one, join(folder, 'rewritten'))
    expect(textIn(join(folder, 'rewritten'))).toBe('second')
  })
})
