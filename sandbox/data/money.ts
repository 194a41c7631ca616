/** Above this amount a double cannot hold cents exactly, so the plain sum is used. */
const EXACT_CENTS = 9e13

/** Adds dollar amounts in whole cents if none has a smaller fraction, so that 0.1 + 0.2 is 0.3. */
export function sumAmounts(amounts: readonly number[]): number {
  const plain = amounts.reduce((sum, amount) => sum + amount, 0)
  const inCents = amounts.every((amount) => Math.abs(amount) < EXACT_CENTS && Math.round(amount * 100) / 100 === amount)
  if (!inCents || Math.abs(plain) >= EXACT_CENTS) return plain
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100
}
