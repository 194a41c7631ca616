import * as money from '../../shared/domain/money.ts'
import * as perCent from '../../shared/domain/per-cent.ts'
import { hiddenAmount } from '../../shared/domain/presenting.ts'
import { presentingNow } from './presenting.ts'

/**
 * The formatter of every amount on a page: it alone may use the formats of `shared/domain/money.ts` (`biome.json`). While presenting,
 * it hides amounts unless those of the presented household are shown, and whatever shows a proportion with them: bars, areas, shares and
 * changes in per cent are not drawn then.
 */
export const amountsAreHidden = (): boolean => presentingNow()?.amounts === false

/** Whether an amount is drawn as a negative one: while amounts are hidden, its sign is too. */
export const isShownNegative = (cents: bigint): boolean => cents < 0n && !amountsAreHidden()

/** See `formatCents` in `shared/domain/money.ts`. */
export const formatCents = (cents: bigint): string => (amountsAreHidden() ? hiddenAmount : money.formatCents(cents))

/** See `formatCentsShown` in `shared/domain/money.ts`. */
export const formatCentsShown = (cents: bigint): string =>
  amountsAreHidden() ? hiddenAmount : money.formatCentsShown(cents)

/** See `formatUsdShort` in `shared/domain/money.ts`. */
export const formatUsdShort = (usd: number): string => (amountsAreHidden() ? hiddenAmount : money.formatUsdShort(usd))

/** See `formatCentsShort` in `shared/domain/money.ts`. */
export const formatCentsShort = (cents: bigint): string =>
  amountsAreHidden() ? hiddenAmount : money.formatCentsShort(cents)

/** See `perCentWords` in `shared/domain/per-cent.ts`; null while amounts are hidden. */
export const perCentWords = (percent: number | null, difference: bigint): string | null =>
  amountsAreHidden() ? null : perCent.perCentWords(percent, difference)

/** All digits of an amount in USD, to be copied. */
export const amountToCopy = (usd: number | null): string =>
  usd !== null && amountsAreHidden() ? hiddenAmount : String(usd ?? '')

/** All digits of a sum in whole cents, in dollars, to be copied. */
export const sumToCopy = (cents: bigint): string => (amountsAreHidden() ? hiddenAmount : money.plainDollars(cents))

/** These formats, for drawings of `shared/`. */
export const pageAmounts: money.AmountFormats = { exact: formatCents, shown: formatCentsShown, short: formatUsdShort }
