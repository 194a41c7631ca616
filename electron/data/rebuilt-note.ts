import { join } from 'node:path'

/**
 * The path of a note, written before a damaged mirror is set aside and removed when the new one has the rows of the files beside it. Its
 * name lets it go with the mirror. Here, so that looking for it does not load the database library.
 */
export const rebuiltNote = (folder: string): string => join(folder, 'mirror.db.rebuilt')
