// Limits of the contracts that the data workers read as well. Apart from the contracts, which a worker would otherwise load at each start.

/** The most lines of a section of Today; its total is always complete. */
export const maxTodayLines = 50

/** The most pieces of evidence of one proposal. */
export const maxEvidence = 1000

/** The most entities that an estate map shows. */
export const maxEstateEntities = 1000

/** The most entities of a value bridge that are listed, and the most days of its line. */
export const [maxBridgeLines, maxBridgeDays] = [500, 500]

/** The longest words of a role, in UTF-16 code units. */
export const maxRole = 60
