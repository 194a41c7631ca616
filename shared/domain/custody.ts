/** What has to be typed before everything is removed from a computer. */
export const removalWords = 'remove everything'

/** The fewest characters of a passphrase. */
export const leastPassphrase = 6
