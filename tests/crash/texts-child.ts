import { goOn, listAgain, openTexts } from './texts-story.ts'

/** Opens the stores in a folder; reads the texts of files while some are replaced and removed, or goes on after a damaged mirror; and closes. */
const opened = await openTexts(process.argv[2] ?? '', { scansAreRead: process.argv[3] === 'rebuilt' })
await (process.argv[3] === 'rebuilt' ? listAgain(opened) : goOn(opened))
await opened.close()
