import { goOn, openTexts } from './texts-story.ts'

/** Reads the texts of files, while some are replaced and removed, and closes the stores. */
const opened = await openTexts(process.argv[2] ?? '')
await goOn(opened)
await opened.close()
