import { readFileSync } from 'node:fs'

/** Whether the user can press Enter at a terminal: a background job that reads the terminal would be stopped. */
export function isForeground(): boolean {
  if (!process.stdin.isTTY) return false
  if (process.platform !== 'linux') return true
  try {
    // Fields after the command, which is in parentheses: state, parent, process group, session, terminal, its foreground group.
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[2] !== undefined && fields[2] === fields[5]
  } catch {
    return false
  }
}
