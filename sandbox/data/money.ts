/** Above this, cents no longer fit a double exactly and the plain sum is as good as it gets. */
const EXACT_CENTS = 9e13

/** Adds dollars by their cents where they have no finer parts, so that 0.1 and 0.2 make 0.3. */
export function sumAmounts(amounts: readonly number[]): number {
  const plain = amounts.reduce((sum, amount) => sum + amount, 0)
  const inCents = amounts.every((amount) => Math.abs(amount) < EXACT_CENTS && Math.round(amount * 100) / 100 === amount)
  if (!inCents || Math.abs(plain) >= EXACT_CENTS) return plain
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100
}
