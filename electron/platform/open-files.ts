import { readdir, readlink } from 'node:fs/promises'
import { join, sep } from 'node:path'

/**
 * Files below a folder that some program of this user has open, and the lock files that office programs create next to open
 * files. Only Linux lists open files; elsewhere there are only lock files and the system's refusal to remove an open file.
 */
export async function findOpenFiles(root: string): Promise<ReadonlySet<string>> {
  const [open, locks] = await Promise.all([openFiles(root), lockFiles(root)])
  return new Set([...open, ...locks])
}

async function openFiles(root: string): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const found: string[] = []
  for (const id of processes) {
    if (Number(id) === process.pid) continue
    const folder = `/proc/${id}/fd`
    for (const descriptor of await readdir(folder).catch(() => [])) {
      const path = await readlink(join(folder, descriptor)).catch(() => '')
      if (path.startsWith(root + sep)) found.push(path)
    }
  }
  return found
}

/** `.~lock.Statement.docx#` is LibreOffice's, `~$atement.docx` is Word's. */
async function lockFiles(root: string): Promise<string[]> {
  const found: string[] = []
  for (const folder of await readdir(root).catch(() => [])) {
    const names = await readdir(join(root, folder)).catch(() => [])
    for (const name of names) if (/^(?:\.~lock\..*#|~\$.*)$/.test(name)) found.push(join(root, folder, name))
  }
  return found
}
