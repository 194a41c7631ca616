/** The text that the user must type before all data is removed from this computer. */
export const removalWords = 'remove everything'

/** The minimum length of a passphrase, in characters. */
export const leastPassphrase = 6
