/**
 * The name of the one member that a double has beyond Electron's: records and acts for tests. Steward cannot name it, and
 * `surface.ts` ignores members that symbols name.
 */
export const forTests: unique symbol = Symbol.for('for tests')
