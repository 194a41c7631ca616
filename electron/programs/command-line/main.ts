import { runCommandLine } from './command-line.ts'

// The command line under plain Node, from a copy of the source. `electron/main.ts` runs it in packages.

process.exitCode = await runCommandLine(process.argv.slice(2))
