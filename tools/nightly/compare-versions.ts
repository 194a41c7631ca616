// Names what is behind its registry and is not followed by Dependabot, and known advisories: npm run behind
import { root, run } from '../lib/run.mjs'
import { findBehind, readPinned } from './behind.ts'

const lines = await findBehind(readPinned(root), {
  async ask(url) {
    const response = await fetch(url, { headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return response.json()
  },
  async audit() {
    // It exits with 1 when it finds something.
    const { output } = await run('npm', ['audit', '--json'], { quiet: true })
    return JSON.parse(output)
  },
})
console.log(lines.length === 0 ? 'Nothing is behind.' : lines.join('\n'))
process.exitCode = lines.length === 0 ? 0 : 1
